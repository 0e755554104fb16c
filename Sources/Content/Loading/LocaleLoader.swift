internal import Diagnostics

/// Reads `locales/<tag>.yaml` of each language.
struct LocaleLoader: Sendable {
  let reader: FolderReader

  /// The locales that could be read, in the order of `languages`; `places` says where `site.yaml` names each. Those that are
  /// not among `site` come without the strings of the help site.
  func load(
    _ languages: [String], site: [String], from places: [Place], jobs: Int, into report: inout Report
  ) async -> [LoadedLocale] {
    let loaded = await Parallel.map(Array(languages.enumerated()), jobs: jobs) { index, language in
      var report = Report()
      let place = index < places.count ? places[index] : nil
      let locale = load(language, isOffered: site.contains(language), from: place, into: &report)
      return (locale: locale, report: report)
    }
    for language in loaded { report.add(language.report) }
    return loaded.compactMap(\.locale)
  }

  private func load(
    _ language: String, isOffered: Bool, from place: Place?, into report: inout Report
  ) -> LoadedLocale? {
    let path = "locales/\(language).yaml"
    if let source = reader.source(path, into: &report) {
      return locale(language, isOffered: isOffered, source, into: &report)
    }
    if let place, !reader.exists(path) { report.add(missing(language, at: place)) }
    return nil
  }

  private func missing(_ language: String, at place: Place) -> Diagnostic {
    let tags = reader.localeTags
    return Diagnostic(
      "unknown-language", "there is no locales/\(language).yaml", at: place,
      notes: tags.isEmpty ? [] : ["there are: \(tags.joined(separator: ", "))"],
      help: NearestName.of(language, among: tags).map { "did you mean `\($0)`?" }
        ?? "add the file; `interlude eject locales/en.yaml` copies one to translate")
  }

  private func locale(
    _ language: String, isOffered: Bool, _ source: Source, into report: inout Report
  ) -> LoadedLocale? {
    guard let yaml = YAMLDocument(source, range: 0..<source.bytes.count, into: &report),
      let record = ShapeCheck(document: yaml, subject: "a locale").record(Schemas.locale, into: &report)
    else { return nil }
    if let tag = record.located("language"), tag.value != language {
      report.add(
        Diagnostic(
          "wrong-name", "the file is named after another language", at: tag.place, help: "write `language: \(language)`"
        ))
    }
    guard let name = record.text("name"),
      let direction = record.text("direction").flatMap(Locale.Direction.init(rawValue:)),
      let page = record.record("page"), let texts = record.record("codes")
    else { return nil }
    var codes: [Int: VisitorText] = [:]
    var classes: [Int: VisitorText] = [:]
    var maintenance: VisitorText?
    for key in texts.keys {
      guard case .record(let entry)? = texts.fields[key.value]?.value, let text = Self.visitorText(entry) else {
        continue
      }
      reportTone(entry, language, into: &report)
      switch StatusKey(key.value) {
      case .code(let code): codes[code] = text
      case .family(let family): classes[family] = text
      case .maintenance: maintenance = text
      case nil: break
      }
    }
    let locale = Locale(
      language: language, name: name, direction: direction, page: Self.strings(page),
      site: isOffered ? record.record("site").map(Self.strings) ?? [:] : [:],
      search: LocaleKeys.englishSearch.merging(record.record("search").map(Self.strings) ?? [:]) { _, own in own },
      codes: codes, classes: classes,
      maintenance: maintenance)
    return LoadedLocale(
      locale: locale, source: source, codesPlace: texts.place, pagePlace: page.place,
      hasSearch: record.record("search") != nil)
  }

  /// A heading is for people who never heard of status codes.
  private func reportTone(_ entry: Record, _ language: String, into report: inout Report) {
    guard let heading = entry.located("heading") else { return }
    if heading.value.unicodeScalars.contains(where: { $0.properties.generalCategory == .decimalNumber }) {
      report.add(
        Diagnostic(
          "number-in-heading", "the heading shows a number", at: heading.place,
          notes: ["visitors read the heading; the code stands in the small print"], help: "say it in plain words"))
    }
    let jargon = ["gateway", "upstream", "http", "server error", "oops", "whoops", "technical difficulties"]
    if language.hasPrefix("en"), let word = jargon.first(where: { heading.value.lowercased().contains($0) }) {
      report.add(
        Diagnostic(
          "jargon-in-heading", .warning, "the heading says “\(word)”", at: heading.place, help: "say it in plain words")
      )
    }
  }

  private static func visitorText(_ entry: Record) -> VisitorText? {
    guard let heading = entry.text("heading"), let happened = entry.text("happened"), let short = entry.text("short")
    else { return nil }
    return VisitorText(heading: heading, happened: happened, advice: entry.texts("advice").map(\.value), short: short)
  }

  private static func strings(_ record: Record) -> [String: String] {
    record.fields.compactMapValues { field in if case .text(let text) = field.value { text } else { nil } }
  }
}

/// A locale and the file it came from, for problems that show only beside the error definitions.
struct LoadedLocale: Sendable {
  let locale: Locale
  let source: Source
  let codesPlace: Place
  let pagePlace: Place
  let hasSearch: Bool
}
