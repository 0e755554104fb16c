public import Content
internal import Escaping

/// The help site's sections as documents of another search engine, ready to load, with its settings and synonyms.
///
/// Each engine's files lie in `search-export/ENGINE/`; the guide “Search with an engine of your own” says how to load them.
public enum SearchExport {
  static let folder = "search-export/"

  public static func files(_ site: Site, for engine: SearchEngineKind) -> [OutputFile] {
    var documents: [ExportDocument] = []
    for locale in site.locales where !locale.site.isEmpty {
      let pages = DocumentCollector(site, locale: locale).documents()
      documents += pages.flatMap { ExportDocument.documents($0, language: locale.language) }
    }
    return files(documents, synonyms: site.settings.synonyms.map(\.value), for: engine)
  }

  static func files(
    _ documents: [ExportDocument], synonyms: [[String]], for engine: SearchEngineKind
  ) -> [OutputFile] {
    let files: [(name: String, text: String)] =
      switch engine {
      case .meilisearch: MeilisearchExport.files(documents, synonyms: synonyms)
      case .typesense: TypesenseExport.files(documents, synonyms: synonyms)
      case .algolia: AlgoliaExport.files(documents, synonyms: synonyms)
      case .opensearch: OpenSearchExport.files(documents, synonyms: synonyms)
      }
    return files.map { OutputFile(path: "\(folder)\(engine.rawValue)/\($0.name)", text: $0.text) }
  }

  /// Meilisearch (`--http-payload-size-limit`) and OpenSearch (`http.max_content_length`) take 100 MB at once unless told
  /// otherwise.
  static let longestFile = 50_000_000

  /// Lines in as few files as may be: `documents.ndjson`, `documents-2.ndjson` and so on. What is one of `entries` stays in
  /// one file.
  static func numbered(
    _ stem: String, _ suffix: String, _ entries: [String], longest: Int = longestFile
  ) -> [(name: String, text: String)] {
    var texts = [""]
    for entry in entries {
      if !texts[texts.count - 1].isEmpty, texts[texts.count - 1].utf8.count + entry.utf8.count > longest {
        texts.append("")
      }
      texts[texts.count - 1] += entry
    }
    return texts.enumerated().map { number, text in
      (name: number == 0 ? "\(stem).\(suffix)" : "\(stem)-\(number + 1).\(suffix)", text: text)
    }
  }

  /// A value a line (NDJSON).
  static func lines(_ values: [JSON]) -> String { values.map { $0.serialized() + "\n" }.joined() }
  static func texts(_ values: [String]) -> JSON { .array(values.map { .string($0) }) }
  static func settings(_ members: [JSON.Member]) -> String { JSON.object(members).serialized(.indented) + "\n" }

  /// In the order in which they count.
  static let searchedFields = ["names", "title", "keywords", "heading", "description", "text", "code"]
  static let facets = ["language", "topic", "proxies", "audience", "page"]
}
