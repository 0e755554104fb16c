/// A question about a text that has two answers.
public enum TextTest: Sendable {
  case equals([UInt8])
  case prefix([UInt8])
  case suffix([UInt8])
  case contains([UInt8])
  case matches(Pattern)

  public func holds(for text: [UInt8]) -> Bool {
    switch self {
    case .equals(let word): text == word
    case .prefix(let word): text.starts(with: word)
    case .suffix(let word): text.count >= word.count && text.suffix(word.count) == word[...]
    case .contains(let word): word.isEmpty || text.indices.contains { text[$0...].starts(with: word) }
    case .matches(let pattern): if case .match = pattern.firstMatch(in: ByteText(text)) { true } else { false }
    }
  }

  /// A text as a regular expression that matches it.
  public static func quoted(_ text: ByteText) -> String {
    text.bytes.map { byte in
      let isPlain = TextOrigin.isUnreserved(byte) && byte != UInt8(ascii: ".") && byte != UInt8(ascii: "-")
      return isPlain ? String(UnicodeScalar(byte)) : "\\x{\(String(byte, radix: 16))}"
    }.joined()
  }

  /// Texts for which it is likely to hold, the likeliest first.
  public var examples: [[UInt8]] {
    switch self {
    case .equals(let word), .prefix(let word), .suffix(let word), .contains(let word): [word]
    case .matches(let pattern): pattern.examples.map(\.storage)
    }
  }
}

extension TextTest: Hashable {
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.equals(let one), .equals(let other)), (.prefix(let one), .prefix(let other)),
      (.suffix(let one), .suffix(let other)), (.contains(let one), .contains(let other)):
      one == other
    case (.matches(let one), .matches(let other)): one.isSame(as: other)
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .equals(let word): hasher.combine(word)
    case .prefix(let word), .suffix(let word), .contains(let word):
      hasher.combine(1)
      hasher.combine(word)
    case .matches(let pattern): hasher.combine(pattern.text)
    }
  }
}

extension Pattern {
  /// Whether it is the same expression.
  func isSame(as other: Pattern) -> Bool { ignoresCase == other.ignoresCase && text == other.text }
}

/// A question about a text that has several answers: the first case of which a test holds, or none of them. A whole table
/// of locations, names or map entries is one question.
public final class TextQuestion: @unchecked Sendable {
  /// In the order they are tried; of each case any test suffices.
  public let cases: [[TextTest]]
  /// The first case of a text that is asked for as a whole.
  private var whole: [[UInt8]: Int] = [:]
  private var prefixes: [[UInt8]: Int] = [:]
  /// Of prefixes, the longest first.
  private let lengths: [Int]
  private var others: [(number: Int, test: TextTest)] = []

  public init(_ cases: [[TextTest]]) {
    self.cases = cases
    for (number, tests) in cases.enumerated() {
      for test in tests {
        switch test {
        case .equals(let word): if whole[word] == nil { whole[word] = number }
        case .prefix(let word): if prefixes[word] == nil { prefixes[word] = number }
        default: others.append((number, test))
        }
      }
    }
    lengths = Set(prefixes.keys.map(\.count)).sorted()
  }

  public convenience init(_ test: TextTest) { self.init([[test]]) }

  /// The first case that holds.
  public func firstCase(for text: [UInt8]) -> Int? {
    var best = whole[text]
    for length in lengths where length <= text.count {
      if let found = prefixes[Array(text.prefix(length))], found < best ?? .max { best = found }
    }
    for other in others {
      if let best, other.number >= best { break }
      if other.test.holds(for: text) {
        best = other.number
        break
      }
    }
    return best
  }
}
