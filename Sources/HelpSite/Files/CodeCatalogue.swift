internal import Content
internal import Diagnostics
internal import Escaping

/// `codes.json`: all codes with what is known about them, for programs. Addresses are absolute when the site has a base
/// URL, otherwise relative to this file.
enum CodeCatalogue {
  static func file(_ site: Site) -> OutputFile {
    let titles = Dictionary(site.defaultArticles.map { ($0.path, $0.title) }, uniquingKeysWith: { first, _ in first })
    let catalogue = JSON.object([
      .init("site", .string(site.settings.name)),
      .init("baseURL", site.settings.baseURL.map { .string($0) } ?? .null),
      .init("language", .string(site.settings.defaultLanguage)),
      .init("codes", .array(site.errors.map { entry($0, site, titles) })),
    ])
    return OutputFile(path: "codes.json", text: catalogue.serialized(.indented) + "\n")
  }

  private static func entry(_ definition: ErrorDefinition, _ site: Site, _ titles: [SitePath: String]) -> JSON {
    func address(_ path: SitePath) -> JSON {
      .string(site.settings.baseURL.map { path.absolute(below: $0) } ?? URLText.path(path.file))
    }
    func texts(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }
    let visitor = site.locales.compactMap { locale in
      locale.text(for: definition).map { text in
        JSON.Member(
          locale.language,
          .object([
            .init("heading", .string(text.heading)), .init("happened", .string(text.happened)),
            .init("advice", texts(text.advice)), .init("short", .string(text.short)),
          ]))
      }
    }
    return .object([
      .init("code", .int(definition.code)), .init("reason", .string(definition.reason)),
      .init("description", .string(definition.description)), .init("hop", .string(definition.hop.rawValue)),
      .init("retry", .string(definition.retry.rawValue)),
      .init("retryAfter", definition.retryAfter.map { .int($0) } ?? .null),
      .init("keywords", texts(definition.keywords)),
      .init("related", .array(definition.related.map { .int($0) })),
      .init("url", address(definition.path)), .init("markdown", address(SitePath(definition.path.markdownFile))),
      .init(
        "article",
        .object([
          .init("title", .string(titles[definition.article] ?? definition.reason)),
          .init("url", address(definition.article)),
        ])),
      .init("reviewed", definition.reviewed.map { .string($0.description) } ?? .null),
      .init("sources", texts(definition.sources.compactMap(\.url))),
      .init("seenOn", texts(definition.sources.compactMap(\.seenOn))), .init("visitor", .object(visitor)),
    ])
  }
}
