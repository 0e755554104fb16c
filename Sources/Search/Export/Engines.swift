internal import Escaping

/// Documents as NDJSON, settings for `PATCH /indexes/help/settings` (Meilisearch, API reference, “Settings”).
enum MeilisearchExport {
  static func files(_ documents: [ExportDocument], synonyms: [[String]]) -> [(name: String, text: String)] {
    // Each word names the others.
    let synonyms = synonyms.flatMap { group in
      group.map { word in JSON.Member(word, SearchExport.texts(group.filter { $0 != word })) }
    }
    let settings: [JSON.Member] = [
      .init("searchableAttributes", SearchExport.texts(SearchExport.searchedFields)),
      .init("filterableAttributes", SearchExport.texts(SearchExport.facets)),
      .init("sortableAttributes", SearchExport.texts(["position"])), .init("synonyms", .object(unique(synonyms))),
      .init(
        "typoTolerance",
        .object([
          .init("minWordSizeForTypos", .object([.init("oneTypo", .int(4)), .init("twoTypos", .int(8))])),
          .init("disableOnAttributes", SearchExport.texts(["names"])),
        ])),
    ]
    return SearchExport.numbered("documents", "ndjson", documents.map { SearchExport.lines([$0.json]) }) + [
      ("settings.json", SearchExport.settings(settings))
    ]
  }

  /// A word that stands in two lists keeps the first.
  private static func unique(_ members: [JSON.Member]) -> [JSON.Member] {
    var names: Set<String> = []
    return members.filter { names.insert($0.name).inserted }
  }
}

/// A collection's schema, documents as JSON lines, synonyms (Typesense, API reference, “Collections”, “Synonyms”).
enum TypesenseExport {
  static func files(_ documents: [ExportDocument], synonyms: [[String]]) -> [(name: String, text: String)] {
    let lists: Set = ["names", "keywords", "proxies", "audience"]
    let fields = (SearchExport.searchedFields + SearchExport.facets + ["url", "fragment", "position"]).map { name in
      var members: [JSON.Member] = [
        .init("name", .string(name)),
        .init("type", .string(name == "position" ? "int32" : lists.contains(name) ? "string[]" : "string")),
      ]
      if SearchExport.facets.contains(name) { members.append(.init("facet", .bool(true))) }
      if ["url", "fragment"].contains(name) {
        members += [.init("index", .bool(false)), .init("optional", .bool(true))]
      }
      return JSON.object(members)
    }
    let schema: [JSON.Member] = [
      .init("name", .string("help")), .init("fields", .array(fields)),
      .init("token_separators", SearchExport.texts(["_", "-", ".", "/", "(", ")", ":"])),
    ]
    let rules = synonyms.enumerated().map { number, group in
      JSON.object([.init("id", .string("synonyms-\(number + 1)")), .init("synonyms", SearchExport.texts(group))])
    }
    return SearchExport.numbered("documents", "jsonl", documents.map { SearchExport.lines([$0.json]) }) + [
      ("collection.json", SearchExport.settings(schema)), ("synonyms.jsonl", SearchExport.lines(rules)),
    ]
  }
}

/// A batch of records, settings, synonyms (Algolia, REST API, “Batch write operations”, “Settings”, “Synonyms”).
enum AlgoliaExport {
  static func files(_ documents: [ExportDocument], synonyms: [[String]]) -> [(name: String, text: String)] {
    let requests = documents.map { document in
      let record = [JSON.Member("objectID", .string(document.id))] + document.members.filter { $0.name != "id" }
      return JSON.object([.init("action", .string("updateObject")), .init("body", .object(record))])
    }
    let settings: [JSON.Member] = [
      .init("searchableAttributes", SearchExport.texts(SearchExport.searchedFields)),
      .init("attributesForFaceting", SearchExport.texts(SearchExport.facets.map { "filterOnly(\($0))" })),
      .init("attributeForDistinct", .string("page")), .init("distinct", .int(1)),
      .init("customRanking", SearchExport.texts(["asc(position)"])),
      .init("minWordSizefor1Typo", .int(4)), .init("minWordSizefor2Typos", .int(8)),
      .init("disableTypoToleranceOnAttributes", SearchExport.texts(["names"])),
      .init("separatorsToIndex", .string("_")),
    ]
    let rules = synonyms.enumerated().map { number, group in
      JSON.object([
        .init("objectID", .string("synonyms-\(number + 1)")), .init("type", .string("synonym")),
        .init("synonyms", SearchExport.texts(group)),
      ])
    }
    // A batch may hold so many operations; a file is one request.
    let size = 1000
    let batches = stride(from: 0, to: requests.count, by: size).enumerated().map { number, start in
      let batch = JSON.object([.init("requests", .array(Array(requests[start..<min(start + size, requests.count)])))])
      return (name: "records-\(number + 1).json", text: batch.serialized() + "\n")
    }
    return batches + [
      ("settings.json", SearchExport.settings(settings)),
      ("synonyms.json", JSON.array(rules).serialized(.indented) + "\n"),
    ]
  }
}

