public import ProxyConfig

/// The method of a request: `GET`, `POST` and the like.
public struct RequestMethod: ExpressibleByStringLiteral, CustomStringConvertible {
  public let name: String
  /// The same where what is found out about it is noted.
  private let watched: ByteText?

  public init(stringLiteral name: String) { self.init(name) }

  public init(_ name: String) { (self.name, watched) = (name, nil) }

  public init(_ text: ByteText) { (name, watched) = (text.shown, text.isWatched ? text : nil) }

  public var text: ByteText { watched ?? ByteText(name) }
  public var description: String { name }

  public func isOne(of names: [String]) -> Bool { names.contains { self == $0 } }

  public static func == (method: Self, name: String) -> Bool {
    method.watched.map { $0 == ByteText(name) } ?? (method.name == name)
  }

  public static func != (method: Self, name: String) -> Bool { !(method == name) }
}
