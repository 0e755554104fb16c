public import Content
public import Diagnostics
public import Packing

/// The help site's search: an index as static files, and the engine that reads them.
///
/// `docs/search-format.md` describes the files. Pure, like the other renderers: a site in, files out; the bytes depend on
/// nothing else.
public enum Search {
  /// What became of the files, in a fixed order; what renewing the index takes; and the problems found.
  public typealias Result<Written> = (files: [Written], memory: SearchMemory?, report: Report)

  /// The index of every language the help site is offered in, and what is wrong with what the author said about search.
  /// Each file is handed to `write` as soon as it is made, from several tasks at once. With `keepsMemory` comes what
  /// renewing the index after an edit takes. What is counted waits in `store`, if there is one.
  public static func build<Written: Sendable>(
    _ site: Site, jobs: Int, keepsMemory: Bool = false, store: (any ByteStore)? = nil,
    write: @escaping @Sendable (OutputFile) -> Written
  ) async -> Result<Written> {
    var report = Report()
    var files: [Written] = []
    var memories: [IndexMemory?] = []
    let locales = site.locales.filter { !$0.site.isEmpty }
    // Small indexes keep one core busy at most, so several are made at once.
    let indexes = await Parallel.asyncMap(locales, jobs: min(jobs, locales.count)) { locale in
      let documents = DocumentCollector(site, locale: locale).documents()
      let builder = IndexBuilder(
        documents: documents, language: locale.language, strings: locale.search,
        names: FacetNames(documents, locale: locale), keepsMemory: keepsMemory, store: store)
      return await builder.build(
        synonyms: site.settings.synonyms.map(\.value), in: folder(of: locale, in: site), jobs: jobs, write: write)
    }
    for (locale, index) in zip(locales, indexes) {
      var index = index
      files += index.files
      if locale.language == site.settings.defaultLanguage {
        let check = DeadSynonyms(site.settings.synonyms, isKnown: index.isKnown)
        check.check(into: &report)
        index.memory?.deadSynonyms = check.dead
      }
      memories.append(index.memory)
    }
    let known = memories.compactMap { $0 }
    return (files, keepsMemory && known.count == memories.count ? SearchMemory(known) : nil, report)
  }

  /// Where a language's index lies in the output, with a slash at its end.
  static func folder(of locale: Locale, in site: Site) -> String {
    "site/" + (locale.language == site.settings.defaultLanguage ? "" : locale.language + "/") + "search/"
  }
}
