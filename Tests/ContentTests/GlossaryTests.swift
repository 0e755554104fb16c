import Foundation
import TestSupport
import Testing

/// Holds the words for visitors, in every language, to `glossary.tsv`: the form of address, no gender of the reader, and
/// the terms that speakers of the language use.
@Suite("Terms of each language")
struct GlossaryTests {
  @Test("each locale writes the terms of the glossary, and none that it rules out")
  func terms() throws {
    let folder = PackageFolder.root.appending(path: "content/locales")
    let languages = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(".yaml".count)) }
    let entries = try Self.entries()
    for language in languages {
      let own = entries.filter { $0.language == language }
      #expect(own.contains { $0.meaning == "address" }, "\(language) has no form of address")
      let text = try String(contentsOf: folder.appending(path: "\(language).yaml"), encoding: .utf8).lowercased()
      for entry in own {
        for term in entry.written {
          #expect(Self.contains(text, term, in: language), "\(language), \(entry.meaning): “\(term)” is not written")
        }
        for term in entry.avoided {
          #expect(!Self.contains(text, term, in: language), "\(language), \(entry.meaning): “\(term)” is written")
        }
      }
    }
    #expect(Set(entries.map(\.language)) == Set(languages))
  }

  @Test("a term is a word of its own, except where words are not set apart or begin with an article")
  func words() {
    #expect(Self.contains("melden sie du an", "du", in: "de") && !Self.contains("durch", "du", in: "de"))
    #expect(Self.contains("besucher*innen", "*innen", in: "de"))
    #expect(Self.contains("再読み込みしてください", "再読み込み", in: "ja"))
  }

  struct Entry {
    let language, meaning: String
    let written, avoided: [String]
  }

  static func entries() throws -> [Entry] {
    let file = PackageFolder.root.appending(path: "Tests/ContentTests/glossary.tsv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      let cells = $0.components(separatedBy: "\t")
      try #require(cells.count == 5, "\($0)")
      let terms = { (cell: String) in cell.components(separatedBy: " / ").map { $0.lowercased() } }
      return Entry(language: cells[0], meaning: cells[1], written: terms(cells[2]), avoided: terms(cells[3]))
    }
  }

  private static func contains(_ text: String, _ term: String, in language: String) -> Bool {
    if ["ar", "he", "ja", "ko", "zh-Hans"].contains(language) { return text.contains(term) }
    let isLetter = { (character: Character?) in character?.isLetter ?? false }
    return text.ranges(of: term).contains { range in
      !(isLetter(term.first) && isLetter(text[..<range.lowerBound].last))
        && !(isLetter(term.last) && isLetter(text[range.upperBound...].first))
    }
  }
}
