import Foundation
import TestSupport
import Testing

@testable import Search

/// The browser's tokeniser is held against the same file.
@Suite("Text is cut into words")
struct TokenizerTests {
  struct Case: Decodable, CustomTestStringConvertible {
    let text: String
    /// `=` marks a whole, `-` its parts, `+` a hump, `{…}` a spelling that folding changed.
    let tokens: [String]

    var testDescription: String { text }
  }

  static let cases: [Case] = {
    let file = PackageFolder.root.appending(path: "Tests/SearchTests/Fixtures/tokens.json")
    return (try? JSONDecoder().decode([Case].self, from: Data(contentsOf: file))) ?? []
  }()

  @Test("the fixture is there")
  func fixture() { #expect(Self.cases.count > 15) }

  @Test("as the golden file says", arguments: cases)
  func tokens(_ golden: Case) {
    let marks: [Token.Kind: String] = [.word: "", .whole: "=", .part: "-", .hump: "+"]
    let found = Tokenizer.tokens(golden.text).map { token in
      token.term + (marks[token.kind] ?? "?") + (token.exact.map { "{\($0)}" } ?? "")
    }
    #expect(found == golden.tokens)
  }

  @Test("plain text is cut as text in any script is")
  func plain() {
    var random = SystemRandomNumberGenerator()
    let pieces = [
      "a", "Bc", "dE", "7", "404", "_", "-", ".", "'", " ", "'t", "\n", "é", "网关", "’",
      String(repeating: "x", count: 41),
    ]
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0...14, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      var slow: [Token] = []
      var scan = Tokenizer.Scan(Array(text.utf8), from: 0)
      while let run = scan.next() { run.add(to: &slow) }
      #expect(Tokenizer.tokens(text) == slow, "\(text)")
    }
  }
}
