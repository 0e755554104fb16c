import ProxyConfig

/// The method of a request: `GET`, `POST` and the like.
struct RequestMethod: ExpressibleByStringLiteral, CustomStringConvertible {
  let name: String
  /// The same where what is found out about it is noted.
  private let watched: ByteText?

  init(stringLiteral name: String) { self.init(name) }

  init(_ name: String) { (self.name, watched) = (name, nil) }

  init(_ text: ByteText) { (name, watched) = (text.shown, text.isWatched ? text : nil) }

  var text: ByteText { watched ?? ByteText(name) }
  var description: String { name }

  func isOne(of names: [String]) -> Bool { names.contains { self == $0 } }

  static func == (method: Self, name: String) -> Bool {
    method.watched.map { $0 == ByteText(name) } ?? (method.name == name)
  }

  static func != (method: Self, name: String) -> Bool { !(method == name) }
}
