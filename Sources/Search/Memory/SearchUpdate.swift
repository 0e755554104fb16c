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
  ///   - edited: the articles that were edited or are new, whole.
  ///   - comesOrGoes: whether there are pages that were not there, or some are no more.
  ///   - read: reads a file of the last build by its path in the output.
  public init?(
    _ site: Site, since last: SearchMemory, edited: [Article], comesOrGoes: Bool, jobs: Int, read: (String) -> [UInt8]?
  ) async {
    var indexes: [IndexMemory] = []
    var files: [OutputFile] = []
    var removed: [String] = []
    let locales = site.locales.filter { !$0.site.isEmpty }
    guard locales.map(\.language) == last.indexes.map(\.language) else { return nil }
    for (locale, index) in zip(locales, last.indexes) {
      let edit = Self.edit(edited, comesOrGoes, site, locale, index)
      guard !edit.isEmpty else {
        indexes.append(index)
        continue
      }
      let folder = Search.folder(of: locale, in: site)
      guard let update = IndexUpdate(index, edit),
        let made = await IndexFiles(
          update, since: index, strings: locale.search, synonyms: site.settings.synonyms.map(\.value), in: folder,
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

  /// What one language's index sees of the edit.
  private static func edit(
    _ edited: [Article], _ comesOrGoes: Bool, _ site: Site, _ locale: Locale, _ index: IndexMemory
  ) -> IndexEdit {
    var edit = IndexEdit(articles: index.articles)
    let collector = DocumentCollector(site, locale: locale, signatures: [:])
    for article in edited where collector.has(article) {
      let page = index.page(at: collector.path(of: article))
      let signatures = page.flatMap { index.signatures[$0] }.map { [article.path: $0] } ?? [:]
      let known = DocumentCollector(site, locale: locale, signatures: signatures)
      edit.documents.append((page, known.document(article)))
    }
    guard comesOrGoes else { return edit }
    let documents = collector.documents()
    let paths = Set(documents.map { IndexMemory.hash($0.path) })
    edit.removed = Set(index.pages.paths.indices.filter { !paths.contains(index.pages.paths[$0]) })
    edit.articles = documents.count(where: \.isArticle)
    return edit
  }
}