/// An index with its analysis and mappings, documents for `_bulk` (OpenSearch, “Create index”, “Bulk”).
enum OpenSearchExport {
  static func files(_ documents: [ExportDocument], synonyms: [[String]]) -> [(name: String, text: String)] {
    let actions = documents.map { document in
      SearchExport.lines([
        .object([.init("index", .object([.init("_index", .string("help")), .init("_id", .string(document.id))]))]),
        document.json,
      ])
    }
    return SearchExport.numbered("documents", "ndjson", actions) + [
      ("index.json", SearchExport.settings(index(synonyms)))
    ]
  }

  /// Cuts at everything that is neither part of a word nor joins two words.
  private static let words = #"[^\p{L}\p{M}\p{N}_.-]+|(?<![\p{L}\p{M}\p{N}])[_.-]+|[_.-]+(?![\p{L}\p{M}\p{N}])"#

  /// A rule in Solr's format, in which commas, arrows and backslashes of a word are escaped.
  private static func rule(_ synonyms: [String]) -> String {
    synonyms.map { word in
      word.replacing("\\", with: "\\\\").replacing(",", with: "\\,").replacing("=>", with: "\\=>")
    }.joined(separator: ", ")
  }

  private static func index(_ synonyms: [[String]]) -> [JSON.Member] {
    let filter = JSON.object([
      .init("type", .string("synonym_graph")),
      .init("synonyms", SearchExport.texts(synonyms.map(rule))), .init("lenient", .bool(true)),
    ])
    let tokenizer = JSON.object([.init("type", .string("pattern")), .init("pattern", .string(words))])
    // Words joined by `_`, `-` or `.` are found whole and in parts. A query's are not parted: no filter may stand before
    // one for synonyms that makes several tokens of one (“cannot be used to parse synonyms”).
    let parts = JSON.object([
      .init("type", .string("word_delimiter_graph")), .init("preserve_original", .bool(true)),
    ])
    func analyzer(_ filters: [String]) -> JSON {
      .object([
        .init("type", .string("custom")), .init("tokenizer", .string("words")),
        .init("filter", SearchExport.texts(filters)),
      ])
    }
    let common = ["parts", "flatten_graph", "lowercase", "asciifolding"]
    let asked = ["lowercase", "asciifolding", "site_synonyms"]
    let analysis = JSON.object([
      .init("tokenizer", .object([.init("words", tokenizer)])),
      .init("filter", .object([.init("parts", parts), .init("site_synonyms", filter)])),
      .init("analyzer", .object([.init("words", analyzer(common)), .init("asked", analyzer(asked))])),
    ])
    let text = JSON.object([
      .init("type", .string("text")), .init("analyzer", .string("words")), .init("search_analyzer", .string("asked")),
    ])
    let keyword = JSON.object([.init("type", .string("keyword"))])
    let properties =
      SearchExport.searchedFields.map { JSON.Member($0, text) }
      + (SearchExport.facets + ["id", "url", "fragment"]).map { JSON.Member($0, keyword) }
      + [JSON.Member("position", .object([.init("type", .string("integer"))]))]
    return [
      .init("settings", .object([.init("analysis", analysis)])),
      .init("mappings", .object([.init("dynamic", .bool(false)), .init("properties", .object(properties))])),
    ]
  }
}
