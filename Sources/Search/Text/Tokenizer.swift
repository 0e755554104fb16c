/// A word of a text or of a query.
struct Token: Hashable {
  /// As the index knows it.
  let term: String
  /// In its own spelling, if folding changed it.
  let exact: String?
  let kind: Kind

  enum Kind: Hashable {
    case word
    /// Several words joined by `_`, `-` or `.`.
    case whole
    /// One of those words.
    case part
    /// One of the words in `camelCase`, which is a term of its own.
    case hump
  }

  /// Whether it is one of the words the text is a row of.
  var isInRow: Bool { kind == .word || kind == .part }
}

/// Cuts text into words. The browser's `tokens` in `tokens.js` does the same; golden tests hold the two together.
enum Tokenizer {
  /// A longer whole is not an identifier that anybody types.
  static let longestWhole = 40
  static let mostParts = 6
  /// A longer run is cut off here.
  static let longestWord = 40

  static func tokens(_ text: String) -> [Token] {
    var tokens: [Token] = []
    tokens.reserveCapacity(text.utf8.count / 5)
    var plain = PlainScan()
    plain.load(text)
    while true {
      let start = plain.next()
      for piece in plain.pieces { tokens.append(Token(term: plain.text(piece), exact: nil, kind: piece.kind)) }
      guard let start else { break }
      tokens += plain.otherRun(at: start)
    }
    return tokens
  }

  /// Words with nothing but a joiner between them.
  struct Run {
    var words: [String] = []
    var joiners: [Character] = []
    var isPaired = false

    func add(to tokens: inout [Token]) {
      if isPaired { return addPairs(to: &tokens) }
      let kind: Token.Kind = words.count > 1 ? .part : .word
      if words.count > 1, let whole { tokens.append(Tokenizer.token(whole, .whole)) }
      for word in words {
        tokens.append(Tokenizer.token(word, kind))
        for part in Tokenizer.humps(word) { tokens.append(Tokenizer.token(part, .hump)) }
      }
    }

    private var whole: String? {
      guard words.count <= mostParts else { return nil }
      var whole = words[0]
      for (word, joiner) in zip(words.dropFirst(), joiners) {
        whole.append(joiner)
        whole += word
      }
      let isNumeric = words.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
      return whole.unicodeScalars.count > longestWhole || (isNumeric && words.count > 3) ? nil : whole
    }

    private func addPairs(to tokens: inout [Token]) {
      let characters = Array(Folding.folded(Folding.exact(words[0])).unicodeScalars)
      guard characters.count > 1 else {
        return tokens.append(Token(term: String(String.UnicodeScalarView(characters)), exact: nil, kind: .word))
      }
      for index in 0..<characters.count - 1 {
        let pair = String(String.UnicodeScalarView(characters[index...index + 1]))
        tokens.append(Token(term: pair, exact: nil, kind: .word))
      }
    }
  }

  static func token(_ word: String, _ kind: Token.Kind) -> Token {
    let exact = Folding.exact(word)
    let term = Folding.folded(exact)
    return Token(term: term, exact: term == exact ? nil : exact, kind: kind)
  }

  /// `max`, `Request`, `Workers` for `maxRequestWorkers`; nothing for a word without an inner capital.
  static func humps(_ word: String) -> [String] {
    var parts: [String] = []
    var part = ""
    var wasLower = false
    for byte in word.utf8 {
      guard byte < 0x80 else { return [] }
      let isUpper = (0x41...0x5A).contains(byte)
      if isUpper, wasLower {
        parts.append(part)
        part = ""
      }
      part.unicodeScalars.append(Unicode.Scalar(byte))
      wasLower = (0x61...0x7A).contains(byte)
    }
    return parts.isEmpty ? [] : parts + [part]
  }

  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 0x80 {
      return (0x61...0x7A).contains(value) || (0x30...0x39).contains(value) || (0x41...0x5A).contains(value)
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber,
      .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
      return true
    default: return false
    }
  }

  static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "_" || scalar == "-" || scalar == "." }
  static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool { scalar == "'" || scalar == "\u{2019}" }

  /// Scripts whose text is cut into pairs of characters.
  static func isPaired(_ value: UInt32) -> Bool {
    switch value {
    case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x9FFF,
      0xAC00...0xD7AF,
      0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
