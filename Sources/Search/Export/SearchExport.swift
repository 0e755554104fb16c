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

  /// A value a line (NDJSON).
  static func lines(_ values: [JSON]) -> String { values.map { $0.serialized() + "\n" }.joined() }
  static func texts(_ values: [String]) -> JSON { .array(values.map { .string($0) }) }
  static func settings(_ members: [JSON.Member]) -> String { JSON.object(members).serialized(.indented) + "\n" }

  /// In the order in which they count.
  static let searchedFields = ["names", "title", "keywords", "heading", "description", "text", "code"]
  static let facets = ["language", "topic", "proxies", "audience", "page"]
}
