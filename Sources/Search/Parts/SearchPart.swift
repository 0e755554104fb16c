public import Content
public import Diagnostics
public import Packing

/// What one of several jobs finds out for the search index: of its own pages, the words and what results show of them.
///
/// How rare a word is, how long pages are on average and what has to be left out show only when all parts are together.
public struct SearchPart: Sendable {
  /// By language.
  let pages: [String: [CountedPage]]

  /// Counts the words of the pages that are the job's in `plan`; of the others `site` needs no more than outlines.
  public static func count(_ site: Site, plan: ShardPlan, jobs: Int) async -> SearchPart {
    var pages: [String: [CountedPage]] = [:]
    for locale in site.locales where !locale.site.isEmpty {
      let neutral = QuestionWords.of(locale.language)
      let documents = DocumentCollector(site, locale: locale).documents(of: plan.owns)
      pages[locale.language] = await Parallel.map(documents, jobs: jobs) { CountedPage($0, ignoring: neutral) }
    }
    return SearchPart(pages: pages)
  }

  public func pack(into writer: inout PackedWriter) {
    writer.list(pages.sorted { $0.key < $1.key }) { writer, language in
      writer.text(language.key)
      writer.list(language.value) { $1.pack(into: &$0) }
    }
  }

  public init(from reader: inout PackedReader) {
    let pages = reader.list { ($0.text(), $0.list { CountedPage(from: &$0) }) }
    self.pages = Dictionary(pages, uniquingKeysWith: { first, _ in first })
  }

  private init(pages: [String: [CountedPage]]) { self.pages = pages }
}

extension Search {
  /// The files that `build` makes, from the parts of all jobs. `site` needs settings and locales only.
  ///
  /// - Returns: besides the files the numbers of the lists of synonyms that help nobody.
  public static func join<Written: Sendable>(
    _ parts: [SearchPart], of site: Site, jobs: Int, write: @escaping @Sendable (OutputFile) -> Written
  ) async -> (files: [Written], deadSynonyms: [Int]) {
    var files: [Written] = []
    var dead: [Int] = []
    for locale in site.locales where !locale.site.isEmpty {
      let pages = parts.flatMap { $0.pages[locale.language] ?? [] }.sorted { $0.document.path < $1.document.path }
      let documents = pages.map(\.document)
      let builder = IndexBuilder(
        documents: documents, language: locale.language, strings: locale.search,
        names: FacetNames(documents, locale: locale))
      let ranges = IndexBuilder.ranges(of: pages.count, jobs: jobs)
      let counters = await Parallel.map(ranges, jobs: jobs, atOnce: 1) { range in
        var counter = TermCounter(ignoring: [])
        for page in pages[range] { counter.add(page.terms) }
        return counter.counted()
      }
      let index = await builder.build(
        counters, texts: { TextShard.encode(pages[$0].map(\.text)) }, synonyms: site.settings.synonyms.map(\.value),
        in: folder(of: locale, in: site), jobs: jobs, write: write)
      files += index.files
      if locale.language == site.settings.defaultLanguage {
        dead = DeadSynonyms(site.settings.synonyms, isKnown: index.isKnown).dead
      }
    }
    return (files, dead)
  }

  /// What is to be said of each list of synonyms of a site, in their order, if it turns out to help nobody.
  public static func synonymProblems(_ site: Site) -> [Diagnostic] {
    site.settings.synonyms.map(DeadSynonyms.problem)
  }
}
