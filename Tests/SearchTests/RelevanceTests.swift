import Content
import Foundation
import TestSupport
import Testing

@testable import Search

/// What people type, held against the pages they should find. `swift test --filter Relevance` prints the figures.
@Suite("Relevance")
struct RelevanceTests {
  @Test("queries never used to fit the weights: MRR ≥ 0.95, titles ≥ 0.98, typos ≥ 0.97; nonsense finds nothing")
  func starter() async throws {
    let engine = try await Self.starterEngine()
    let queries = try Self.queries()
    #expect(queries.count >= 1000)
    var fitted = Tally()
    var unfitted = Tally()
    var foreign = 0
    for query in queries {
      let answer = engine.search(query.text)
      switch query.kind {
      case "nonsense": #expect(answer.count == 0, "“\(query.text)” found \(answer.results.map(\.url).prefix(2))")
      case "foreign": foreign += answer.count == 0 ? 0 : 1
      default:
        let rank = answer.results.firstIndex { query.pages.contains($0.url) }
        if query.isFitted { fitted.note(query.kind, rank: rank) } else { unfitted.note(query.kind, rank: rank) }
      }
    }
    print(fitted.report("used for fitting"))
    print(unfitted.report("never used for fitting"))
    print("  foreign queries that find something: \(foreign)")
    #expect(unfitted.count >= 400)
    #expect(unfitted.meanReciprocalRank() >= 0.95)
    #expect(unfitted.topThree() >= 0.975)
    #expect(unfitted.meanReciprocalRank("question") >= 0.90)
    #expect(unfitted.meanReciprocalRank("title") >= 0.98)
    #expect(unfitted.meanReciprocalRank("typo") >= 0.97)
  }

  @Test("other languages, of whose queries none was used to fit anything: MRR ≥ 0.90", arguments: ["de", "es", "fr"])
  func languages(_ language: String) async throws {
    let engine = try await Self.engine(in: language)
    var tally = Tally()
    for query in try Self.queries("judged.\(language).txt") {
      let answer = engine.search(query.text)
      tally.note(query.kind, rank: answer.results.firstIndex { query.pages.contains($0.url.withoutFolder(language)) })
    }
    print(tally.report(language))
    #expect(tally.count == 60)
    #expect(tally.meanReciprocalRank() >= 0.90 && tally.topThree() >= 0.92)
  }

  @Test("every sample of the signatures, pasted as a log line, finds the article of its cause: MRR ≥ 0.90")
  func samples() async throws {
    let engine = try await Self.starterEngine()
    let pages = Set(engine.index.paths)
    var tally = Tally()
    for (sample, cause) in try Self.samples() where pages.contains("articles/causes/\(cause)/") {
      let answer = engine.search(sample)
      tally.note("sample", rank: answer.results.firstIndex { $0.url == "articles/causes/\(cause)/" })
    }
    print(tally.report("log samples"))
    #expect(tally.count >= 300)
    #expect(tally.meanReciprocalRank() >= 0.90)
    #expect(tally.topThree() >= 0.95)
  }

  @Test("every title and every code of the starter, typed as it stands, comes first")
  func titles() async throws {
    let engine = try await Self.starterEngine()
    let titles = (engine.index.head.titles ?? "").split(separator: "\n").map(String.init)
    #expect(titles.count == engine.index.head.pages)
    for (page, title) in titles.enumerated() {
      let first = engine.search(title).results.first
      #expect(first?.title == title, "\(title) → \(first?.title ?? "nothing")")
      let path = engine.index.paths[page]
      guard path.hasPrefix("codes/") else { continue }
      let code = String(path.dropFirst(6).dropLast())
      #expect(engine.search(code).results.first?.url == path)
    }
  }

  @Test("a thousand articles: titles, numbers, headings, rare words and typos")
  func thousand() async throws {
    let corpus = MadeUpCorpus(count: 1000)
    let engine = try await corpus.engine()
    var tally = Tally()
    for query in corpus.queries() {
      let answer = engine.search(query.text)
      tally.note(query.kind, rank: answer.results.firstIndex { query.pages.contains($0.url) })
    }
    print(tally.report("1,000 articles"))
    #expect(tally.meanReciprocalRank() >= 0.90)
    #expect(tally.topThree() >= 0.97)
    #expect(tally.topThree("typo") >= 0.95)
    for nonsense in ["xyzzyqwv", "flibbertigibbet", "qqqqqqqqqq", "blorptang snarfwizzle"] {
      #expect(engine.search(nonsense).count == 0)
    }
  }

  struct Query: Sendable {
    let kind: String
    let text: String
    let pages: Set<String>

