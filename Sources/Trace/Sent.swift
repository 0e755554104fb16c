public import ProxyConfig

/// What is sent: by a visitor who is known, or by all there are, whose parts a watch gives out.
public struct Sent {
  private let request: Request
  private let watch: TextWatch?

  /// - Parameter request: of a visitor who is watched, the connection.
  public init(_ request: Request, _ decider: Decider) { (self.request, watch) = (request, decider.watch) }

  /// Whether all requests are followed at once.
  public var isWatched: Bool { watch != nil }

  public var method: ByteText { watch?.input("method") ?? ByteText(request.method) }

  /// Path and query.
  public var target: ByteText { watch?.input("target") ?? request.target }

  /// The `Host` header, with the port unless it is the usual one.
  public var host: ByteText {
    let isUsual = request.port == (request.scheme == .http ? 80 : 443)
    let end = ByteText(isUsual ? "" : ":\(request.port)")
    guard let watch else {
      return ByteText(request.header("Host") ?? request.host) + (request.header("Host") == nil ? end : "")
    }
    // Whoever is told an address sends the name without a port.
    return watch.input("host") + (request.host.isEmpty ? end : "")
  }

  /// The name that is asked for, without a port.
  public var name: ByteText {
    guard let watch, request.host.isEmpty else { return ByteText(request.host) }
    return watch.input("host")
  }

  /// A header that a visitor who is watched sends; nil where none is sent, and for conditions and ranges, which are not
  /// among the requests that are followed.
  public func header(_ name: String) -> ByteText? {
    let name = name.lowercased()
    guard let watch, name != "host", !Self.conditions.contains(name) else { return nil }
    let value = watch.input("header " + name)
    return value.isEmpty ? nil : value
  }

  /// Conditions and ranges.
  public static let conditions: Set = [
    "range", "if-range", "if-match", "if-none-match", "if-modified-since", "if-unmodified-since",
  ]

  /// A cookie that a visitor who is watched sends; empty where none is.
  public func cookie(_ name: String) -> ByteText { watch?.input("cookie " + name) ?? "" }

  public func isBodyLonger(than limit: Int) -> Bool {
    watch?.isAbove("body", limit) ?? (request.bodyLength > limit)
  }

  /// The visitor's address; of those who are watched, one out of each part of the network that the configuration tells from
  /// others.
  public var client: String? {
    guard let watch else { return request.client }
    if request.host.hasPrefix("127.") || request.host == "localhost" { return "127.0.0.1" }
    if request.host == "[::1]" { return "::1" }
    let input = watch.input("client")
    input.note(
      watch.question(named: "clients") { TextQuestion((watch.words["client"] ?? []).map { [.equals($0)] }) })
    return input.shown
  }
}
