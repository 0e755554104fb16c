internal import Content

/// Where an error page leads to on the help site, by absolute URL; nothing when the site's address is not known.
struct PageLinks: Sendable {
  /// The help article, in the page's language if it is translated.
  let article: String?
  /// The code's own page, which is also the problem's type (RFC 9457, section 3.1.1).
  let codePage: String?
  /// Where a visitor reads on: the part of the code's page that is written for them.
  var forVisitors: String? { codePage.map { $0 + "#for-visitors" } ?? article }

  init(article: String?, codePage: String?) {
    (self.article, self.codePage) = (article, codePage)
  }

  init(site: Site, definition: ErrorDefinition, locale: Locale) {
    guard let base = site.settings.baseURL else {
      (article, codePage) = (nil, nil)
      return
    }
    let language = locale.language == site.settings.defaultLanguage || locale.site.isEmpty ? nil : locale.language
    let hasArticle = language.map { site.articles[$0]?.contains { $0.path == definition.article } ?? false } ?? false
    let hasCode = language.map { site.translatedErrors[$0]?[definition.code] != nil } ?? false
    article = definition.article.inLanguage(hasArticle ? language : nil).absolute(below: base)
    codePage = definition.path.inLanguage(hasCode ? language : nil).absolute(below: base)
  }
}