    /// Two thirds are, by FNV-1a; `scripts/fit-search.py` has the same.
    var isFitted: Bool { text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 } % 3 != 0 }
  }

  static func queries(_ name: String = "judged.en.txt") throws -> [Query] {
    let file = PackageFolder.root.appending(path: "Tests/SearchTests/Fixtures/\(name)")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      guard !line.hasPrefix("#"), let first = line.firstRange(of: " | "), let last = line.ranges(of: " |").last else {
        return nil
      }
      let pages = line[last.upperBound...].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      let paths = pages.filter { !$0.isEmpty }.map { Int($0) == nil ? "articles/\($0)/" : "codes/\($0)/" }
      return Query(
        kind: String(line[..<first.lowerBound]), text: String(line[first.upperBound..<last.lowerBound]),
        pages: Set(paths))
    }
  }

  /// The sample lines of `content/signatures/`, each with its cause.
  private static func samples() throws -> [(line: String, cause: String)] {
    let folder = PackageFolder.root.appending(path: "content/signatures")
    var samples: [(line: String, cause: String)] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() where name.hasSuffix(".yaml")
    {
      var cause = ""
      for line in try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n") {
        let text = line.trimmingCharacters(in: .whitespaces)
        if text.hasPrefix("cause: ") { cause = String(text.dropFirst(7)) }
        guard text.hasPrefix("sample: '"), text.hasSuffix("'") else { continue }
        samples.append((String(text.dropFirst(9).dropLast()).replacing("''", with: "'"), cause))
      }
    }
    return samples
  }

  /// The starter's index, built once.
  private static let build = Task {
    let folder = PackageFolder.root.appending(path: ".build/tests/search")
    let result = try await Interlude.run("build", "--source", PackageFolder.root.path, "--output", folder.path)
    return (folder.appending(path: "site/search"), result)
  }

  /// The site in all languages that have articles, built once.
  private static let languagesBuild = Task {
    let folder = PackageFolder.root.appending(path: ".build/tests/search-languages")
    let source = PackageFolder.root.appending(path: ".build/tests/search-languages-source")
    try? FileManager.default.removeItem(at: source)
    try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
    let content = source.appending(path: "content")
    try FileManager.default.copyItem(at: PackageFolder.root.appending(path: "content"), to: content)
    let settings = content.appending(path: "site.yaml")
    try String(contentsOf: settings, encoding: .utf8).replacing("languages: [en]", with: "languages: [en, de, es, fr]")
      .write(to: settings, atomically: true, encoding: .utf8)
    let result = try await Interlude.run("build", "--source", source.path, "--output", folder.path)
    return (folder.appending(path: "site"), result)
  }

  private static func engine(in language: String) async throws -> SearchEngine {
    let (site, result) = try await languagesBuild.value
    try #require(result.status == 0, "\(result.errors)")
    let folder = site.appending(path: "\(language)/search")
    return SearchEngine(
      try IndexReader { name in (try? Data(contentsOf: folder.appending(path: name))).map(Array.init) })
  }

  static func starterEngine() async throws -> SearchEngine {
    let (folder, result) = try await build.value
    try #require(result.status == 0, "\(result.errors)")
    return SearchEngine(
      try IndexReader { name in (try? Data(contentsOf: folder.appending(path: name))).map(Array.init) })
  }
}

extension String {
  /// The path of a page without its language's folder.
  fileprivate func withoutFolder(_ language: String) -> String {
    hasPrefix(language + "/") ? String(dropFirst(language.count + 1)) : self
  }
}

/// Ranks of expected pages, by kind of query.
struct Tally {
  private var ranks: [String: [Int?]] = [:]

  /// `rank` counts from 0; nil if the page was not among the results.
  mutating func note(_ kind: String, rank: Int?) { ranks[kind, default: []].append(rank) }

  var count: Int { ranks.values.reduce(0) { $0 + $1.count } }

  private func ranks(_ kind: String?) -> [Int?] { kind.map { ranks[$0] ?? [] } ?? ranks.values.flatMap { $0 } }

  func meanReciprocalRank(_ kind: String? = nil) -> Double {
    let ranks = ranks(kind)
    return ranks.reduce(0) { $0 + ($1.map { 1 / Double($0 + 1) } ?? 0) } / Double(max(1, ranks.count))
  }

  func topThree(_ kind: String? = nil) -> Double {
    let ranks = ranks(kind)
    return Double(ranks.count { ($0 ?? 9) < 3 }) / Double(max(1, ranks.count))
  }

  func report(_ title: String) -> String {
    let lines = ([nil] + ranks.keys.sorted().map { Optional($0) }).map { kind in
      let name = (kind ?? "all").padding(toLength: 12, withPad: " ", startingAt: 0)
      return
        "  \(name) \(ranks(kind).count) queries, MRR \(Self.rounded(meanReciprocalRank(kind))), top three \(Self.rounded(topThree(kind)))"
    }
    return (["Relevance, \(title):"] + lines).joined(separator: "\n")
  }

  private static func rounded(_ number: Double) -> String { String(format: "%.3f", number) }
}
