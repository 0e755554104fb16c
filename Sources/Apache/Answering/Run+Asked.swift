import ProxyConfig
import Trace

/// What an upstream is sent (`proxy_http_canon`, `ap_proxy_create_hdrbrgd`).
extension Run {
  /// - Parameter url: the address as rules and sections have made it, of a balancer its name.
  func noteAsked(_ exchange: Exchange, _ url: ByteText, _ upstream: Upstream, _ peer: String) {
    guard !visitor.isWatched, let wire = Outcome.Asked.WireProtocol(rawValue: upstream.scheme) else { return }
    var asked = Outcome.Asked(address: peer, wireProtocol: wire, method: exchange.method.name)
    guard wire == .http || wire == .https else { return self.asked.append(asked) }
    let (plain, _) = Self.withoutSocket(url)
    let isBalanced = plain.hasPrefix("balancer:")
    let end = plain.offset(of: "/", from: (plain.offset(of: "://") ?? 0) + 3)
    let path = (isBalanced ? ByteText(upstream.path) : "") + (end.map { plain.from($0) } ?? "/")
    if exchange.pass?.parameters["nocanon"] == nil {
      asked.uri = Self.canonical(path) + (exchange.query.map { "?" + $0 } ?? "")
    }
    let host = request.header("host") ?? (usualPort ? request.host : "\(request.host):\(request.port)")
    asked.host =
      exchange.settings.forwardsHost == true
      ? host : upstream.host + (upstream.port.map { $0 == 80 ? "" : ":\($0)" } ?? "")
    if exchange.settings.addsHeaders ?? true { addForwarded(&asked, host) }
    edit(&asked, exchange)
    self.asked.append(asked)
  }

  private var usualPort: Bool { request.port == (request.scheme == .https ? 443 : 80) }

  /// Percent signs as mod_proxy writes them (`ap_proxy_canonenc`).
  private static func canonical(_ path: ByteText) -> ByteText {
    let allowed = Set("~$-_.+!*'(),;:@&=/".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    return path.reduce(into: ByteText()) { result, byte in
      if 0x30...0x39 ~= byte || 0x41...0x5A ~= byte & 0xDF || allowed.contains(byte) {
        result.append(byte)
      } else {
        result += ByteText([UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]])
      }
    }
  }

  private func addForwarded(_ asked: inout Outcome.Asked, _ host: String) {
    func joined(_ name: String, _ value: String) -> Outcome.Header {
      .init(name, request.header(name).map { "\($0), \(value)" } ?? value)
    }
    if let client = request.client { asked.headers.append(joined("x-forwarded-for", client)) }
    asked.headers.append(joined("x-forwarded-host", host))
    if let name = server.name { asked.headers.append(joined("x-forwarded-server", name)) }
  }

  /// `RequestHeader`, and headers that are for one connection only (RFC 9110, section 7.6.1).
  private func edit(_ asked: inout Outcome.Asked, _ exchange: Exchange) {
    var dropped: Set<String> = ["keep-alive", "proxy-connection", "te", "trailer", "upgrade"]
    for edit in exchange.settings.requestHeaders {
      guard (try? applies(edit, exchange)) == true, edit.name != "host" else { continue }
      // mod_proxy puts its own behind them.
      asked.headers.removeAll { $0.name == edit.name }
      dropped.remove(edit.name)
      guard let value = headerValue(edit, exchange) else { continue }
      switch edit.action {
      case "unset": dropped.insert(edit.name)
      case "set": asked.headers.append(.init(edit.name, value))
      case "setifempty" where request.header(edit.name) == nil && request.headersAreComplete:
        asked.headers.append(.init(edit.name, value))
      default: continue
      }
    }
    asked.dropped = dropped.sorted()
  }
}
