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
    for (name, source, _) in reader.markduserFiles(languages: languages(reader)) where name.language == nil {
      guard case .article = name.kind, let front = front(source), front.boolean("draft") != true else { continue }
      articles.append(.init(page: name.page, path: name.neutralPath, front: front))
    }
    let catalogue = CatalogueReader(files: SignatureFiles(reader), articles: articles).read(into: &report)
    return (catalogue, report)
  }

  private func languages(_ reader: FolderReader) -> [String] {
    var ignored = Report()
    return SettingsLoader(reader: reader, baseURL: nil).load(into: &ignored)?.settings.languages ?? ["en"]
  }

  /// What an article says about its cause. Most say nothing, and are listed without being parsed.
  private func front(_ source: Source) -> Record? {
    var ignored = Report()
    guard let front = FrontMatter(source, into: &ignored) else { return nil }
    if !Self.mayConcern(source.bytes[front.range]) { return Record(place: source.place(front.range)) }
    // Without the article behind it, whose lines would be counted.
    let alone = Source(name: source.name, bytes: Array(source.bytes[..<front.range.upperBound]))
    guard let yaml = YAMLDocument(alone, range: front.range, into: &ignored) else { return nil }
    return ShapeCheck(document: yaml, subject: "an article's front matter").record(Schemas.article, into: &ignored)
  }

  /// Whether the front matter has a key that a catalogue reads: the signatures of an article without a cause are of none,
  /// and a draft is no article.
  private static func mayConcern(_ bytes: ArraySlice<UInt8>) -> Bool {
    for key in [Array("cause".utf8), Array("draft".utf8)] {
      var rest = bytes
      while let start = rest.firstIndex(of: key[0]) {
        rest = rest[(start + 1)...]
        guard rest.starts(with: key.dropFirst()) else { continue }
        // `cause: …`, `"cause" : …`
        let after = rest.dropFirst(key.count - 1).first { $0 != 0x20 && $0 != 0x22 && $0 != 0x27 }
        if after == UInt8(ascii: ":") { return true }
      }
    }
    return false
  }
}
