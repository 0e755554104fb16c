/// The addresses behind `reverse_proxy` (`reverseproxy/addresses.go`).
enum CaddyUpstreamAddress {
  /// The scheme and what Caddy dials; a range of ports gives several.
  static func read(
    _ text: ByteText, _ release: CaddyRelease
  ) throws(CaddyTrouble) -> (scheme: ByteText, upstreams: [CaddyReverseProxy.Upstream]) {
    if !release.isModern, text.hasPrefix("srv+") { return ("", [.init(dial: text)]) }
    if let (scheme, rest) = text.cut("://") { return try url(scheme.lowercased, rest, text) }
    var network = ByteText()
    var rest = text
    if let (before, after) = text.cut("/") { (network, rest) = (before.trimmed.lowercased, after) }
    var scheme = ByteText()
    if network == "unix+h2c" { (network, scheme) = ("unix", "h2c") }
    if network.hasPrefix("unix") || network.hasPrefix("fd") {
      return (scheme, [.init(dial: network + "/" + rest, written: text)])
    }
    if release.isModern, CaddyNetwork.splitHostPort(rest) == nil, CaddyNetwork.splitHostPort(rest + ":0") == nil {
      throw CaddyTrouble("\(rest) is no address of an upstream")
    }
    var (host, port) = CaddyNetwork.splitHostPort(rest) ?? (rest, "")
    if port.isEmpty, !host.contains("{") { port = "80" }
    if port.isEmpty { return (scheme, [.init(dial: host, written: text)]) }
    if port.contains("{"), port.contains("}") {
      return (scheme, [.init(dial: CaddyNetwork.joinHostPort(host, port), written: text)])
    }
    if release.isModern, let (low, high) = port.cut("-") {
      guard let first = low.number, let last = high.number, first <= last, last <= 65_535 else {
        throw CaddyTrouble("\(port) is no range of ports")
      }
      return (
        scheme, (first...last).map { .init(dial: CaddyNetwork.joinHostPort(host, ByteText(String($0))), written: text) }
      )
    }
    if release.isModern || port.contains("-") {
      guard let number = port.number, number <= 65_535 else { throw CaddyTrouble("\(port) is no port") }
    }
    let dial =
      network.isEmpty ? CaddyNetwork.joinHostPort(host, port) : network + "/" + CaddyNetwork.joinHostPort(host, port)
    return (scheme, [.init(dial: dial, written: text)])
  }

  private static func url(
    _ scheme: ByteText, _ rest: ByteText, _ text: ByteText
  ) throws(CaddyTrouble) -> (scheme: ByteText, upstreams: [CaddyReverseProxy.Upstream]) {
    if text.contains("{") { throw CaddyTrouble("an upstream with a scheme cannot hold placeholders") }
    if rest.contains("/") || rest.contains("?") || rest.contains("#") {
      throw CaddyTrouble("an upstream is scheme, host and port; a path belongs into rewrite")
    }
    let authority = rest.lastOffset(of: "@").map { rest.from($0 + 1) } ?? rest
    var (host, port) =
      CaddyNetwork.splitHostPort(authority) ?? (authority.without(prefix: "[").without(suffix: "]"), "")
    if !port.isEmpty, port.number == nil, !port.contains("-") { throw CaddyTrouble("\(port) is no port") }
    switch (scheme.string, port.string) {
    case ("http", "443"), ("https", "80"), ("h2c", "443"):
      throw CaddyTrouble("the scheme \(scheme):// and the port \(port) disagree")
    case ("http", ""), ("h2c", ""): port = "80"
    case ("https", ""): port = "443"
    default: break
    }
    if host.isEmpty { host = "" }
    return (scheme, [.init(dial: CaddyNetwork.joinHostPort(host, port), written: text)])
  }
}
