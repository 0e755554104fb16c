import Content

/// The addresses outside the site that its pages link to or name as a source, with the day somebody looked them up last.
///
/// A build asks for them only with `--check-links`. The day is that of the latest review of a page that has the link.
struct ExternalLinks: Sendable {
  struct Entry: Sendable, Hashable {
    let url: String
    /// Nil where no page with the link says when it was reviewed.
    let reviewed: Day?
    /// The pages of the default language, then of the others, as paths in the site.
    let pages: [String]
  }

  /// By address.
  let entries: [Entry]

  init(_ site: Site) {
    var days: [String: Day] = [:]
    var pages: [String: [String]] = [:]
    func add(_ urls: [String], of page: String, _ day: Day?) {
      for url in Set(urls) where WebAddress.isOne(url) && !WebAddress.isSample(url) {
        pages[url, default: []].append(page)
        if let day { days[url] = max(days[url] ?? day, day) }
      }
    }
    func links(_ document: Document) -> [String] {
      document.targets.compactMap { if case .external(let url) = $0 { url } else { nil } }
    }
    for definition in site.errors {
      add(definition.sources.compactMap(\.url) + links(definition.page), of: definition.path.text, definition.reviewed)
    }
    for language in site.settings.languages {
      for article in site.articles[language] ?? [] {
        let path = language == site.settings.defaultLanguage ? article.path.text : "\(language)/\(article.path.text)"
        add(article.sources.compactMap(\.url) + links(article.page), of: path, article.reviewed ?? article.date)
      }
    }
    entries = pages.keys.sorted().map { Entry(url: $0, reviewed: days[$0], pages: pages[$0] ?? []) }
  }

  /// `docs/links.md`.
  var markdown: String {
    let rows = entries.map { entry in
      let others = entry.pages.count > 1 ? " and \(entry.pages.count - 1) more" : ""
      return "| <\(entry.url)> | \(entry.reviewed?.description ?? "not yet") | \(entry.pages.first ?? "")\(others) |"
    }
    return """
      # External links of the help site

      Written from the articles; change those, not this file. A build asks for none of them unless it is told to
      (`--check-links`). The day is the latest review of a page
      that has the link. Which of the platforms' own pages were read is in
      [claims.md](claims.md#sources-of-the-platform-pages).

      \(entries.count) addresses.

      | address | page reviewed | page |
      | --- | --- | --- |
      \(rows.joined(separator: "\n"))

      """
  }
}
