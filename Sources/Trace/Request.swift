public import ProxyConfig

/// One request of one visitor, as it is sent.
public struct Request: Sendable, Hashable {
  public enum Scheme: String, Sendable, Hashable { case http, https }

  public struct Header: Sendable, Hashable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public var method: String
  public var scheme: Scheme
  /// The host of the URL without the port: what the connection goes to, and the `Host` header unless one is given.
  public var host: String
  public var port: Int
  /// Path and query as they are sent, `/` at least.
  public var target: ByteText
  public var headers: [Header]
  public var bodyLength: Int
  /// The visitor's address, when the answer may depend on it.
  public var client: String?
  /// True when no other header is sent, so that an absent header is known to be empty.
  public var headersAreComplete: Bool

  /// What a visitor shows who is asked for a TLS certificate of his own.
  public enum Certificate: String, Sendable, Hashable, CaseIterable { case none, good, bad }

  public var certificate = Certificate.none

  public init(
    method: String = "GET", scheme: Scheme = .http, host: String, port: Int? = nil, target: ByteText = "/",
    headers: [Header] = [], bodyLength: Int = 0, client: String? = nil, headersAreComplete: Bool = false
  ) {
    self.method = method
    self.scheme = scheme
    self.host = host
    self.port = port ?? (scheme == .http ? 80 : 443)
    self.target = target
    self.headers = headers
    self.bodyLength = bodyLength
    self.client = client
    self.headersAreComplete = headersAreComplete
  }

  /// The value of a header by name, in any case; the first wins.
  public func header(_ name: String) -> String? {
    headers.first { Self.isSame($0.name, name) }?.value
  }

  /// Whether two names differ in nothing but capitals.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    let isASCII = one.utf8.allSatisfy { $0 < 0x80 } && other.utf8.allSatisfy { $0 < 0x80 }
    guard isASCII else { return one.lowercased() == other.lowercased() }
    func small(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
    return one.utf8.count == other.utf8.count && one.utf8.elementsEqual(other.utf8) { small($0) == small($1) }
  }
}

extension Request {
  /// Reads `METHOD http://host:port/path`; nil when it is anything else.
  public init?(_ line: String, headers: [Header] = [], bodyLength: Int = 0) {
    let words = line.split(separator: " ", maxSplits: 1)
    guard words.count == 2, !words[0].isEmpty else { return nil }
    var rest = words[1].drop { $0 == " " }
    let scheme: Scheme
    if rest.lowercased().hasPrefix("http://") {
      (scheme, rest) = (.http, rest.dropFirst(7))
    } else if rest.lowercased().hasPrefix("https://") {
      (scheme, rest) = (.https, rest.dropFirst(8))
    } else {
      return nil
    }
    let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    var authority = rest[..<end]
    var target = rest[end...].prefix { $0 != "#" }
    if target.first != "/" { target = "/" + target }
    var port: Int?
    if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
      guard let number = Int(authority[authority.index(after: colon)...]), 1...65535 ~= number else { return nil }
      port = number
      authority = authority[..<colon]
    }
    guard !authority.isEmpty else { return nil }
    self.init(
      method: String(words[0]), scheme: scheme, host: String(authority), port: port, target: ByteText(String(target)),
      headers: headers, bodyLength: bodyLength)
  }
}
