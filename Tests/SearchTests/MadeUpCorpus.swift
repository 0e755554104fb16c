import Content
import Foundation

@testable import Search

/// Articles of made-up text on real technical words, the same at every run, and queries that each want one of them.
struct MadeUpCorpus {
  let documents: [SearchDocument]

  private static let words = """
    server request response error upstream timeout connection client proxy header certificate port cache config service host
    status gateway socket session token buffer worker process backend directive location route domain address network packet
    handshake cipher protocol version issuer renewal resolver record zone lookup balancer pool retry limit quota throttle
    queue thread memory disk kernel signal restart reload deploy rollback release container image volume mount permission
    owner group password login redirect rewrite pattern prefix variable default module plugin extension script command shell
    output stream descriptor handle leak crash trace frame symbol metric counter histogram alert dashboard threshold probe
    endpoint method payload encoding compression boundary upload download transfer cookie origin policy browser crawler index
    sitemap template layout asset database replica follower cluster shard partition leader election lease deadlock migration
    schema column cursor driver statement latency throughput bandwidth firewall tunnel subnet router interface checksum window
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  init(count: Int) {
    var dice = Dice(state: 7)
    let syllables = ["ka", "lo", "mi", "ren", "tos", "vul", "pra", "den", "sho", "gri", "bax", "zel"]
    documents = (0..<count).map { number in
      func pick() -> String { Self.words[dice.below(Self.words.count)] }
      func paragraph(_ length: Int) -> String { (0..<length).map { _ in pick() }.joined(separator: " ") }
      let (first, second, third) = (pick(), pick(), pick())
      let number = String(format: "%05d", number)
      let rare = (0..<5).map { _ in syllables[dice.below(syllables.count)] }.joined() + "ix"
      let sections = (0..<3).map { section in
        SearchDocument.Section(
          id: "s\(section)", heading: section == 0 ? "" : "Check the \(pick()) \(pick())",
          text: paragraph(20) + (section == 1 ? " \(rare)" : ""), code: section == 2 ? "set \(pick())_\(pick()) on" : ""
        )
      }
      return SearchDocument(
        path: SitePath("articles/a\(number)/"), title: "\(first.capitalized) \(second) during \(third) (KB-\(number))",
        description: paragraph(6), isArticle: true, sections: sections)
    }
  }

  func engine() async throws -> SearchEngine {
    let index = await IndexBuilder(documents: documents, language: "en").build(synonyms: [], in: "", jobs: 2) { $0 }
    let files = Dictionary(index.files.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    return SearchEngine(try IndexReader { files[$0] })
  }

  func queries() -> [RelevanceTests.Query] {
    var dice = Dice(state: 11)
    var queries: [RelevanceTests.Query] = []
    for number in stride(from: 3, to: documents.count, by: 19) {
      let document = documents[number]
      let pages: Set = [document.path.text]
      func add(_ kind: String, _ text: String) { queries.append(.init(kind: kind, text: text, pages: pages)) }
      let title = document.title.split(separator: " ").map(String.init)
      add("title", document.title)
      add("number", "kb-" + String(format: "%05d", number))
      add("lower case", title.dropLast().joined(separator: " ").lowercased() + " kb " + String(format: "%05d", number))
      let rare = document.sections[1].text.split(separator: " ").last.map(String.init) ?? ""
      add("rare word", rare)
      add("typo", Self.misspelt(rare, &dice))
    }
    return queries
  }

  /// One slip: a letter left out, doubled, or changing places with the next.
  private static func misspelt(_ word: String, _ dice: inout Dice) -> String {
    var letters = Array(word)
    let spot = 1 + dice.below(letters.count - 2)
    switch dice.below(3) {
    case 0: letters.remove(at: spot)
    case 1: letters.insert(letters[spot], at: spot)
    default: letters.swapAt(spot, spot + 1)
    }
    return String(letters)
  }

  /// Numerical Recipes' linear congruential generator.
  struct Dice {
    var state: UInt64
    mutating func below(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
  }
}
