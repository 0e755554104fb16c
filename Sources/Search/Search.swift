public import Content
public import Diagnostics

/// The help site's search: an index as static files, and the engine that reads them.
///
/// `docs/search-format.md` describes the files. Pure, like the other renderers: a site in, files out; the bytes depend on
/// nothing else.
public enum Search {
  /// The index of every language the help site is offered in, and what is wrong with what the author said about search.
  /// Each file is handed to `write` as soon as it is made, from several tasks at once.
  public static func build<Written: Sendable>(
    _ site: Site, jobs: Int, write: @escaping @Sendable (OutputFile) -> Written
  ) async -> (files: [Written], report: Report) {
    var report = Report()
    var files: [Written] = []
    for locale in site.locales where !locale.site.isEmpty {
      let isDefault = locale.language == site.settings.defaultLanguage
      let folder = "site/" + (isDefault ? "" : locale.language + "/") + "search/"
      let documents = DocumentCollector(site, locale: locale).documents()
      let builder = IndexBuilder(
        documents: documents, language: locale.language, strings: locale.search,
        names: FacetNames(documents, locale: locale))
      let index = await builder.build(
        synonyms: site.settings.synonyms.map(\.value), in: folder, jobs: jobs, write: write)
      files += index.files
      if isDefault { DeadSynonyms(site.settings.synonyms, index.terms).check(into: &report) }
    }
    return (files, report)
  }
}
