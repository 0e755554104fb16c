internal import Content
internal import Escaping

/// Where an error page leads to on the help site, by absolute URL; nothing when the site's address is not known.
struct PageLinks: Sendable {
  /// The help article, in the page's language if it is translated: for programs and their makers.
  let article: String?
  /// What the code's page tells visitors.
  let visitors: String?
  /// The code's own page, which is also the problem's type (RFC 9457, section 3.1.1).
  let codePage: String?

  init(article: String?, codePage: String?) {
    (self.article, self.codePage, visitors) = (article, codePage, article)
  }

  init(site: Site, definition: ErrorDefinition, locale: Locale) {
    guard let base = site.settings.baseURL, site.isDocumented(definition.code) else {
      (article, codePage, visitors) = (nil, nil, nil)
      return
    }
    let language = locale.language == site.settings.defaultLanguage || locale.site.isEmpty ? nil : locale.language
    let hasArticle = language.map { site.articles[$0]?.contains { $0.path == definition.article } ?? false } ?? false
    let hasCode = language.map { site.translatedErrors[$0]?[definition.code] != nil } ?? false
    let isOwnPage = definition.article == definition.path
    article = definition.article.inLanguage((isOwnPage ? hasCode : hasArticle) ? language : nil).absolute(below: base)
    codePage = definition.path.inLanguage(hasCode ? language : nil).absolute(below: base)
    let shown = (hasCode ? language.flatMap { site.translatedErrors[$0]?[definition.code] } : nil) ?? definition
    visitors = codePage.map { page in shown.section(for: .visitor).map { page + "#" + URLText.path($0) } ?? page }
  }
}
