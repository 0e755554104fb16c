/// Markup that is safe to put into an HTML document, as element content or inside a double-quoted attribute.
///
/// A plain `String` gets into a page only through `init(text:)`, which escapes the five characters that HTML gives a
/// meaning to (WHATWG HTML, "Serializing HTML fragments", plus the apostrophe). Markup that this program made itself
/// enters through `init(trusted:)`, a name that is easy to search for.
public struct HTML: Sendable, Hashable {
  public private(set) var markup: String

  /// Escapes `text` for element content and for quoted attribute values alike.
  public init(text: some StringProtocol) {
    markup = Self.escape(text)
  }

  /// Takes markup over as it is; for markup that the program itself has produced.
  public init(trusted markup: String) {
    self.markup = markup
  }

  public static func += (left: inout HTML, right: HTML) {
    left.markup += right.markup
  }

  /// `text` with `& < > " '` replaced by character references.
  public static func escape(_ text: some StringProtocol) -> String {
    var text = String(text)
    guard text.withUTF8({ plainEnd($0, from: 0, isQuoteSpecial: true) < $0.count }) else { return text }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count + 32)
    append(text: text, to: &escaped)
    return String(decoding: escaped, as: UTF8.self)
  }

  /// Appends `bytes`, escaped, to `output`; for renderers that build a page as bytes.
  public static func append(_ bytes: some Sequence<UInt8>, to output: inout [UInt8]) {
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): output.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\""): output.append(contentsOf: "&quot;".utf8)
      case UInt8(ascii: "'"): output.append(contentsOf: "&#39;".utf8)
      default: output.append(byte)
      }
    }
  }

  /// Appends a text, escaped, to `output`: the same for a text that is at hand as a whole, with runs copied in one go.
  public static func append(text: String, to output: inout [UInt8]) {
    var text = text
    text.withUTF8 { append($0, isQuoteSpecial: true, to: &output) }
  }

  /// Appends a part of a text for element content and double-quoted attributes, where an apostrophe stands for itself.
  public static func append(_ bytes: [UInt8], _ range: Range<Int>, to output: inout [UInt8]) {
    bytes.withUnsafeBufferPointer {
      append(UnsafeBufferPointer(rebasing: $0[range]), isQuoteSpecial: false, to: &output)
    }
  }

  @inline(__always)
  private static func append(_ bytes: UnsafeBufferPointer<UInt8>, isQuoteSpecial: Bool, to output: inout [UInt8]) {
    var index = 0
    while true {
      let end = plainEnd(bytes, from: index, isQuoteSpecial: isQuoteSpecial)
      if end > index { output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[index..<end])) }
      guard end < bytes.count else { return }
      append(CollectionOfOne(bytes[end]), to: &output)
      index = end + 1
    }
  }

  /// Where the bytes from `start` that stand for themselves end.
  @inline(__always)
  private static func plainEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isQuoteSpecial: Bool) -> Int {
    var index = EightBytes.skip(bytes, from: start) { eight in
      let marks =
        eight.marks(of: UInt8(ascii: "&")) | eight.marks(of: UInt8(ascii: "<")) | eight.marks(of: UInt8(ascii: ">"))
        | eight.marks(of: UInt8(ascii: "\""))
      return isQuoteSpecial ? marks | eight.marks(of: UInt8(ascii: "'")) : marks
    }
    while index < bytes.count, !isSpecial(bytes[index]) || !isQuoteSpecial && bytes[index] == UInt8(ascii: "'") {
      index += 1
    }
    return index
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
    default: false
    }
  }
}
