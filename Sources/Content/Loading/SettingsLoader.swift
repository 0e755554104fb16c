internal import Diagnostics

/// `site.yaml` after its check, together with the places later checks point at.
struct LoadedSettings: Sendable {
  let settings: Settings
  /// Where each of the error pages' languages is named.
  let languagePlaces: [Place]
  let codesPlaces: [Place]
  /// Where the end of planned work is named.
  let untilPlace: Place?
  let glossary: Located<String>?
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
    checkBaseURL(record, into: &report)
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
      searchSlash: record.record("search")?.boolean("slash") ?? true,
      searchMisses: record.record("search")?.text("misses"), glossary: record.text("glossary").flatMap(Self.page),
      fullText: record.boolean("fullText") ?? false,
      analytics: analytics(record),
      synonyms: (record.record("search")?.textLists("synonyms") ?? []) + builtInSynonyms)
    return LoadedSettings(
      settings: settings, languagePlaces: pageLanguages.map(\.place),
      codesPlaces: record.integers("codes").map(\.place),
      untilPlace: record.record("maintenance")?.place(of: "until"), glossary: record.located("glossary"))
  }

  /// What readers call the things that our articles are about; without a place, as nobody can mend them.
  private var builtInSynonyms: [Located<[String]>] {
    guard let bytes = reader.folder.builtInSettings else { return [] }
    var ignored = Report()
    let source = Source(name: "", bytes: bytes)
    let record = YAMLDocument(source, range: 0..<bytes.count, into: &ignored).flatMap {
      ShapeCheck(document: $0, subject: "site.yaml").record(Schemas.site, into: &ignored)
    }
    return record?.record("search")?.textLists("synonyms") ?? []
  }

  private func checkBaseURL(_ record: Record, into report: inout Report) {
    guard let url = record.located("baseURL"), !Settings.isBaseURL(url.value) else { return }
    report.add(
      Diagnostic(
        "bad-base-url", "no page can have an address below “\(url.value)”", at: url.place,
        notes: ["a query (?) or a fragment (#) ends an address"], help: "write it like https://help.example.com/docs/"))
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

  private func analytics(_ record: Record) -> Settings.Analytics? {
    guard let analytics = record.record("analytics"), let script = analytics.text("script") else { return nil }
    let data = analytics.record("data")
    let pairs = data?.keys.compactMap { key in data?.text(key.value).map { (key.value, $0) } } ?? []
    return .init(
      script: script, data: Dictionary(pairs, uniquingKeysWith: { first, _ in first }),
      endpoint: analytics.text("endpoint"))
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

  /// The page that is made from an article's file; nil if the path is none of an article.
  private static func page(_ path: String) -> SitePath? {
    let name = MarkdownFileName(path: path, languages: [])
    return name.flatMap { $0.isErrorDefinition ? nil : $0.page }
  }

  private static func withSlash(_ url: String) -> String {
    url.hasSuffix("/") ? url : url + "/"
  }
}
