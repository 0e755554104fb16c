internal import Content

/// Lays a language's topic tree over the default language's: the order is the default's, each article is the translation
/// where there is one, and what exists only in the translation comes last in its topic.
struct EditionTree {
  private(set) var entries: [Edition.Entry] = []
  private(set) var branches: [Edition.Branch] = []
  private let language: String
  private let own: [Article]
  private let fallback: [Article]

  init(_ site: Site, language: String) {
    let isDefault = language == site.settings.defaultLanguage
    self.language = language
    own = site.articles[language] ?? []
    fallback = isDefault ? [] : site.defaultArticles
    _ = add(
      own: site.topics[language], fallback: isDefault ? nil : site.topics[site.settings.defaultLanguage], parent: nil)
  }

  private mutating func add(own: Topic?, fallback: Topic?, parent: Int?) -> Int {
    let position = branches.count
    let index = own?.index.map { self.own[$0] } ?? fallback?.index.map { self.fallback[$0] }
    let path = own?.path ?? fallback?.path ?? SitePath("articles/")
    branches.append(.init(path: path, title: index?.title ?? fallback?.title ?? own?.title ?? "", parent: parent))
    branches[position].index = index.map { add($0, to: position) }

    var translated = Dictionary(
      (own?.articles ?? []).map { (self.own[$0].path, $0) }, uniquingKeysWith: { first, _ in first })
    for article in fallback?.articles ?? [] {
      let article = self.fallback[article]
      let translation = translated.removeValue(forKey: article.path).map { self.own[$0] }
      branches[position].articles.append(add(translation ?? article, to: position))
    }
    for article in own?.articles ?? [] where translated[self.own[article].path] != nil {
      branches[position].articles.append(add(self.own[article], to: position))
    }

    var topics = Dictionary((own?.topics ?? []).map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    for topic in fallback?.topics ?? [] {
      let child = add(own: topics.removeValue(forKey: topic.path), fallback: topic, parent: position)
      branches[position].children.append(child)
    }
    for topic in own?.topics ?? [] where topics[topic.path] != nil {
      let child = add(own: topic, fallback: nil, parent: position)
      branches[position].children.append(child)
    }
    return position
  }

  private mutating func add(_ article: Article, to branch: Int) -> Int {
    entries.append(.init(article: article, isTranslated: article.language == language, branch: branch))
    return entries.count - 1
  }
}
