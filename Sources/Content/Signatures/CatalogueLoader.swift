public import Diagnostics

/// Reads the signatures of an author's folder without the rest of the site, for a program that only explains logs.
public struct CatalogueLoader: Sendable {
  let folder: ContentFolder

  public init(_ folder: ContentFolder) {
    self.folder = folder
  }

  /// The catalogue and every problem found in it; problems of pages are left to a build.
  public func load() -> (catalogue: SignatureCatalogue, report: Report) {
    var report = Report()
    let reader = FolderReader(folder)
    var articles: [CatalogueReader.Listed] = []
    for (name, source) in reader.markdownFiles(languages: languages(reader)) where name.language == nil {
      guard case .article = name.kind, let front = front(source), front.boolean("draft") != true else { continue }
      articles.append(.init(page: name.page, path: name.neutralPath, front: front))
    }
    let catalogue = CatalogueReader(reader: reader, articles: articles).read(into: &report)
    return (catalogue, report)
  }

  private func languages(_ reader: FolderReader) -> [String] {
    var ignored = Report()
    return SettingsLoader(reader: reader, baseURL: nil).load(into: &ignored)?.settings.languages ?? ["en"]
  }

  private func front(_ source: Source) -> Record? {
    var ignored = Report()
    guard let front = FrontMatter(source, into: &ignored),
      let yaml = YAMLDocument(source, range: front.range, into: &ignored)
    else { return nil }
    return ShapeCheck(document: yaml, subject: "an article's front matter").record(Schemas.article, into: &ignored)
  }
}
