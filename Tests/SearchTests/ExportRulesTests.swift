import Content
import Foundation
import Testing

@testable import Search

/// Exports against what the engines publish of what they take, since the engines themselves are not at hand. Each rule is
/// also held against a file that breaks it.
@Suite("Documents for other search engines, by the engines' rules")
struct ExportRulesTests {
  /// A made-up site and a page of everything at its largest.
  static let documents: [ExportDocument] = {
    let largest = SearchDocument(
      path: SitePath("articles/causes/" + String(repeating: "ü", count: 300) + "/"), title: "Title \"x\"",
      description: String(repeating: "about it ", count: 30), names: (0..<900).map { "AH\($0)" },
      keywords: (0..<300).map { "keyword \($0)" },
      signatures: (0..<200).map { ["upstream \($0) said <", "> and \\ closed"] }, isArticle: true,
      facets: .init(topic: "causes", audience: [.owner], proxies: ["nginx"]),
      sections: [
        .init(id: "", heading: "", text: String(repeating: "word\n", count: 3000), code: ""),
        .init(
          id: "a", heading: "A", text: String(repeating: "\"q\"", count: 3000),
          code: String(repeating: "<", count: 9000)),
        .init(id: "a", heading: "A", text: "", code: String(repeating: "\t}", count: 5000)),
      ])
    return ([largest] + MadeUpCorpus(count: 60).documents).flatMap { ExportDocument.documents($0, language: "en") }
  }()
  static let synonyms = [["k8s", "kubernetes"], ["a, b", "c => d", "e\\f"], ["out of memory", "oom"]]

  @Test("what is exported keeps every rule", arguments: SearchEngineKind.allCases)
  func rules(_ engine: SearchEngineKind) {
    let files = SearchExport.files(Self.documents, synonyms: Self.synonyms, for: engine).map {
      (String($0.path.split(separator: "/").last ?? ""), String(decoding: $0.bytes, as: UTF8.self))
    }
    #expect(ExportRules.broken(Dictionary(files, uniquingKeysWith: { $1 }), for: engine) == [])
  }

  @Test("a file is as large as an engine takes at most, and an action stays with its document")
  func split() {
    let entries = (0..<10).map { "{\"index\":\($0)}\n{\"text\":\"\($0)\"}\n" }
    let files = SearchExport.numbered("documents", "ndjson", entries, longest: 60)
    #expect(files.map(\.name).prefix(2) == ["documents.ndjson", "documents-2.ndjson"])
    #expect(files.count == 5)
    #expect(files.map(\.text).joined() == entries.joined())
    #expect(files.allSatisfy { $0.text.utf8.count <= 60 && $0.text.hasPrefix("{\"index\"") })
    #expect(SearchExport.numbered("documents", "jsonl", []).map(\.text) == [""])
  }

  @Test(
    "a file that breaks a rule is told from one that does not",
    arguments: [
      (SearchEngineKind.meilisearch, "documents.ndjson", #"{"id":"a/b"}"# + "\n", "id"),
      (.meilisearch, "documents.ndjson", #"{"id":"\#(String(repeating: "x", count: 512))"}"# + "\n", "id"),
      (.meilisearch, "documents.ndjson", #"{"id":"a"}"# + "\n" + #"{"id":"a"}"# + "\n", "twice"),
      (.meilisearch, "documents.ndjson", #"{"id":"a"}"#, "line"),
      (.meilisearch, "settings.json", #"{"searchableFields":[]}"#, "setting"),
      (.typesense, "documents.jsonl", #"{"id":"a","title":["x"]}"# + "\n", "title"),
      (.typesense, "documents.jsonl", #"{"id":7}"# + "\n", "id"),
      (.typesense, "collection.json", #"{"name":"help","fields":[{"name":"x","type":"text"}]}"#, "type"),
      (
        .typesense, "collection.json", #"{"name":"help","fields":[{"name":"x","type":"string","index":false}]}"#,
        "optional"
      ),
      (.algolia, "records-1.json", #"{"requests":[{"action":"add","body":{"objectID":"a"}}]}"#, "action"),
      (.algolia, "records-1.json", #"{"requests":[{"action":"updateObject","body":{}}]}"#, "objectID"),
      (
        .algolia, "records-1.json",
        #"{"requests":[{"action":"updateObject","body":{"objectID":"a","text":"\#(String(repeating: "x", count: 9990))"}}]}"#,
        "10 kB"
      ),
      (.opensearch, "documents.ndjson", #"{"index":{"_index":"help","_id":"a"}}"# + "\n{}", "line"),
      (.opensearch, "documents.ndjson", #"{"id":"a"}"# + "\n" + #"{"id":"b"}"# + "\n", "action"),
      (
        .opensearch, "index.json",
        #"{"settings":{"analysis":{"filter":{"p":{"type":"word_delimiter_graph"},"s":{"type":"synonym_graph"}},"analyzer":{"a":{"filter":["p","s"]}}}}}"#,
        "synonyms"
      ),
      (.opensearch, "index.json", #"{"settings":{"analysis":{"analyzer":{"a":{"filter":["nobody"]}}}}}"#, "filter"),
    ])
  func broken(_ engine: SearchEngineKind, _ name: String, _ text: String, _ word: String) {
    let broken = ExportRules.broken([name: text], for: engine)
    #expect(broken.contains { $0.contains(word) }, "\(broken)")
  }
}
