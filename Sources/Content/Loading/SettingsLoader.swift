internal import Diagnostics
internal import Escaping

/// `site.yaml` after its check, together with the places later checks point at.
struct LoadedSettings: Sendable {
  let settings: Settings
  /// Where each of the error pages' languages is named.
  let languagePlaces: [Place]
  let codesPlaces: [Place]
}

/// Reads `site.yaml`.
struct SettingsLoader {
  let reader: FolderReader
  /// Replaces the file's `baseURL`.
  let baseURL: String?

  func load(into report: inout Report) -> LoadedSettings? {
    guard let source = reader.source("site.yaml", into: &report) else {
      if !reader.exists("site.yaml") { report.add(missing()) }
      return nil
    }
    guard let yaml = YAMLDocument(source, range: 0..<source.bytes.count, into: &report),
      let record = ShapeCheck(document: yaml, subject: "site.yaml").record(Schemas.site, into: &report),
      let accent = accent(record)
    else { return nil }
    let languages = languages(record, into: &report)
    guard !languages.isEmpty else { return nil }
    let pageLanguages = languages + furtherLanguages(record, beside: languages, into: &report)
    let names = texts("name", record, languages.map(\.value), into: &report)
    let descriptions = texts("description", record, languages.map(\.value), into: &report)
    guard let name = record.text("name") ?? names[languages[0].value],
      let description = record.text("description") ?? descriptions[languages[0].value]
    else { return nil }
    let settings = Settings(
      name: name, names: names, description: description, descriptions: descriptions,
      baseURL: (baseURL ?? record.text("baseURL")).map(Self.withSlash),
      languages: languages.map(\.value), pageLanguages: pageLanguages.map(\.value), home: record.text("home"),
      support: record.text("support"),
      status: record.text("status"), logo: logo(record, into: &report), accent: accent,
      theme: record.located("theme").map { Settings.ChosenTheme(name: $0.value, place: $0.place) },
      codes: record.list("codes").isEmpty ? nil : record.integers("codes").map(\.value),
      rawHTML: record.record("markdown")?.boolean("rawHTML") ?? false,
      staleAfterDays: record.record("review")?.integer("staleAfterDays"), feedback: record.text("feedback"),
      editURL: record.text("editURL"), showsLastChange: record.boolean("lastChanged") ?? true,
      card: card(record, into: &report), maintenanceUntil: maintenanceUntil(record, into: &report),
      automaticRetry: record.record("errorPages")?.boolean("automaticRetry") ?? true,
      liveValues: record.record("errorPages")?.boolean("liveValues") ?? false,
      searchEndpoint: searchEndpoint(record, into: &report),
      synonyms: record.record("search")?.textLists("synonyms") ?? [])
    return LoadedSettings(
      settings: settings, languagePlaces: pageLanguages.map(\.place), codesPlaces: record.integers("codes").map(\.place)
    )
  }

  private func searchEndpoint(_ record: Record, into report: inout Report) -> Settings.SearchEndpoint? {
    guard let search = record.record("search") else { return nil }
    guard let url = search.text("endpoint") else {
      if let place = search.place(of: "engine") ?? search.place(of: "key") {
        report.add(
          Diagnostic(
            "no-search-endpoint", .warning, "a search engine without an endpoint", at: place,
            notes: ["the box goes on asking the site's own index"],
            help: "add `endpoint: https://…`, the address that answers queries, or remove this"))
      }
      return nil
    }
    return .init(
      url: url, engine: search.text("engine").flatMap(SearchEngineKind.init(rawValue:)) ?? .meilisearch,
      key: search.text("key"))
  }

  private func maintenanceUntil(_ record: Record, into report: inout Report) -> Moment? {
    guard let text = record.record("maintenance")?.located("until") else { return nil }
    if let moment = Moment(text.value) { return moment }
    report.add(
      Diagnostic(
        "bad-time", "“\(text.value)” is no time in UTC", at: text.place,
        notes: ["visitors and programs all over the world read it"], help: "write it like 2026-12-01T06:00Z"))
    return nil
  }

