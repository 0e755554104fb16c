/// A kind of proxy, by the name that the command line knows it by.
public struct ProxyKind: RawRepresentable, ExpressibleByStringLiteral, Sendable, Hashable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral name: String) { rawValue = name }
}
