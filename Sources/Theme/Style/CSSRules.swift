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
      case "{" where holdsRules(prelude): rules.append(.group(prelude: prelude, rules: self.rules(in: &pieces)))
      case "{":
        rules.append(
          .style(selectors: CSSPieces.split(prelude, at: ","), declarations: declarations(in: &pieces)))
      case ";" where !prelude.isEmpty: rules.append(.statement(prelude))
      case "}": return rules
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
      if end == "}" { break }
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

/// Text cut at given characters, where those stand outside of quotation marks and parentheses.
struct CSSPieces {
  private var rest: Substring

  init(_ css: String) {
    rest = css[...]
  }

  /// What comes before the next of `ends`, and which one that was; nil at the end of the text.
  mutating func next(endingAt ends: String) -> (text: String, end: Character?)? {
    guard !rest.isEmpty else { return nil }
    var quote: Character?
    var depth = 0
    var index = rest.startIndex
    while index < rest.endIndex {
      let character = rest[index]
      if let open = quote {
        if character == "\\" { index = rest.index(after: index) } else if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "(" || character == "[" {
        depth += 1
      } else if character == ")" || character == "]" {
        depth -= 1
      } else if depth <= 0, ends.contains(character) {
        let text = String(rest[..<index])
        rest = rest[rest.index(after: index)...]
        return (text, character)
      }
      if index < rest.endIndex { index = rest.index(after: index) }
    }
    defer { rest = "" }
    return (String(rest), nil)
  }

  static func split(_ text: String, at separator: Character) -> [String] {
    var pieces = CSSPieces(text)
    var parts: [String] = []
    while let (part, _) = pieces.next(endingAt: String(separator)) { parts.append(part) }
    return parts
  }
}
