internal import Content
internal import Diagnostics
internal import Markdown

/// Everything of a site that can be found in one language: its codes and articles, translated or not, by path.
struct DocumentCollector {
  let site: Site
  let locale: Locale
  private let signatures: [SitePath: [[String]]]

  init(_ site: Site, locale: Locale) {
    self.site = site
    self.locale = locale
    var signatures: [SitePath: [[String]]] = [:]
    for signature in site.catalogue.signatures {
      guard let article = site.catalogue.article(for: signature) else { continue }
      signatures[article, default: []] += signature.texts.map(\.pieces) + Self.fields(signature)
    }
    self.signatures = signatures
  }

  /// What access logs say of a cause, as runs of words: a status and a flag of Envoy, a termination state of HAProxy.
  private static func fields(_ signature: Signature) -> [[String]] {
    if let state = signature.fields.termination { return [["\(state) \(Shingles.state)"]] }
    guard let flag = signature.fields.flag, !Tokenizer.tokens(flag).isEmpty else { return [] }
    let statuses = signature.fields.statuses.isEmpty ? [signature.status].compactMap { $0 } : signature.fields.statuses
    return statuses.map { ["\($0) \(flag)"] }
  }

  /// For documents of single articles: `signatures` are the literal parts of those that lead to an article.
  init(_ site: Site, locale: Locale, signatures: [SitePath: [[String]]]) {
    self.site = site
    self.locale = locale
    self.signatures = signatures
  }

  private var language: String { locale.language }
  private var folder: String? { language == site.settings.defaultLanguage ? nil : language }

  /// - Parameter isWanted: lets sources in by their name; all if absent.
  func documents(of isWanted: (String) -> Bool = { _ in true }) -> [SearchDocument] {
    let own = site.articles[language] ?? []
    let translated = Set(own.map(\.path))
    let borrowed = folder == nil ? [] : site.defaultArticles.filter { !translated.contains($0.path) }
    let codes = site.errors.map { site.translatedErrors[language]?[$0.code] ?? $0 }
    return
      (codes.filter { isWanted($0.page.source.name) }.map(document)
      + (own + borrowed).filter { isWanted($0.page.source.name) }.map(document)).sorted { $0.path < $1.path }
  }

  /// Where an article is found in this language.
  func path(of article: Article) -> SitePath { article.path.inLanguage(folder) }

  /// Whether an article is found in this language: its own, or one that is not translated.
  func has(_ article: Article) -> Bool {
    article.language == language
      || article.language == site.settings.defaultLanguage
        && !(site.articles[language] ?? []).contains { $0.path == article.path }
  }

  private func document(_ code: ErrorDefinition) -> SearchDocument {
    let text = locale.text(for: code)
    let visitors = SearchDocument.Section(
      id: "", heading: "", text: [text?.heading, text?.happened].compactMap { $0 }.joined(separator: "\n"), code: "")
    return SearchDocument(
      path: code.path.inLanguage(folder), title: "\(code.key) \(code.reason)", description: code.description,
      names: [code.key], keywords: code.keywords,
      facets: .init(topic: "codes", audience: ErrorDefinition.Reader.allCases),
      text: code.page, sections: folder == nil ? [] : [visitors])
  }

  func document(_ article: Article) -> SearchDocument {
    let parts = article.path.text.utf8.split(separator: UInt8(ascii: "/"))
    let known = signatures[article.path] ?? []
    return SearchDocument(
      path: path(of: article), title: article.title, description: article.description,
      names: Self.identifiers(known), keywords: article.keywords + article.tags, signatures: known,
      isArticle: !article.isTopic,
      facets: .init(
        topic: parts.count > 1 ? String(Substring(parts[1])) : "", audience: article.audience,
        proxies: ProxyName.allCases.map(\.rawValue).filter { article.tags.contains($0) }),
      text: article.page, sections: [])
  }

  /// Words of signatures that stand for nothing else, such as `AH01102`: letters and digits in one word.
  private static func identifiers(_ signatures: [[String]]) -> [String] {
    let words = signatures.joined().flatMap { Tokenizer.tokens($0) }.map(\.term)
    return Array(Set(words.filter(isIdentifier))).sorted()
  }

  private static func isIdentifier(_ word: String) -> Bool {
    word.utf8.count >= 4 && word.utf8.contains { (0x30...0x39).contains($0) }
      && word.utf8.contains { (0x61...0x7A).contains($0) }
  }
}
