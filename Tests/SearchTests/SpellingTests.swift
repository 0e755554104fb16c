import Content
import Testing

@testable import Search

/// Words written otherwise than the site writes them, and what looking for them costs.
@Suite("Spelling")
struct SpellingTests {
  private static let compounds = [
    EngineTests.page("handshake", "The handshake fails", "x"), EngineTests.page("slow", "Slowloris attacks", "x"),
    EngineTests.page("pool", "Workers are busy", "see the pool of php-fpm"),
    EngineTests.page("waits", "Timeout of the upstream", "x"), EngineTests.page("lives", "Hops", "keep-alive for long"),
    EngineTests.page("idle", "Sockets", "keepalive 16;"), EngineTests.page("bad", "Bad gateway", "x"),
    EngineTests.page("main", "Maintenance", "main ten"),
    EngineTests.page("other", "Other", "shake a hand, live on time"),
  ]

  @Test(
    "joined, with a joiner or apart, the page is found",
    arguments: [
      ("hand shake", "handshake"), ("slow loris", "slow"), ("phpfpm", "pool"), ("php_fpm", "pool"),
      ("time out", "waits"),
      ("keep-alive", "lives"), ("badgateway", "bad"),
    ])
  func compounds(_ query: String, _ page: String) async throws {
    let engine = try await EngineTests.engine(Self.compounds)
    #expect(engine.search(query + " ").results.first?.url == "articles/\(page)/")
  }

  @Test("all spellings of a word find the pages of each", arguments: ["keepalive", "keep alive", "keep-alive"])
  func alike(_ query: String) async throws {
    let engine = try await EngineTests.engine(Self.compounds)
    let found = engine.search(query + " ").results.prefix(2).map(\.url)
    #expect(Set(found) == ["articles/lives/", "articles/idle/"])
  }

  @Test("two words written as one are named; the beginning of a word is not two words, nor is one in quotation marks")
  func apart() async throws {
    let engine = try await EngineTests.engine(Self.compounds)
    #expect(engine.search("badgateway ").corrected == "bad gateway ")
    #expect(engine.search("mainten of ").corrected?.contains("main ten") != true)
    #expect(engine.search("\"badgateway\"").count == 0)
  }

  @Test("words that only make a question are not corrected")
  func neutral() async throws {
    let engine = try await EngineTests.engine([EngineTests.page("a", "What is done", "x")])
    #expect(engine.search("why dont done").corrected == nil)
  }

  @Test("of words nearby, one with more slips counts for nothing")
  func nearest() async throws {
    let engine = try await EngineTests.engine([
      EngineTests.page("a", "The certificate", "x"), EngineTests.page("b", "The verification", "x"),
    ])
    #expect(engine.search("vertificate ").results.map(\.url) == ["articles/a/"])
  }

  @Test(
    "a slip fetches the shard in which the word would lie, and others only if it is in the first letter",
    arguments: [("tiemout ", "timeout", 1...1), ("dimeout ", "timeout", 2...4), ("qzxvkwjyq ", nil, 1...1)])
  func fetched(_ query: String, _ corrected: String?, _ shards: ClosedRange<Int>) async throws {
    let index = await IndexBuilder(documents: MadeUpCorpus(count: 220).documents, language: "en")
      .build(synonyms: [], in: "", jobs: 1) { $0 }
    let files = Dictionary(index.files.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    var read: Set<String> = []
    let reader = try IndexReader { name in
      read.insert(name)
      return files[name]
    }
    try #require(reader.head.shards.count > 2 && reader.head.vocabulary == nil)
    let answer = SearchEngine(reader).search(query, limit: 0)
    #expect(answer.corrected == corrected.map { $0 + " " })
    let names = Set(reader.head.shards.map { $0.name + ".js" })
    #expect(shards.contains(read.intersection(names).count), "\(query)read \(read)")
  }

  @Test("the filter knows every word with another first letter, and few others")
  func tails() {
    let words = ["timeout", "gateway", "certificate", "nginx", "ab"] + (0..<500).map { "word\($0)x" }
    let filter = TailFilter.encode(words)
    for slip in ["yimeout", "imeout", "ttimeout", "itmeout", "gninx"] {
      #expect(TailFilter.mayHold(slip, filter), "\(slip)")
    }
    let strangers = (0..<1000).filter { TailFilter.mayHold("stranger\($0)", filter) }
    #expect(strangers.count < 120)
    #expect(TailFilter.mayHold("anything", nil))
    #expect(!TailFilter.mayHold("", filter) && !TailFilter.mayHold("a", TailFilter.encode([])))
  }
}
