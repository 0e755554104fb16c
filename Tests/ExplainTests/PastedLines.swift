import Foundation
import TestSupport
import Testing

/// A log line from a public issue, page or document, with addresses and names made anonymous; some that were cut there are
/// completed.
struct PastedLine {
  let program: String
  /// What a person who knows the program says the cause is; nil for what is no trouble or does not tell.
  let cause: String?
  let text: String

  /// Whether nothing stands before the program's own words, so that a collector can put something there.
  var isBare: Bool {
    ["20", "[2", "[W", "[M", "[F", "[T", "[S", "{\""].contains { text.hasPrefix($0) } && !text.contains(" stderr F ")
      && !text.hasPrefix("2024-10-04 15:42:56 {")
  }

  static let programs = ["alb", "apache", "apps", "caddy", "envoy", "haproxy", "nginx", "system", "traefik", "varnish"]

  /// All of them: `Pasted/<program>.tsv`, the cause or `-`, a tab and the line.
  static let all: [PastedLine] = programs.flatMap { program in
    let file = PackageFolder.root.appending(path: "Tests/ExplainTests/Pasted/\(program).tsv")
    let bytes = (try? Data(contentsOf: file)) ?? Data()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      line.firstIndex(of: "\t").map { tab in
        PastedLine(
          program: program, cause: line[..<tab] == "-" ? nil : String(line[..<tab]),
          text: String(line[line.index(after: tab)...]))
      }
    }
  }
}

/// What a collector or a terminal makes of a line.
struct Wrapper: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let wrap: @Sendable (String) -> String

  init(_ name: String, _ wrap: @escaping @Sendable (String) -> String) {
    (testDescription, self.wrap) = (name, wrap)
  }

  static let all: [Wrapper] = [
    Wrapper("docker compose") { "web-1  | " + $0 },
    Wrapper("docker compose with times") { "web-1  | 2026-11-22T07:42:23.670998585Z " + $0 },
    Wrapper("docker compose in colour") { "\u{1B}[36mweb-1  | \u{1B}[0m" + $0 },
    Wrapper("container runtime") { "2026-11-22T07:42:23.670998585Z stderr F " + $0 },
    Wrapper("container runtime with a zone") { "2026-11-22T07:42:23.670998585+01:00 stdout F " + $0 },
    Wrapper("kubectl with prefix") { "[pod/web-5d4f8b7c9-x2x4z/nginx] " + $0 },
    Wrapper("kubectl with prefix and times") { "[pod/web-5d4f8b7c9-x2x4z/nginx] 2026-11-22T07:42:23.670998585Z " + $0 },
    Wrapper("stern") { "web-5d4f8b7c9-x2x4z nginx " + $0 },
    Wrapper("k9s") { " │ " + $0 },
    Wrapper("syslog, RFC 3164") { "<134>Nov 22 07:42:23 web1 app[811]: " + $0 },
    Wrapper("syslog, RFC 5424") { "<134>1 2026-11-22T07:42:23.670998+00:00 web1 app 811 - - " + $0 },
    Wrapper("journalctl, short") { "Nov 22 07:42:23 web1 app[811]: " + $0 },
    Wrapper("journalctl, short-iso") { "2026-11-22T07:42:23+0000 web1 app[811]: " + $0 },
    Wrapper("journalctl, short-full") { "Sun 2026-11-22 07:42:23 UTC web1 app[811]: " + $0 },
    Wrapper("journalctl without host") { "Nov 22 07:42:23 app[811]: " + $0 },
    Wrapper("journald of docker compose") { "Nov 22 07:42:23 web1 sh[811]: web_1    | " + $0 },
    Wrapper("quoted") { "> " + $0 },
    Wrapper("indented") { "    " + $0 },
    Wrapper("carriage return") { $0 + "\r" },
    Wrapper("windows and a quote") { "> " + $0 + "\r" },
  ]
}
