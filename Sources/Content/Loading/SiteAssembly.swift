internal import Diagnostics
internal import Markdown

/// Puts the checked parts together and holds them against one another: codes against locales, settings and articles.
struct SiteAssembly {
  let reader: FolderReader
  let settings: LoadedSettings?
  let locales: [LoadedLocale]
  let pages: [ResolvedPage]
  let index: PageIndex
  let catalogue: SignatureCatalogue
  let options: SiteLoader.Options

  func site(into report: inout Report) -> Site? {
    let (definitions, translations) = errorDefinitions()
    if !pages.contains(where: \.name.isErrorDefinition) { report.add(noDefinitions()) }
    guard let loaded = settings else { return nil }
    let settings = loaded.settings
    let chosen = chosenErrors(definitions, loaded, into: &report)
    for locale in locales {
      check(locale, covers: chosen, into: &report)
      CoverageCheck(settings: settings, codes: chosen.map(\.code)).report(locale, into: &report)
    }
    checkRelated(into: &report)
    checkGlossary(loaded.glossary, into: &report)
    if let until = loaded.untilPlace, !chosen.contains(where: { $0.code == 503 }) {
      report.add(noMaintenance(at: until))
    }
    if let today = options.today {
      reportStalePages(after: settings.staleAfterDays, on: today, into: &report)
      if let place = loaded.untilPlace,
        let over = DatedProblems.over(settings.maintenanceUntil, on: today, in: place.source)
      {
        report.add(over)
      }
    }
    guard locales.count == settings.pageLanguages.count else { return nil }

    var articles: [String: [Article]] = [:]
    for page in pages {
      if case .article(let article)? = page.content, options.includesDrafts || !article.draft {
        articles[article.language, default: []].append(article)
      }
    }
    var topics: [String: Topic] = [:]
    for (language, unordered) in articles {
      let tree = TopicTree(unordered)
      articles[language] = tree.articles
      topics[language] = tree.root
    }
    return Site(
      settings: settings, locales: locales.map(\.locale), errors: chosen, articles: articles, topics: topics,
      translatedErrors: translations, catalogue: catalogue, undocumented: undocumented,
      assets: assets(into: &report))
  }

  private var undocumented: Set<Int> {
    let withheld = pages.filter { $0.isBuiltIn && reader.folder.withheld.contains($0.name.neutralPath) }
    return Set(withheld.compactMap { $0.name.errorKey.flatMap { Int($0) } })
  }

  private func errorDefinitions() -> ([ErrorDefinition], [String: [Int: ErrorDefinition]]) {
    var definitions: [ErrorDefinition] = []
    var translations: [String: [Int: ErrorDefinition]] = [:]
    for page in pages {
      guard case .error(let definition)? = page.content else { continue }
      if let language = page.name.language {
        translations[language, default: [:]][definition.code] = definition
      } else {
        definitions.append(definition)
      }
    }
    return (definitions.sorted { $0.code < $1.code }, translations)
  }

  private func noDefinitions() -> Diagnostic {
    Diagnostic(
      "no-error-definitions", "no status code is defined", at: Place(file: reader.folder.displayName("errors")),
      help: "`interlude eject errors/502.md` copies one that comes with the program")
  }

  private func checkGlossary(_ glossary: Located<String>?, into report: inout Report) {
    guard let glossary, !pages.contains(where: { $0.name.neutralPath == glossary.value && !$0.name.isErrorDefinition })
    else { return }
    let articles = Set(pages.filter { !$0.name.isErrorDefinition }.map(\.name.neutralPath))
    report.add(
      Diagnostic(
        "unknown-glossary", "there is no article \(glossary.value)", at: glossary.place,
        notes: ["the path begins at the content folder"],
        help: PathSuggestions(articles).nearest(glossary.value).map { "did you mean `\($0)`?" }))
  }

  private func noMaintenance(at place: Place) -> Diagnostic {
    Diagnostic(
      "no-maintenance-page", .warning, "there is no page for planned work that could say this", at: place,
      notes: ["it is made from the definition of 503"], help: "add errors/503.md, and 503 to `codes` if that is a list")
  }

  private func chosenErrors(
    _ definitions: [ErrorDefinition], _ loaded: LoadedSettings, into report: inout Report
  ) -> [ErrorDefinition] {
    guard let codes = loaded.settings.codes else { return definitions }
    for (code, place) in zip(codes, loaded.codesPlaces) where !definitions.contains(where: { $0.code == code }) {
      let known = definitions.map(\.key)
      report.add(
        Diagnostic(
          "unknown-code", "there is no errors/\(code).md", at: place,
          help: NearestName.of(String(code), among: known).map { "did you mean \($0)?" }))
    }
    return definitions.filter { codes.contains($0.code) }
  }

  private func check(_ loaded: LoadedLocale, covers definitions: [ErrorDefinition], into report: inout Report) {
    let missing = definitions.filter { loaded.locale.text(for: $0) == nil }
    guard let first = missing.first else { return }
    report.add(
      Diagnostic(
        "missing-visitor-text", "no visitor text for \(missing.map(\.key).joined(separator: ", "))",
        at: loaded.codesPlace, notes: ["each code that gets a page needs its own text or its class's"],
        help: "add `\(first.key):`, or `\(first.code / 100)xx:` for all that have none of their own"))
  }

  /// A definition that exists but has errors of its own counts as known: its errors are reported already.
  private func checkRelated(into report: inout Report) {
    let known = Set(pages.compactMap(\.name.errorKey))
    for page in pages {
      for code in page.relatedCodes where !known.contains(String(code.value)) {
        report.add(
          Diagnostic(
            "unknown-code", "there is no errors/\(code.value).md", at: code.place,
            help: NearestName.of(String(code.value), among: known.sorted()).map { "did you mean \($0)?" }))
      }
    }
  }

  private func reportStalePages(after days: Int?, on today: Day, into report: inout Report) {
    guard let days else { return }
    for page in pages {
      let (reviewed, document): (Day?, Document?) =
        switch page.content {
        case .article(let article): (article.reviewed, article.page)
        case .error(let definition): (definition.reviewed, definition.page)
        case nil: (nil, nil)
        }
      guard let reviewed, let document, today.dayNumber - reviewed.dayNumber > days else { continue }
      report.add(DatedProblems.stale(reviewed, on: today, in: document.whole.source))
    }
  }

  /// The files that pages link to or show, each once.
  private func assets(into report: inout Report) -> [OutputFile] {
    var paths: Set<String> = []
    if let card = settings?.settings.card { paths.insert(card.text) }
    for page in pages { paths.formUnion(page.memo.assets) }
    return paths.sorted().compactMap { path in
      reader.source(path, into: &report).map { OutputFile(path: path, bytes: $0.bytes) }
    }
  }
}
