import Diagnostics
import ProxyConfig
import Trace

/// mod_proxy: which upstream a path goes to.
extension Run {
  func proxyTranslate(_ exchange: Exchange) throws -> Verdict {
    if exchange.isProxied { return .ok }
    guard exchange.environment["no-proxy"] == nil else { return .declined }
    // That of a section stands before those of the server.
    let own = exchange.settings.proxyPass
    let passes = (own.map { [$0] } ?? []) + server.proxyPasses
    let first = whole(exchange.uri, "passes \(server.number) \(own?.number ?? 0)", passes, \.tests)
    for (index, pass) in passes.enumerated() where first.map({ $0 >= index }) ?? true {
      if let first, first > index, pass.isKnown { continue }
      guard let url = try upstreamURL(pass, exchange.uri) else { continue }
      if pass.isExclusion {
        tell("ProxyPass leaves \(exchange.uri.shown) to this server", at: pass.place)
        return .declined
      }
      exchange.filename = "proxy:" + url
      exchange.isProxied = true
      exchange.handler = "proxy-server"
      exchange.pass = (pass.number, pass.place, pass.parameters)
      tell("\(exchange.uri.shown) goes to \(url.shown)", at: pass.place, .entered, scope: pass.number)
      return .ok
    }
    return .declined
  }

  /// The address that a path becomes; nil when it is not for this `ProxyPass` (`ap_proxy_trans_match`).
  private func upstreamURL(_ pass: ProxyPass, _ uri: ByteText) throws -> ByteText? {
    if pass.parameters["interpolate"] != nil { throw Undecided("variables in the upstream's address", at: pass.place) }
    if pass.parameters["mapping"] != nil { throw Undecided("how ProxyPass maps encoded paths", at: pass.place) }
    let (address, prefix) = Self.withoutSocket(pass.target)
    guard let pattern = pass.pattern else {
      let length = AliasMatch.length(of: pass.prefix, in: uri)
      return length > 0 ? prefix + address + uri.from(length) : nil
    }
    guard let groups = try matches(pattern, uri, at: pass.place) else { return nil }
    if pass.isExclusion { return "" }
    let found = substituted(address, groups)
    return prefix + (found == address ? address + uri : found)
  }

  /// `unix:/run/app.sock|http://app/` in two: the address, and what stands before it.
  static func withoutSocket(_ target: ByteText) -> (ByteText, prefix: ByteText) {
    guard target.hasPrefix("unix:"), let bar = target.offset(of: "|") else { return (target, "") }
    return (target.from(bar + 1), target.upTo(bar + 1))
  }
}

extension ProxyPass {
  /// Whether it is known here how it maps paths.
  fileprivate var isKnown: Bool { parameters["interpolate"] == nil && parameters["mapping"] == nil }
  fileprivate var tests: [TextTest] { pattern.map { [.matches($0)] } ?? AliasMatch.tests(prefix) }
}

/// An upstream's address in its parts.
struct Upstream {
  let scheme: String
  let host: String
  let port: Int?
  /// Of a Unix domain socket.
  let socket: String?
  /// Of a member of a balancer: what stands before the path.
  let path: String

  init?(_ url: ByteText) {
    var text = String(decoding: Self.certainStart(url), as: UTF8.self)[...]
    var socket: String?
    if text.hasPrefix("unix:"), let bar = text.firstIndex(of: "|") {
      socket = String(text[..<bar])
      text = text[text.index(after: bar)...]
    }
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
    scheme = text[..<colon].lowercased()
    var authority = text[text.index(colon, offsetBy: 3)...].prefix { $0 != "/" && $0 != "?" }
    if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
    var port: Int?
    if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
      let digits = authority[authority.index(after: colon)...]
      if !digits.isEmpty {
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits), 1...65535 ~= number else {
          return nil
        }
        port = number
      }
      authority = authority[..<colon]
    }
    path = String(text[colon...].dropFirst(3).drop { $0 != "/" && $0 != "?" })
    guard !authority.isEmpty || socket != nil || scheme == "balancer" else { return nil }
    (host, self.port, self.socket) = (String(authority), port, socket)
  }

  /// The address as far as the path; of an upstream whose name is made of the request, that which it is.
  private static func certainStart(_ url: ByteText) -> [UInt8] {
    guard url.isWatched else { return url.bytes }
    let start = url.constantStart
    let text = ByteText(start)
    guard let scheme = text.offset(of: "://") else { return url.bytes }
    let isWhole = text.offset(of: "/", from: scheme + 3) != nil || url.from(start.count).hasPrefix("/")
    return isWhole ? start : url.bytes
  }

  /// As a failure names it.
  var peer: String {
    if let socket { return socket }
    let usual = [
      "http": 80, "https": 443, "fcgi": 8000, "ajp": 8009, "ws": 80, "wss": 443, "scgi": 4000, "uwsgi": 3031,
    ]
    return "\(host):\(port ?? usual[scheme] ?? 80)"
  }

  /// The module that speaks the upstream's language.
  var module: String? {
    switch scheme {
    // Since 2.4.47 the module for HTTP also takes those that ask for a websocket, and mod_proxy_wstunnel leaves them to it.
    case "http", "https", "ws", "wss": "proxy_http_module"
    case "fcgi": "proxy_fcgi_module"
    case "ajp": "proxy_ajp_module"
    case "scgi": "proxy_scgi_module"
    case "uwsgi": "proxy_uwsgi_module"
    case "h2", "h2c": "proxy_http2_module"
    case "ftp": "proxy_ftp_module"
    default: nil
    }
  }
}
