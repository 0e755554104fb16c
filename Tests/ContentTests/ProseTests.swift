import Foundation
import TestSupport
import Testing

/// Holds the English texts to `vocabulary.tsv`: words that read as translated, as a joke or as advertising, each with what
/// to write instead and why. Code, links' targets and search keywords are left alone.
@Suite("Plain English")
struct ProseTests {
  @Test("the articles, the error definitions and the words for visitors do without the words of the list")
  func content() throws {
    let files = Fixture(name: "content", url: PackageFolder.root.appending(path: "content")).files()
    let rules = try Self.rules()
    #expect(rules.count >= 40)
    var read = 0
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) where Self.isEnglish(path) {
      read += 1
      for finding in Self.findings(in: String(decoding: bytes, as: UTF8.self), rules) {
        Issue.record("content/\(path):\(finding)")
      }
    }
    #expect(read > 200)
  }

  @Test("every word of the list is found, in any case and in any place of a line")
  func list() throws {
    let rules = try Self.rules()
    for rule in rules {
      #expect(!rule.write.isEmpty && !rule.because.isEmpty, "\(rule.avoid)")
      for line in ["\(rule.avoid) it.", "It (\(rule.avoid.uppercased())) is.", "So, \(rule.avoid)"] {
        #expect(Self.findings(in: line, rules).contains { $0.contains("“\(rule.avoid)”") }, "\(line)")
      }
      for line in ["x\(rule.avoid)x", "`\(rule.avoid)`", "[here](\(rule.avoid).md)", "```\n\(rule.avoid)\n```"] {
        #expect(Self.findings(in: line, [rule]) == [], "\(line)")
      }
    }
    let front = "---\ntitle: It hangs on you\nkeywords: [hangs on]\n---\n\nGood.\n"
    #expect(Self.findings(in: front, rules).count == 1)
  }

  struct Rule {
    let avoid: String
    let write: String
    let because: String
  }

  static func rules() throws -> [Rule] {
    let file = PackageFolder.root.appending(path: "Tests/ContentTests/vocabulary.tsv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      let cells = $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(cells.count == 3, "\($0)")
      return Rule(avoid: cells[0], write: cells[1], because: cells[2])
    }
  }

  private static func isEnglish(_ path: String) -> Bool {
    if path.hasPrefix("locales/") { return path == "locales/en.yaml" }
    // `page.de.md` is German, `page.md` English.
    return path.hasSuffix(".md") && path.split(separator: "/").last?.split(separator: ".").count == 2
  }

  /// “line: word, what to write, why” for each word that is not in code.
  private static func findings(in text: String, _ rules: [Rule]) -> [String] {
    var findings: [String] = []
    var inCode = false
    var inFront = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line == "---" && (index == 0 || inFront) {
        inFront.toggle()
      } else if line.drop(while: { $0 == " " }).hasPrefix("```") {
        inCode.toggle()
      } else if !inCode && (!inFront || line.hasPrefix("title:") || line.hasPrefix("description:")) {
        let words = line.lowercased()
        lazy var prose = words.replacing(#/`[^`]*`|\]\([^)]*\)/#, with: "")
        for rule in rules where contains(words, word: rule.avoid) && contains(prose, word: rule.avoid) {
          findings.append("\(index + 1): “\(rule.avoid)”: write “\(rule.write)” (\(rule.because))")
        }
      }
    }
    return findings
  }

  private static func contains(_ prose: String, word: String) -> Bool {
    var rest = prose.startIndex..<prose.endIndex
    while let range = prose.range(of: word, options: .literal, range: rest) {
      let neighbours = [prose[..<range.lowerBound].last, prose[range.upperBound...].first]
      if !neighbours.contains(where: { $0.map { $0.isLetter || $0.isNumber || $0 == "-" } ?? false }) { return true }
      rest = range.upperBound..<prose.endIndex
    }
    return false
  }
}
