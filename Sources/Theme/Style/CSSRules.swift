/// Minified CSS as rules that can be left out or rewritten, and back as text.
///
/// It knows blocks, quotation marks and parentheses, which is enough for sheets that `MinifiedCSS` has been over.
indirect enum CSSRule: Hashable {
  /// `selectors{declarations}`, also `@font-face{…}`.
  case style(selectors: [String], declarations: [CSSDeclaration])
  /// `@media …{rules}`, `@keyframes …{rules}` and the like.
  case group(prelude: String, rules: [CSSRule])
  /// `@import …;` and the like, without the semicolon.
  case statement(String)

  var text: String {
    switch self {
    case .style(let selectors, let declarations):
      selectors.joined(separator: ",") + "{"
        + declarations.map { "\($0.property):\($0.value)" }.joined(separator: ";") + "}"
    case .group(let prelude, let rules): prelude + "{" + rules.map(\.text).joined() + "}"
    case .statement(let text): text + ";"
    }
  }

  /// The rules of a sheet, in order. What is not closed at its end is closed there.
  static func rules(of css: String) -> [CSSRule] {
    var pieces = CSSPieces(css)
    return rules(in: &pieces)
  }

  private static func rules(in pieces: inout CSSPieces) -> [CSSRule] {
    var rules: [CSSRule] = []
    while let (prelude, end) = pieces.next(endingAt: "{;}") {
      switch end {
      case UInt8(ascii: "{") where holdsRules(prelude):
        rules.append(.group(prelude: prelude, rules: self.rules(in: &pieces)))
      case UInt8(ascii: "{"):
        rules.append(
          .style(selectors: CSSPieces.split(prelude, at: ","), declarations: declarations(in: &pieces)))
      case UInt8(ascii: ";") where !prelude.isEmpty: rules.append(.statement(prelude))
      case UInt8(ascii: "}"): return rules
      default: break
      }
    }
    return rules
  }

  private static func holdsRules(_ prelude: String) -> Bool {
    prelude.hasPrefix("@") && !prelude.hasPrefix("@font-face") && !prelude.hasPrefix("@page")
  }

  private static func declarations(in pieces: inout CSSPieces) -> [CSSDeclaration] {
    var declarations: [CSSDeclaration] = []
    while let (text, end) = pieces.next(endingAt: ";}") {
      if let colon = text.firstIndex(of: ":") {
        declarations.append(
          CSSDeclaration(property: String(text[..<colon]), value: String(text[text.index(after: colon)...])))
      }
      if end == UInt8(ascii: "}") { break }
    }
    return declarations
  }
}

/// `property:value`, for a custom property too.
struct CSSDeclaration: Hashable {
  var property: String
  var value: String

  var isCustom: Bool { property.hasPrefix("--") }
}

/// Text cut at given characters of ASCII, where those stand outside of quotation marks and parentheses.
struct CSSPieces {
  private var rest: ArraySlice<UInt8>

  init(_ css: String) {
    rest = Array(css.utf8)[...]
  }

  /// What comes before the next of `ends`, and which one that was; nil at the end of the text.
  mutating func next(endingAt ends: String) -> (text: String, end: UInt8?)? {
    guard !rest.isEmpty else { return nil }
    let ends = Array(ends.utf8)
    var quote: UInt8?
    var depth = 0
    var index = rest.startIndex
    while index < rest.endIndex {
      let byte = rest[index]
      if let open = quote {
        if byte == UInt8(ascii: "\\") { index += 1 } else if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") {
        depth -= 1
      } else if depth <= 0, ends.contains(byte) {
        let text = String(decoding: rest[..<index], as: UTF8.self)
        rest = rest[(index + 1)...]
        return (text, byte)
      }
      index += 1
    }
    defer { rest = [] }
    return (String(decoding: rest, as: UTF8.self), nil)
  }

  static func split(_ text: String, at separator: Character) -> [String] {
    var pieces = CSSPieces(text)
    var parts: [String] = []
    while let (part, _) = pieces.next(endingAt: String(separator)) { parts.append(part) }
    return parts
  }
}
