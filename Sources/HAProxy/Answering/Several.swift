import ProxyConfig

/// A text that holds several values, of which each is tried: a header between its commas, a query's arguments of one name.
struct Several: Sendable {
  enum Kind: Sendable, Hashable {
    case listed
    case argument(String)
  }

  let text: ByteText
  let kind: Kind

  /// The values, of one request.
  var values: [ByteText] { Self.values(text.unwatched, kind) }

  private static func values(_ text: ByteText, _ kind: Kind) -> [ByteText] {
    switch kind {
    case .listed: listed(text)
    case .argument(let name): arguments(text, name)
    }
  }

  /// The last of them, which is what a format shows.
  var last: ByteText {
    let kind = kind
    return text.changed("the last value of \(kind)") { Self.values(ByteText($0), kind).last?.bytes ?? [] }
  }

  /// Whether there is any, asked of all requests at once.
  var isAny: Bool {
    guard case .argument = kind, let pattern = try? Pattern(ByteText(start)) else { return true }
    return text.matches(pattern)
  }

  /// Whether it holds one value and nothing else, asked of all requests at once.
  var isOne: Bool { kind == .listed && !text.contains(UInt8(ascii: ",")) }

  /// What stands before a value, as a regular expression; then a byte of a value; then what stands behind one.
  private var start: String {
    switch kind {
    case .listed: "(?:^|,)[ \\t]*"
    case .argument(let name): "(?:^|&)\(TextTest.quoted(ByteText(name)))="
    }
  }
  private var inner: String { kind == .listed ? "[^,]" : "[^&]" }
  private var end: String { kind == .listed ? "[ \\t]*(?:,|$)" : "(?:&|$)" }

  /// Whether any value is like a text; nil where that cannot be asked of the whole.
  func test(_ wanted: ByteText, _ matching: Matching) -> TextTest? {
    let quoted = TextTest.quoted(wanted)
    let text: String
    switch matching {
    case .str: text = start + quoted + end
    case .beg: text = start + quoted
    case .end: text = start + inner + "*" + quoted + end
    case .sub: text = start + inner + "*" + quoted
    default: return nil
    }
    return (try? Pattern(ByteText(text))).map { .matches($0) }
  }

  /// The values of a header between commas; commas in quotation marks are part of a value.
  private static func listed(_ text: ByteText) -> [ByteText] {
    var values: [ByteText] = []
    var (value, isQuoted): ([UInt8], Bool) = ([], false)
    for byte in text.bytes + [UInt8(ascii: ",")] {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard byte == UInt8(ascii: ","), !isQuoted else {
        value.append(byte)
        continue
      }
      let start = value.drop { $0 == 0x20 || $0 == 0x09 }
      let end = start.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? start.startIndex
      values.append(ByteText(start[..<end]))
      value = []
    }
    return values
  }

  private static func arguments(_ query: ByteText, _ name: String) -> [ByteText] {
    query.split(separator: UInt8(ascii: "&")).compactMap { pair in
      let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      guard pair.upTo(end).string == name, end < pair.count else { return nil }
      return pair.from(end + 1)
    }
  }
}
