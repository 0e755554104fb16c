/// A JSON value (RFC 8259) whose members keep the order they were written in, so that output is stable.
public enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  public struct Member: Sendable, Hashable {
    public var name: String
    public var value: JSON

    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// How a value is laid out: on one line, or indented by two spaces with a member a line.
  public enum Layout: Sendable { case compact, indented }

  /// The value as JSON text, without a line break at the end.
  public func serialized(_ layout: Layout = .compact) -> String {
    var bytes: [UInt8] = []
    write(to: &bytes, indent: layout == .indented ? 0 : nil)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same behind what `output` holds, indented as it stands so many levels deep.
  public func append(to output: inout [UInt8], depth: Int) { write(to: &output, indent: depth) }

  private func write(to text: inout [UInt8], indent: Int?) {
    switch self {
    case .null: text += "null".utf8
    case .bool(let value): text += (value ? "true" : "false").utf8
    case .int(let value): text += String(value).utf8
    case .double(let value): text += (value.isFinite ? String(value) : "null").utf8
    case .string(let value): Self.quote(value, to: &text)
    case .array(let values):
      Self.writeList(values, "[", "]", to: &text, indent: indent) { value, text, indent in
        value.write(to: &text, indent: indent)
      }
    case .object(let members):
      Self.writeList(members, "{", "}", to: &text, indent: indent) { member, text, indent in
        Self.quote(member.name, to: &text)
        text += (indent == nil ? ":" : ": ").utf8
        member.value.write(to: &text, indent: indent)
      }
    }
  }

  private static func writeList<Element>(
    _ elements: [Element], _ open: Unicode.Scalar, _ close: Unicode.Scalar, to text: inout [UInt8], indent: Int?,
    element write: (Element, inout [UInt8], Int?) -> Void
  ) {
    func breakLine(_ indent: Int) {
      text.append(UInt8(ascii: "\n"))
      text += repeatElement(UInt8(ascii: " "), count: 2 * indent)
    }
    text.append(UInt8(ascii: open))
    let inner = indent.map { $0 + 1 }
    for (index, element) in elements.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      if let inner { breakLine(inner) }
      write(element, &text, inner)
    }
    if let indent, !elements.isEmpty { breakLine(indent) }
    text.append(UInt8(ascii: close))
  }

  /// `text` as a JSON string with its quotation marks. `<` and U+2028/2029 are escaped as well, so that the result may
  /// stand inside a `script` element.
  public static func quoted(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    quote(String(text), to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same behind what `output` holds.
  public static func append(quoted text: String, to output: inout [UInt8]) { quote(text, to: &output) }

  /// Several texts as one string.
  public static func append(quotedTogether texts: String..., to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for var text in texts { text.withUTF8 { appendEscaped($0, to: &output) } }
    output.append(UInt8(ascii: "\""))
  }

  /// The same of a text in UTF-8.
  public static func append(quoted text: [UInt8], to output: inout [UInt8]) {
    text.withUnsafeBufferPointer { quote($0, to: &output) }
  }

  private static func quote(_ text: String, to output: inout [UInt8]) {
    var text = text
    text.withUTF8 { quote($0, to: &output) }
  }

  private static func quote(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    appendEscaped(bytes, to: &output)
    output.append(UInt8(ascii: "\""))
  }

  /// Whole stretches without anything to escape are copied at once: nearly all text is one.
  private static func appendEscaped(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    var start = 0
    var index = 0
    while true {
      index = plainEnd(bytes, from: index)
      guard index < bytes.count else { break }
      guard let (escape, length) = escape(bytes, at: index) else {
        index += 1
        continue
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
      output += escape.utf8
      index += length
      start = index
    }
    output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
  }

  /// Where the bytes from `start` that stand for themselves end.
  @inline(__always)
  private static func plainEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = EightBytes.skip(bytes, from: start) { eight in
      eight.marks(below: 0x20) | eight.marks(of: UInt8(ascii: "\"")) | eight.marks(of: UInt8(ascii: "<"))
        | eight.marks(of: UInt8(ascii: "\\")) | eight.marks(of: 0x7F) | eight.marks(of: 0xE2)
    }
    while index < bytes.count, isPlain(bytes[index]) { index += 1 }
    return index
  }

  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "<") && byte != UInt8(ascii: "\\")
      && byte != 0x7F && byte != 0xE2
  }

  /// What stands for the character at `index`, and how many bytes it has; nil if it stands for itself.
  private static func escape(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (String, Int)? {
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: "\""): return ("\\\"", 1)
    case UInt8(ascii: "\\"): return ("\\\\", 1)
    case UInt8(ascii: "\n"): return ("\\n", 1)
    case UInt8(ascii: "\r"): return ("\\r", 1)
    case UInt8(ascii: "\t"): return ("\\t", 1)
    case UInt8(ascii: "<"), 0..<0x20, 0x7F: return (unicodeEscape(UInt32(byte)), 1)
    case 0xE2:
      guard index + 2 < bytes.count, bytes[index + 1] == 0x80, bytes[index + 2] & 0xFE == 0xA8 else { return nil }
      return (unicodeEscape(0x2000 + UInt32(bytes[index + 2]) - 0x80), 3)
    default: return nil
    }
  }

  private static func unicodeEscape(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .int(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
  public init(nilLiteral: ()) { self = .null }
}
