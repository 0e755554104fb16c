import Checks
public import Content
import Proxies
import ProxyConfig

/// What a file of expectations looks like; `interlude schema tests` prints it.
public enum ExpectationShape {
  static let kinds = ProxyList.all.map(\.kind.rawValue)

  public static let file = ObjectShape([
    .init("config", .text(), required: true, "The proxy's main configuration file, seen from this file's folder."),
    .init("proxy", .choice(kinds), "The kind of proxy; guessed from the configuration if absent."),
    .init("release", .text(maximum: 20), "The proxy's release, where it matters, such as 2.6 for Caddy."),
    .init("prefix", .text(), "Where relative paths of the configuration start (what `nginx -p` takes)."),
    .init("root", .text(), "A folder to take for the root of the proxy's machine, seen from this file's folder."),
    .init(
      "map", .list(.text()),
      "Folders of the proxy's machine that are elsewhere on this one: FROM=TO, TO seen from this file's folder."),
    .init("env", .list(.text()), "Files of KEY=VALUE lines with the proxy's environment."),
    .init("tests", .list(.object(test), minimum: 1), required: true, "Requests, and what is expected of the answers."),
  ])

  static let test = ObjectShape([
    .init("name", .text(maximum: 200), required: true, "What is promised, in a few words; each name once."),
    .init("request", .text(), required: true, "METHOD http://host:port/path, sent by a browser on the internet."),
    .init("headers", .table(key: .token, value: .text()), "Header fields beside a browser's, or in their place."),
    .init("without-headers", .list(.text()), "Header fields of a browser's that are not sent."),
    .init("body-length", .integer(0...1 << 50), "The number of bytes in the request's body; 0 if absent."),
    .init("client", .text(maximum: 60), "The visitor's address; one on the internet if absent."),
    .init("certificate", .choice(["none", "good", "bad"]), "The visitor's TLS certificate, where one is asked for."),
    .init(
      "password", .choice(["right", "none"]), "Whether the visitor knows the passwords asked for; right if absent."),
    .init("cache", .choice(["empty", "stale"]), "What the proxy's cache holds of the answer; empty if absent."),
    .init("variables", .table(key: .token, value: .text()), "Variables that no request shows, such as a country."),
    .init(
      "failure", .either(.list(.text(), minimum: 1), .text()),
      "What is wrong with every upstream (refused, timeout, closed, garbage, too-big-header, no-live-upstream, "
        + "status:NNN, none) or with one: app:8080=timeout; or a list of these."),
    .init("expect", .object(expect), required: true, "What is expected of the answer; at least one thing."),
  ])

  static let expect = ObjectShape([
    .init("status", .integer(0...999), "The status code; 0 for a connection that is closed without an answer."),
    .init("page", .text(), "The file that is sent, by its path on the proxy's machine."),
    .init("header", .table(key: .token, value: .text()), "Header fields of the answer, each with its whole value."),
    .init("location", .text(), "Where a redirect leads."),
    .init(
      "body", .choice(["file", "builtin", "upstream", "inline", "redirect", "none"]),
      "What is sent: a file, the proxy's own page, the upstream's body, a text of the configuration."),
    .init("upstream", .text(), "The upstream that is asked last, such as app:8080; none if nobody is to be asked."),
    .init("within", .text(maximum: 20), "The longest time until the answer, such as 31s, 500ms or 2m."),
  ])
}
