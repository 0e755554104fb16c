/// The tags of a drawing one after another, read more strictly than a browser reads them: where the two could disagree
/// about where a tag ends, the drawing is broken.
struct SVGTags {
  struct Attribute {
    var name: String
    var value: String
  }

  enum Token {
    case open(String, [Attribute], isClosed: Bool)
    case close(String)
    /// What is wrong, in words.
    case broken(String)
  }

  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  /// What follows the last tag.
  var remainder: Substring { Substring(rest) }

  /// The next tag; text and comments are passed over. Nothing follows what is broken.
  mutating func next() -> Token? {
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[start...].dropFirst()
      switch rest.first {
      case UInt8(ascii: "!"):
        guard skipComment() else { return .broken("it has a <!…> other than a plain comment") }
      case UInt8(ascii: "/"):
        rest = rest.dropFirst()
        let name = word()
        skipSpace()
        guard take(">") else { return .broken("its </\(name)> is no closing tag") }
        return .close(name)
      default:
        return tag()
      }
    }
    rest = rest[rest.endIndex...]
    return nil
  }

  private mutating func tag() -> Token {
    let name = word()
    guard !name.isEmpty else { return .broken("it has a < that begins no tag") }
    var attributes: [Attribute] = []
    while true {
      let hasSpace = skipSpace()
      if take(">") { return .open(name, attributes, isClosed: false) }
      if take("/") {
        return take(">") ? .open(name, attributes, isClosed: true) : .broken("its <\(name)> has a stray /")
      }
      let key = word()
      guard hasSpace, !key.isEmpty else { return .broken("its <\(name)> does not end") }
      skipSpace()
      guard take("=") else { return .broken("its \(key) has no value") }
      skipSpace()
      guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
        let end = rest.dropFirst().firstIndex(of: quote)
      else { return .broken("the value of its \(key) stands in no quotes") }
      let value = String(Substring(rest[..<end].dropFirst()))
      guard !value.contains("<") else { return .broken("the value of its \(key) has a <") }
      attributes.append(Attribute(name: key, value: value))
      rest = rest[end...].dropFirst()
    }
  }

  /// A comment without `<`, `>` and `--` in it ends at the same place for everybody.
  private mutating func skipComment() -> Bool {
    guard rest.starts(with: "!--".utf8), let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
    let comment = rest[..<end].dropFirst(3)
    guard comment.count >= 2, comment.suffix(2).elementsEqual("--".utf8) else { return false }
    rest = rest[end...].dropFirst()
    let text = comment.dropLast(2)
    return !text.contains(UInt8(ascii: "<")) && !Substring(text).contains("--")
  }

  /// A name of letters, digits and `:`, `-`, `_`, `.`.
  private mutating func word() -> String {
    let name = rest.prefix { byte in
      (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39) || ":-_.".utf8.contains(byte)
    }
    rest = rest[name.endIndex...]
    return String(Substring(name))
  }

  @discardableResult private mutating func skipSpace() -> Bool {
    let start = rest.startIndex
    rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return rest.startIndex != start
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }
}
