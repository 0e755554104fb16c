public import Content

/// The search after a few articles were edited.
public struct SearchUpdate: Sendable {
  /// To be kept for the next build.
  public let memory: SearchMemory
  /// The files to be written, the bytes those of a whole build.
  public let files: [OutputFile]
  /// Paths in the output of files that are no more.
  public let removed: [String]

  /// Nil when the index has to be made anew.
  ///
  /// - Parameters:
  ///   - site: of its articles outlines are enough.
  ///   - edited: the articles that were edited, whole.
  ///   - read: reads a file of the last build by its path in the output.
  public init?(
    _ site: Site, since last: SearchMemory, edited: [Article], jobs: Int, read: (String) -> [UInt8]?
  ) async {
    var indexes: [IndexMemory] = []
    var files: [OutputFile] = []
    var removed: [String] = []
    let locales = site.locales.filter { !$0.site.isEmpty }
    guard locales.map(\.language) == last.indexes.map(\.language) else { return nil }
    for (locale, index) in zip(locales, last.indexes) {
      guard let edits = Self.documents(edited, site, locale, index) else { return nil }
      guard !edits.isEmpty else {
        indexes.append(index)
        continue
      }
      let folder = Search.folder(of: locale, in: site)
      guard let update = IndexUpdate(index, edited: edits),
        let made = await IndexFiles(
          update, edited: edits, strings: locale.search, synonyms: site.settings.synonyms.map(\.value), in: folder,
          jobs: jobs,
          read: read)
      else { return nil }
      // Another list of synonyms that help nobody is another report.
      let dead = DeadSynonyms.dead(site.settings.synonyms.map(\.value)) { made.memory.terms.isKept($0) }
      guard dead == index.deadSynonyms || locale.language != site.settings.defaultLanguage else { return nil }
      indexes.append(made.memory)
      files += made.files
      removed += made.removed.sorted().map { "\(folder)\($0).js" }
    }
    memory = SearchMemory(indexes)
    self.files = files
    self.removed = removed
  }

  /// The edited articles as one language's index sees them; nil if it does not know one of them.
  private static func documents(
    _ edited: [Article], _ site: Site, _ locale: Locale, _ index: IndexMemory
  ) -> [(page: Int, document: SearchDocument)]? {
    var documents: [(page: Int, document: SearchDocument)] = []
    let collector = DocumentCollector(site, locale: locale, signatures: [:])
    for article in edited where collector.has(article) {
      guard let page = index.page(at: collector.path(of: article)) else { return nil }
      let known = DocumentCollector(
        site, locale: locale, signatures: index.signatures[page].map { [article.path: $0] } ?? [:])
      documents.append((page, known.document(article)))
    }
    return documents
  }
}
