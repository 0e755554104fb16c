import Content
import Foundation

@testable import Search

/// What engines publish of the files they take. Sources: Meilisearch, “Primary key”, “Settings”, “Known limitations”;
/// Typesense, API, “Collections” and “Documents”; Algolia, “Service limits” and REST API, “Batch”; OpenSearch, “Bulk”,
/// “Synonym graph”, and `getSynonymFilter` in its source.
struct ExportRules {
  typealias Object = [String: Any]
  private var problems: [String] = []

  /// What is wrong with files of an export, by name; nothing if all is well.
  static func broken(_ files: [String: String], for engine: SearchEngineKind) -> [String] {
    var rules = ExportRules()
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      rules.expect(text.utf8.count < 100_000_000, "\(name) is more than is taken at once")
      let isDocuments = name.hasPrefix("documents") || name.hasPrefix("records")
      switch engine {
      case .meilisearch: isDocuments ? rules.meilisearch(rules.lines(text)) : rules.meilisearchSettings(text)
      case .typesense where name == "collection.json": rules.typesenseSchema(text)
      case .typesense where isDocuments: rules.typesense(rules.lines(text), schema: files["collection.json"])
      case .algolia where isDocuments: rules.algolia(text)
      case .opensearch: isDocuments ? rules.openSearch(rules.lines(text)) : rules.openSearchIndex(text)
      default: rules.expect(!text.isEmpty, "\(name) is empty")
      }
    }
    return rules.problems
  }

  private mutating func expect(_ truth: Bool, _ rule: String) {
    if !truth { problems.append(rule) }
  }

  private func object(_ text: some StringProtocol) -> Object {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? Object ?? [:]
  }

  /// The values of a file with one a line; the last line ends like the others.
  private mutating func lines(_ text: String) -> [Object] {
    expect(text.hasSuffix("\n"), "the last line has no end")
    let lines = text.split(separator: "\n").map { object($0) }
    expect(!lines.contains { $0.isEmpty } || text.contains("{}"), "a line is no object")
    return lines
  }

  private mutating func unique(_ ids: [String]) { expect(Set(ids).count == ids.count, "an id occurs twice") }

  // MARK: Meilisearch

  private static let settings: Set = [
    "searchableAttributes", "filterableAttributes", "sortableAttributes", "displayedAttributes", "synonyms",
    "typoTolerance", "stopWords", "rankingRules", "distinctAttribute", "separatorTokens", "nonSeparatorTokens",
    "dictionary", "pagination", "faceting", "proximityPrecision", "searchCutoffMs", "localizedAttributes",
  ]

  private mutating func meilisearch(_ documents: [Object]) {
    let ids = documents.map { $0["id"] as? String ?? "" }
    unique(ids)
    for id in ids {
      expect(id.wholeMatch(of: /[A-Za-z0-9_-]{1,511}/) != nil, "the id \(id.prefix(40)) is none")
    }
  }

  private mutating func meilisearchSettings(_ text: String) {
    let settings = object(text)
    for name in settings.keys { expect(Self.settings.contains(name), "\(name) is no setting") }
    let typos = (settings["typoTolerance"] as? Object)?["minWordSizeForTypos"] as? [String: Int]
    expect(typos.map { $0["oneTypo", default: 5] <= $0["twoTypos", default: 9] } ?? true, "two typos before one")
    // What `endpoint.js` filters and groups by.
    let filterable = settings["filterableAttributes"] as? [String] ?? []
    expect(Set(filterable).isSuperset(of: ["language", "page"]), "the box cannot filter")
  }

  // MARK: Typesense

  private static let types: Set = [
    "string", "string[]", "int32", "int64", "float", "bool", "int32[]", "auto", "string*",
  ]

  private mutating func typesenseSchema(_ text: String) {
    let fields = object(text)["fields"] as? [Object] ?? []
    for field in fields {
      let name = field["name"] as? String ?? ""
      expect(!name.isEmpty && name != "id", "a field's name is missing or reserved")
      expect(Self.types.contains(field["type"] as? String ?? ""), "\(name) has a type nobody knows")
      if field["index"] as? Bool == false {
        expect(field["optional"] as? Bool == true, "\(name) is not indexed and so has to be optional")
      }
    }
    let facets = fields.filter { $0["facet"] as? Bool == true }.compactMap { $0["name"] as? String }
    expect(facets.contains("page"), "the box cannot group by page")
  }

  private mutating func typesense(_ documents: [Object], schema: String?) {
    let fields = object(schema ?? "")["fields"] as? [Object] ?? [["name": "title", "type": "string"]]
    unique(documents.map { $0["id"] as? String ?? "" })
    for document in documents {
      expect((document["id"] as? String)?.isEmpty == false, "an id is no text")
      for field in fields {
        guard let name = field["name"] as? String, let type = field["type"] as? String else { continue }
        let value = document[name]
        if value == nil, field["optional"] as? Bool == true { continue }
        let fits =
          switch type {
          case "string": value is String
          case "string[]": value is [String]
          default: value is Int
          }
        expect(fits, "\(name) is no \(type)")
      }
    }
  }

  // MARK: Algolia

  private mutating func algolia(_ text: String) {
    let requests = object(text)["requests"] as? [Object] ?? []
    expect(!requests.isEmpty, "a batch is empty")
    let bodies = requests.map { $0["body"] as? Object ?? [:] }
    unique(bodies.map { $0["objectID"] as? String ?? "" })
    for (request, body) in zip(requests, bodies) {
      expect(["addObject", "updateObject"].contains(request["action"] as? String), "an action nobody knows")
      expect((body["objectID"] as? String)?.isEmpty == false, "a record has no objectID")
      let size = (try? JSONSerialization.data(withJSONObject: body, options: .withoutEscapingSlashes))?.count ?? 0
      expect(size <= 10_000, "a record takes \(size) bytes, more than 10 kB")
    }
  }

  // MARK: OpenSearch

  private mutating func openSearch(_ lines: [Object]) {
    expect(lines.count.isMultiple(of: 2), "a document has no action")
    var ids: [String] = []
    for (number, line) in lines.enumerated() where number.isMultiple(of: 2) {
      guard let action = line["index"] as? [String: String], line.count == 1 else {
        problems.append("line \(number + 1) is no action")
        continue
      }
      let id = action["_id"] ?? ""
      ids.append(id)
      expect((1...512).contains(id.utf8.count), "the id \(id.prefix(40)) is none")
      expect(action["_index"]?.wholeMatch(of: /[a-z0-9][a-z0-9_-]*/) != nil, "an index cannot be called so")
    }
    unique(ids)
    for line in lines {
      for name in ["page", "url", "fragment", "topic"] {
        expect((line[name] as? String ?? "").utf8.count <= 32_766, "\(name) is longer than a term may be")
      }
    }
  }

  /// Filters that make several tokens of one, which may not stand before one for synonyms.
  private static let multiplying: Set = [
    "word_delimiter", "word_delimiter_graph", "ngram", "edge_ngram", "shingle", "common_grams", "fingerprint",
    "cjk_bigram", "flatten_graph",
  ]
  private static let ready: Set = ["lowercase", "asciifolding", "flatten_graph", "uppercase", "trim"]

  private mutating func openSearchIndex(_ text: String) {
    let analysis = (object(text)["settings"] as? Object)?["analysis"] as? Object ?? [:]
    let filters = analysis["filter"] as? [String: Object] ?? [:]
    let tokenizers = analysis["tokenizer"] as? [String: Object] ?? [:]
    for (name, analyzer) in analysis["analyzer"] as? [String: Object] ?? [:] {
      var seen: [String] = []
      for filter in analyzer["filter"] as? [String] ?? [] {
        let type = filters[filter]?["type"] as? String ?? filter
        expect(filters[filter] != nil || Self.ready.contains(filter), "\(name) names a filter nobody knows")
        if type.hasPrefix("synonym") {
          expect(!seen.contains { Self.multiplying.contains($0) }, "\(name) cannot parse synonyms")
        }
        seen.append(type)
      }
      guard let tokenizer = analyzer["tokenizer"] as? String else { continue }
      expect(["standard", "whitespace", "keyword"].contains(tokenizer) || tokenizers[tokenizer] != nil, "no tokenizer")
    }
  }
}
