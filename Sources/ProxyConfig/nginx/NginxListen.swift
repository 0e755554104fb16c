/// The address a server listens on.
public struct NginxListen: Sendable {
  /// The host as written; `*` and `[::]` stand for every address.
  public let host: String
  public let port: Int
  public let isDefault: Bool
  public private(set) var isTLS: Bool
  /// HTTP/3, over UDP.
  public let isQUIC: Bool
  public let expectsProxyProtocol: Bool
  /// The directive; nil for the implied `*:80`.
  public let directive: Directive?

  public var isWildcard: Bool { host == "*" || host == "[::]" || host == "0.0.0.0" }
  public var isIPv6: Bool { host.hasPrefix("[") }
  public var isUnixSocket: Bool { host.hasPrefix("unix:") }
  /// True when only this machine can connect.
  public var isLoopback: Bool { host.hasPrefix("127.") || host == "[::1]" || host == "localhost" }
  public var address: String { isUnixSocket ? host : "\(host):\(port)" }

  /// The same with TLS on every connection.
  var overTLS: NginxListen {
    var copy = self
    copy.isTLS = true
    return copy
  }

  /// What a server without `listen` has.
  static let implied = NginxListen(host: "*", port: 80)

  private init(host: String, port: Int) {
    self.host = host
    self.port = port
    isDefault = false
    isTLS = false
    isQUIC = false
    expectsProxyProtocol = false
    directive = nil
  }

  /// Reads `listen address[:port] | port | unix:path [options]`.
  init?(_ directive: Directive) {
    guard let text = directive.argument(1)?.string else { return nil }
    let options = directive.words.dropFirst(2).map(\.value)
    isDefault = options.contains("default_server") || options.contains("default")
    isQUIC = options.contains("quic")
    isTLS = options.contains("ssl") || isQUIC
    expectsProxyProtocol = options.contains("proxy_protocol")
    self.directive = directive
    if text.hasPrefix("unix:") {
      (host, port) = (text, 0)
    } else if let number = Int(text), 1...65535 ~= number {
      (host, port) = ("*", number)
    } else if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      let rest = text[text.index(after: end)...]
      host = String(text[...end]).lowercased()
      port = rest.isEmpty ? 80 : Int(rest.dropFirst()) ?? 80
    } else if let colon = text.lastIndex(of: ":") {
      host = String(text[..<colon]).lowercased()
      port = Int(text[text.index(after: colon)...]) ?? 80
    } else {
      (host, port) = (text.lowercased(), 80)
    }
  }
}
