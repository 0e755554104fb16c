import Content
import Foundation
import Testing

@testable import Search

@Suite("The engine")
struct EngineTests {
  static func engine(
    _ documents: [SearchDocument], language: String = "en", synonyms: [[String]] = []
  ) async throws -> SearchEngine {
    let index = await IndexBuilder(documents: documents.sorted { $0.path < $1.path }, language: language)
      .build(synonyms: synonyms, in: "", jobs: 1) { $0 }
    let files = Dictionary(index.files.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    return SearchEngine(try IndexReader { files[$0] })
  }

  static func page(_ path: String, _ title: String, _ text: String, keywords: [String] = [], topic: String = "t")
    -> SearchDocument
  {
    SearchDocument(
      path: SitePath("articles/\(path)/"), title: title, description: nil, keywords: keywords, isArticle: true,
      facets: .init(topic: topic),
      sections: [
        .init(id: "", heading: "", text: "About it.", code: ""),
        .init(id: "more", heading: "More of it", text: text, code: "retry_limit 3;"),
      ])
  }

  private func urls(_ answer: SearchEngine.Answer) -> [String] {
    answer.results.map { String($0.url.dropFirst(9).dropLast()) }
  }

  @Test("phrases must stand together")
  func phrases() async throws {
    let engine = try await Self.engine([
      Self.page("a", "First", "the connection was refused"), Self.page("b", "Second", "connection refused at once"),
    ])
    #expect(urls(engine.search("\"connection refused\"")) == ["b"])
    #expect(Set(urls(engine.search("connection refused"))) == ["a", "b"])
  }

  @Test("in a large site question words fetch nothing beside others, and whole titles with them still come first")
  func questionWords() async throws {
    let others = (0..<400).map { Self.page("p\($0)", "Server \($0)", "how to restart what is not this \($0)") }
    let documents =
      others + [
        Self.page("a", "How to restart", "x the y"), Self.page("b", "What is the restart of a server", "how to"),
        Self.page("c", "What is this", "restart"),
      ]
    var read: Set<String> = []
    let index = await IndexBuilder(documents: documents.sorted { $0.path < $1.path }, language: "en")
      .build(synonyms: [], in: "", jobs: 1) { $0 }
    let files = Dictionary(index.files.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    let engine = SearchEngine(
      try IndexReader { name in
        read.insert(name)
        return files[name]
      })
    try #require(engine.index.head.vocabulary != nil)
    #expect(urls(engine.search("restart")).isEmpty == false)
    let before = read
    #expect(urls(engine.search("how to restart", limit: 1)) == ["a"])
    #expect(read.subtracting(before).isEmpty, "question words were fetched")
    #expect(urls(engine.search("what is the restart of a server", limit: 1)) == ["b"])
    #expect(urls(engine.search("what is this", limit: 1)) == ["c"])
  }

  @Test("a correction is named, and a word in quotation marks is left alone")
  func corrections() async throws {
    let engine = try await Self.engine([Self.page("a", "The timeout", "waiting"), Self.page("b", "Other", "words")])
    #expect(engine.search("tiemout").corrected == "timeout")
    #expect(urls(engine.search("tiemout ")) == ["a"])
    #expect(engine.search("\"tiemout\"").count == 0)
    #expect(engine.search("timeuot whatever-nobody").corrected?.hasPrefix("timeout") == true)
  }

  @Test(
    "other forms of a word are found without being called corrections",
    arguments: [
      ("en", "Configured servers", "configuring"), ("de", "Verbindungen prüfen", "verbindung"),
      ("fr", "Les erreurs fréquentes", "erreur"), ("ru", "Ошибки сервера", "ошибка"),
      ("es", "Conexiones lentas", "conexión"),
    ])
  func forms(_ language: String, _ title: String, _ query: String) async throws {
    let engine = try await Self.engine(
      [Self.page("a", title, "x"), Self.page("b", "Zzz", "y")], language: language)
    let answer = engine.search(query + " ")
    #expect(urls(answer) == ["a"])
  }

  @Test(
    "scripts without spaces",
    arguments: [
      ("zh", "网关错误的原因", "错误"), ("ja", "ゲートウェイのエラー", "エラー"), ("ko", "게이트웨이 오류입니다", "오류"),
      ("th", "เซิร์ฟเวอร์ไม่ตอบสนอง", "ตอบสนอง"),
    ])
  func pairs(_ language: String, _ title: String, _ query: String) async throws {
    let engine = try await Self.engine([Self.page("a", title, "x"), Self.page("b", "别的", "y")], language: language)
    #expect(urls(engine.search(query)).first == "a")
  }

  @Test("who types the accent gets the exact word first, who does not gets both")
  func accents() async throws {
    let engine = try await Self.engine(
      [Self.page("a", "Peche", "x"), Self.page("b", "Pêché", "x")], language: "fr")
    #expect(urls(engine.search("pêché")).first == "b")
    #expect(Set(urls(engine.search("peche"))) == ["a", "b"])
  }

  @Test("filters, identifiers, camel case and headings")
  func details() async throws {
    let engine = try await Self.engine([
      Self.page("a", "Alpha", "set MaxRequestWorkers and proxy_read_timeout", topic: "one"),
      Self.page("b", "Beta", "set proxy read timeout", topic: "two"),
    ])
    #expect(urls(engine.search("topic:two timeout")) == ["b"])
    #expect(urls(engine.search("proxy_read_timeout")).first == "a")
    #expect(urls(engine.search("request workers")) == ["a"])
    #expect(engine.search("proxy_read_timeout").results.first?.heading == "More of it")
    #expect(engine.search("retry_limit").count == 2)
  }

  @Test("what an article's file is called counts, and what a topic's is called does not")
  func slug() async throws {
    let engine = try await Self.engine([
      Self.page("ephemeral-port-exhaustion", "No source port is left", "x"),
      SearchDocument(path: SitePath("articles/ephemera/"), title: "Topic", description: nil, sections: []),
    ])
    #expect(urls(engine.search("ephemeral ")) == ["ephemeral-port-exhaustion"])
    #expect(engine.search("ephemera ").results.first?.title != "Topic")
  }

  @Test("synonyms work both ways")
  func synonyms() async throws {
    let engine = try await Self.engine(
      [Self.page("a", "Kubernetes pods", "x"), Self.page("b", "Out of memory", "y")],
      synonyms: [["kubernetes", "k8s"], ["oom", "out of memory"]])
    #expect(urls(engine.search("k8s")) == ["a"])
    #expect(urls(engine.search("oom")) == ["b"])
  }

  @Test("a beginning finds the word, also with a slip")
  func beginnings() async throws {
    let engine = try await Self.engine([Self.page("a", "Certificates", "x"), Self.page("b", "Other", "y")])
    #expect(urls(engine.search("cert")) == ["a"])
    #expect(urls(engine.search("cretif")) == ["a"])
  }

  @Test("nothing, and nothing but marks, is no query", arguments: ["", "   ", "?!…", "\"\"", "topic:"])
  func empty(_ query: String) async throws {
    let engine = try await Self.engine([Self.page("a", "Alpha", "x")])
    #expect(engine.search(query).count == 0)
  }

  @Test("the same pages give the same bytes, in no more files than allowed")
  func stable() async throws {
    let documents = MadeUpCorpus(count: 110).documents
    func files() async -> [String: [UInt8]] {
      let index = await IndexBuilder(documents: documents, language: "en").build(synonyms: [], in: "", jobs: 2) { $0 }
      return Dictionary(index.files.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    }
    let once = await files()
    #expect(await files() == once)
    #expect(once.count <= 2 + 110 / 50)
  }
}