  /// What is written by language; nothing where there is one text for all.
  private func texts(
    _ key: String, _ record: Record, _ languages: [String], into report: inout Report
  ) -> [String: String] {
    guard let table = record.record(key) else { return [:] }
    // A language may stand ready that is not offered yet.
    for key in table.keys where !languages.contains(key.value) && !reader.exists("locales/\(key.value).yaml") {
      report.add(
        Diagnostic(
          "unknown-language", .warning, "there is no locales/\(key.value).yaml", at: key.place,
          help: NearestName.of(key.value, among: languages).map { "did you mean `\($0)`?" }))
    }
    if table.text(languages[0]) == nil {
      report.add(
        Diagnostic(
          "missing-key", "there is no \(key) in the default language", at: table.place,
          notes: ["it stands in for languages that have none"], help: "add `\(languages[0]): …`"))
    }
    return Dictionary(
      table.keys.compactMap { key in table.text(key.value).map { (key.value, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  private func missing() -> Diagnostic {
    let nearest = NearestName.of("site.yaml", among: reader.paths.filter { !$0.contains("/") })
    return Diagnostic(
      "missing-site", "there is no site.yaml", at: Place(file: reader.folder.displayName("site.yaml")),
      notes: nearest.map { ["there is a \($0)"] } ?? [],
      help: nearest.map { "rename \($0) to site.yaml" }
        ?? "`interlude init` lays down a small complete site to start from")
  }

  private func accent(_ record: Record) -> Settings.Accent? {
    if let colour = record.located("accent") {
      return Settings.Accent(light: colour.value, dark: nil, lightPlace: colour.place, darkPlace: nil)
    }
    guard let both = record.record("accent"), let light = both.located("light") else { return nil }
    return Settings.Accent(
      light: light.value, dark: both.text("dark"), lightPlace: light.place, darkPlace: both.place(of: "dark"))
  }

  /// The languages with the default one first.
  private func languages(_ record: Record, into report: inout Report) -> [Located<String>] {
    let languages = tags(record.texts("languages"), into: &report)
    guard let preferred = record.located("defaultLanguage") else { return languages }
    guard let index = languages.firstIndex(where: { $0.value == preferred.value }) else {
      report.add(
        Diagnostic(
          "unknown-language", "the default language is not among `languages`", at: preferred.place,
          help: NearestName.of(preferred.value, among: languages.map(\.value)).map { "did you mean `\($0)`?" }))
      return languages
    }
    return [languages[index]] + languages[..<index] + languages[(index + 1)...]
  }

  /// The languages that only error pages come in.
  private func furtherLanguages(
    _ record: Record, beside languages: [Located<String>], into report: inout Report
  ) -> [Located<String>] {
    guard let choice = record.record("errorPages") else { return [] }
    let site = Set(languages.map(\.value))
    if let all = choice.located("languages") {
      return reader.localeTags.filter { !site.contains($0) }.map { Located(value: $0, place: all.place) }
    }
    // To list a language of the site again does no harm.
    return tags(choice.texts("languages"), into: &report).filter { !site.contains($0.value) }
  }

  /// Language tags as written, without those that are none and those that come a second time.
  private func tags(_ written: [Located<String>], into report: inout Report) -> [Located<String>] {
    var tags: [Located<String>] = []
    for tag in written {
      if !Self.isLanguageTag(tag.value) {
        report.add(
          Diagnostic(
            "bad-language", "“\(tag.value)” is no language tag", at: tag.place,
            help: "write it like en, pt-BR or zh-Hans"))
      } else if let first = tags.first(where: { $0.value.lowercased() == tag.value.lowercased() }) {
        report.add(
          Diagnostic(
            "duplicate-language", "language listed twice", at: tag.place,
            related: [.init("first here", at: first.place)]))
      } else {
        tags.append(tag)
      }
    }
    return tags
  }

  private func logo(_ record: Record, into report: inout Report) -> Settings.Logo? {
    guard let path = record.located("logo") else { return nil }
    guard let source = reader.source(path.value, into: &report) else {
      if !reader.exists(path.value) {
        let nearest = NearestName.of(path.value, among: reader.paths.filter { $0.hasSuffix(".svg") })
        report.add(
          Diagnostic(
            "missing-image", "the logo does not exist", at: path.place, help: nearest.map { "did you mean `\($0)`?" }))
      }
      return nil
    }
    let svg = source.text(0..<source.bytes.count)
    if let problem = InlineSVG.problem(in: svg) {
      report.add(
        Diagnostic(
          "unsafe-logo", "the logo cannot be put into a page: \(problem)", at: path.place,
          notes: ["error pages make no request and run no script"], help: "export a plain SVG of shapes"))
      return nil
    }
    return Settings.Logo(svg: InlineSVG.stripped(svg), place: path.place)
  }

  /// A picture that link previews can show: they take no SVG.
  private func card(_ record: Record, into report: inout Report) -> SitePath? {
    guard let path = record.located("card") else { return nil }
    guard reader.exists(path.value) else {
      let nearest = NearestName.of(path.value, among: reader.paths.filter(Self.isPicture))
      report.add(
        Diagnostic(
          "missing-image", "the picture does not exist", at: path.place, help: nearest.map { "did you mean `\($0)`?" }))
      return nil
    }
    guard Self.isPicture(path.value) else {
      report.add(
        Diagnostic(
          "wrong-picture", "link previews show PNG and JPEG only", at: path.place,
          help: "export it as PNG, 1200 by 630 pixels"))
      return nil
    }
    return SitePath(path.value)
  }

  private static func isPicture(_ path: String) -> Bool {
    [".png", ".jpg", ".jpeg"].contains { path.lowercased().hasSuffix($0) }
  }

  private static func withSlash(_ url: String) -> String {
    url.hasSuffix("/") ? url : url + "/"
  }

  /// Letters and digits in groups of one to eight, the first of two or three letters (RFC 5646, well-formedness).
  static func isLanguageTag(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.utf8.count), first.allSatisfy({ $0.isASCII && $0.isLetter })
    else { return false }
    return parts.dropFirst().allSatisfy { part in
      (1...8).contains(part.utf8.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }
}
