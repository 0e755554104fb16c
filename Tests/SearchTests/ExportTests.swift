import Content
import Foundation
import Testing

@testable import Search

@Suite("Documents for other search engines")
struct ExportTests {
  /// The sections of a made-up site with everything that could break a document: quotation marks, line breaks, other
  /// scripts, a heading twice, a long text.
  static let documents: [ExportDocument] = {
    let page = SearchDocument(
      path: SitePath("articles/causes/dns/"), title: "DNS \"broken\"\nagain", description: "网关", names: ["EAI_AGAIN"],
      keywords: ["nxdomain"], signatures: [["could not be ", " resolved"]], isArticle: true,
      facets: .init(topic: "causes", audience: [.owner], proxies: ["nginx"]),
      sections: [
        .init(id: "", heading: "", text: "First.", code: ""),
        .init(id: "fix", heading: "Fix", text: "a\tb", code: "x {}"),
        .init(id: "fix", heading: "Fix", text: String(repeating: "ü", count: 9000), code: ""),
        .init(id: "überblick", heading: "Überblick", text: "Text", code: ""),
      ])
    return ExportDocument.documents(page, language: "en") + ExportDocument.documents(page, language: "de")
  }()

  static func file(_ name: String, _ engine: SearchEngineKind) throws -> String {
    let files = SearchExport.files(documents, synonyms: [["k8s", "kubernetes"], ["db", "database"]], for: engine)
    let file = try #require(files.first { $0.path == "search-export/\(engine.rawValue)/\(name)" })
    return String(decoding: file.bytes, as: UTF8.self)
  }

  static func object(_ text: some StringProtocol) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  static func lines(_ text: String) throws -> [[String: Any]] {
    #expect(text.hasSuffix("\n"))
    return try text.split(separator: "\n").map { try object($0) }
  }

  @Test("ids are unique and of characters that every engine takes; texts are cut between characters")
  func identifiers() throws {
    let ids = Self.documents.map(\.id)
    #expect(Set(ids).count == 8 && ids.count == 8)
    #expect(ids.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9_-]{1,511}/) != nil })
    let documents = try Self.lines(Self.file("documents.ndjson", .meilisearch))
    #expect(documents.map { ($0["text"] as? String)?.utf8.count ?? 0 }.max() == ExportDocument.longestText)
    #expect(documents[1]["url"] as? String == "articles/causes/dns/index.html#fix")
    #expect(documents[0]["title"] as? String == "DNS \"broken\"\nagain")
    #expect(documents[1]["keywords"] as? [String] == [])
  }

  @Test("Meilisearch: every field that settings name is in every document, and each word names its synonyms")
  func meilisearch() throws {
    let documents = try Self.lines(Self.file("documents.ndjson", .meilisearch))
    let settings = try Self.object(Self.file("settings.json", .meilisearch))
    for name in ["searchableAttributes", "filterableAttributes", "sortableAttributes"] {
      let fields = try #require(settings[name] as? [String])
      #expect(!fields.isEmpty && documents.allSatisfy { document in fields.allSatisfy { document[$0] != nil } })
    }
    let synonyms = try #require(settings["synonyms"] as? [String: [String]])
    #expect(synonyms["k8s"] == ["kubernetes"] && synonyms["kubernetes"] == ["k8s"])
  }

  @Test("Typesense: documents hold every field of the schema, with its type")
  func typesense() throws {
    let schema = try Self.object(Self.file("collection.json", .typesense))
    let fields = try #require(schema["fields"] as? [[String: Any]])
    let documents = try Self.lines(Self.file("documents.jsonl", .typesense))
    #expect(documents.count == 8)
    for field in fields {
      let name = try #require(field["name"] as? String)
      for document in documents {
        switch field["type"] as? String {
        case "string": #expect(document[name] is String, "\(name)")
        case "string[]": #expect(document[name] is [String], "\(name)")
        case "int32": #expect(document[name] is Int, "\(name)")
        default: Issue.record("a type nobody expects of \(name)")
        }
        #expect(document["id"] is String)
      }
    }
    let rules = try Self.lines(Self.file("synonyms.jsonl", .typesense))
    #expect(rules.count == 2 && rules.allSatisfy { $0["id"] is String && $0["synonyms"] is [String] })
  }

  @Test("Algolia: a batch of records with ids, each below ten thousand bytes; settings name fields that are there")
  func algolia() throws {
    let batch = try Self.object(Self.file("records-1.json", .algolia))
    let requests = try #require(batch["requests"] as? [[String: Any]])
    #expect(requests.count == 8)
    for request in requests {
      #expect(request["action"] as? String == "updateObject")
      let record = try #require(request["body"] as? [String: Any])
      #expect(record["objectID"] is String && record["id"] == nil)
      #expect(try JSONSerialization.data(withJSONObject: record).count < 10_000)
      let settings = try Self.object(Self.file("settings.json", .algolia))
      for name in try #require(settings["searchableAttributes"] as? [String]) { #expect(record[name] != nil) }
    }
    let synonyms = try JSONSerialization.jsonObject(with: Data(Self.file("synonyms.json", .algolia).utf8))
    let rules = try #require(synonyms as? [[String: Any]])
    #expect(rules.allSatisfy { $0["type"] as? String == "synonym" && $0["objectID"] is String })
  }

  @Test("OpenSearch: an action before each document, and a mapping for every field")
  func openSearch() throws {
    let lines = try Self.lines(Self.file("documents.ndjson", .opensearch))
    let index = try Self.object(Self.file("index.json", .opensearch))
    let mappings = try #require(index["mappings"] as? [String: Any])
    let properties = try #require(mappings["properties"] as? [String: [String: Any]])
    #expect(lines.count == 16)
    for pair in stride(from: 0, to: lines.count, by: 2) {
      let action = try #require(lines[pair]["index"] as? [String: String])
      #expect(action["_id"] == lines[pair + 1]["id"] as? String)
      #expect(Set(lines[pair + 1].keys) == Set(properties.keys))
    }
    let analysis = try #require((index["settings"] as? [String: Any])?["analysis"] as? [String: [String: Any]])
    let analyzers = Set(
      properties.values.flatMap { [$0["analyzer"], $0["search_analyzer"]] }.compactMap { $0 as? String })
    #expect(Set(analysis["analyzer"].map(\.keys) ?? [:].keys) == analyzers)
  }
}
