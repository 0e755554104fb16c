internal import Diagnostics
internal import Packing

// Places are left out: problems in these files were reported by the build that read them.

extension Settings {
  func pack(into writer: inout PackedWriter) {
    writer.text(name)
    writer.text(description)
    for text in [
      baseURL, home, support, status, logo?.svg, accent.dark, editURL, feedback, maintenanceUntil?.machineText,
      theme?.name, card?.text, logo?.dark?.svg, searchMisses,
      glossary?.text,
    ] {
      writer.optional(text) { $0.text($1) }
    }
    for texts in [names, descriptions] {
      writer.list(texts.sorted { $0.key < $1.key }) { $0.texts([$1.key, $1.value]) }
    }
    writer.texts(languages)
    writer.texts(pageLanguages)
    writer.text(accent.light)
    writer.optional(codes) { $0.numbers($1) }
    writer.flag(rawHTML)
    writer.flag(showsLastChange)
    writer.flag(automaticRetry)
    writer.flag(liveValues)
    writer.flag(searchSlash)
    writer.flag(fullText)
    writer.optional(analytics) { writer, analytics in
      writer.text(analytics.script)
      writer.list(analytics.data.sorted { $0.key < $1.key }) { $0.texts([$1.key, $1.value]) }
      writer.optional(analytics.endpoint) { $0.text($1) }
    }
    writer.optional(staleAfterDays) { $0.number($1) }
    writer.optional(searchEndpoint) { writer, endpoint in
      writer.text(endpoint.url)
      writer.text(endpoint.engine.rawValue)
      writer.optional(endpoint.key) { $0.text($1) }
    }
    writer.list(synonyms) { $0.texts($1.value) }
  }

  init(from reader: inout PackedReader) {
    let (name, description) = (reader.text(), reader.text())
    let texts = (0..<14).map { _ in reader.optional { $0.text() } }
    let nowhere = Place(file: "")
    func table(_ reader: inout PackedReader) -> [String: String] {
      let pairs = reader.list { $0.texts() }.filter { $0.count == 2 }.map { ($0[0], $0[1]) }
      return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
    let byLanguage = (0..<2).map { _ in table(&reader) }
    let (languages, pageLanguages) = (reader.texts(), reader.texts())
    let (accent, codes) = (reader.text(), reader.optional { $0.numbers() })
    let (rawHTML, showsLastChange) = (reader.flag(), reader.flag())
    let (automaticRetry, liveValues, searchSlash) = (reader.flag(), reader.flag(), reader.flag())
    let fullText = reader.flag()
    let analytics = reader.optional { reader in
      let (script, data) = (reader.text(), table(&reader))
      return Analytics(script: script, data: data, endpoint: reader.optional { $0.text() })
    }
    self.init(
      name: name, names: byLanguage[0], description: description, descriptions: byLanguage[1], baseURL: texts[0],
      languages: languages, pageLanguages: pageLanguages, home: texts[1], support: texts[2], status: texts[3],
      logo: texts[4].map {
        Logo(svg: $0, place: nowhere, dark: texts[11].map { Logo.Drawing(svg: $0, place: nowhere) })
      },
      accent: Accent(light: accent, dark: texts[5], lightPlace: nowhere, darkPlace: nil),
      theme: texts[9].map { ChosenTheme(name: $0, place: nowhere) }, codes: codes,
      rawHTML: rawHTML, staleAfterDays: reader.optional { $0.number() }, feedback: texts[7], editURL: texts[6],
      showsLastChange: showsLastChange, card: texts[10].map { SitePath($0) },
      maintenanceUntil: texts[8].flatMap(Moment.init), automaticRetry: automaticRetry, liveValues: liveValues,
      searchEndpoint: reader.optional { reader in
        .init(
          url: reader.text(), engine: SearchEngineKind(rawValue: reader.text()) ?? .meilisearch,
          key: reader.optional { $0.text() })
      },
      searchSlash: searchSlash, searchMisses: texts[12], glossary: texts[13].map { SitePath($0) },
      fullText: fullText, analytics: analytics,
      synonyms: reader.list { $0.texts() }.map { Located(value: $0, place: nowhere) })
  }
}

extension Locale {
  func pack(into writer: inout PackedWriter) {
    writer.text(language)
    writer.text(name)
    writer.text(direction.rawValue)
    for strings in [page, site, search] {
      writer.list(strings.sorted { $0.key < $1.key }) { writer, string in
        writer.text(string.key)
        writer.text(string.value)
      }
    }
    // Planned work has no code; it stands as 0 among the classes.
    let others = classes.merging(maintenance.map { [0: $0] } ?? [:]) { own, _ in own }
    for texts in [codes, others] {
      writer.list(texts.sorted { $0.key < $1.key }) { writer, text in
        writer.number(text.key)
        writer.texts([text.value.heading, text.value.happened, text.value.short] + text.value.advice)
      }
    }
  }

  init(from reader: inout PackedReader) {
    let (language, name, direction) = (reader.text(), reader.text(), Direction(rawValue: reader.text()))
    if direction == nil { reader.reject() }
    func strings() -> [String: String] {
      Dictionary(reader.list { ($0.text(), $0.text()) }, uniquingKeysWith: { first, _ in first })
    }
    func texts() -> [Int: VisitorText] {
      let pairs = reader.list { reader -> (Int, VisitorText) in
        let (code, texts) = (reader.number(), reader.texts())
        if texts.count < 3 { reader.reject() }
        let all = texts + ["", "", ""]
        return (
          code, VisitorText(heading: all[0], happened: all[1], advice: Array(texts.dropFirst(3)), short: all[2])
        )
      }
      return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
    let (page, site, search, codes) = (strings(), strings(), strings(), texts())
    var classes = texts()
    let maintenance = classes.removeValue(forKey: 0)
    self.init(
      language: language, name: name, direction: direction ?? .ltr, page: page, site: site, search: search,
      codes: codes,
      classes: classes, maintenance: maintenance)
  }
}
