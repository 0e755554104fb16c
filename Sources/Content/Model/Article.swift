/// A troubleshooting article, or a topic's own page (`index.md`), in one language. An object, because it holds much that
/// would be copied each time that somebody looks at it.
public final class Article: Sendable {
  /// The page in the default language, which names the article: `articles/causes/dns/`.
  public let path: SitePath
  public let language: String
  public let isTopic: Bool
  public let title: String
  public let description: String?
  public let tags: [String]
  /// Order among its siblings, smaller first.
  public let weight: Int
  public let date: Day?
  public let reviewed: Day?
  /// The day its file was last changed, where the history of a repository tells.
  public let changed: Day?
  public let draft: Bool
  /// Old addresses that lead here now.
  public let aliases: [SitePath]
  public let keywords: [String]
  public let audience: [ErrorDefinition.Reader]
  public let codes: [Int]
  /// The id of the cause it describes.
  public let cause: String?
  /// How failures with this cause come.
  public let pattern: [Pattern]
  public let signatures: [Signature]
  public let related: [SitePath]
  public let sources: [Evidence]
  public let page: Document

  init(
    path: SitePath, language: String, isTopic: Bool, title: String, description: String?, tags: [String], weight: Int,
    date: Day?, reviewed: Day?, changed: Day? = nil, draft: Bool, aliases: [SitePath], keywords: [String],
    audience: [ErrorDefinition.Reader], codes: [Int], cause: String?, pattern: [Pattern], signatures: [Signature],
    related: [SitePath], sources: [Evidence], page: Document
  ) {
    (self.path, self.language, self.isTopic, self.draft) = (path, language, isTopic, draft)
    (self.title, self.description, self.tags, self.weight) = (title, description, tags, weight)
    (self.date, self.reviewed, self.changed) = (date, reviewed, changed)
    (self.aliases, self.keywords, self.audience, self.codes) = (aliases, keywords, audience, codes)
    (self.cause, self.pattern, self.signatures) = (cause, pattern, signatures)
    (self.related, self.sources, self.page) = (related, sources, page)
  }

  /// The same article with the day of its last change.
  func dated(_ changed: Day?) -> Article {
    Article(
      path: path, language: language, isTopic: isTopic, title: title, description: description, tags: tags,
      weight: weight, date: date, reviewed: reviewed, changed: changed, draft: draft, aliases: aliases,
      keywords: keywords, audience: audience, codes: codes, cause: cause, pattern: pattern, signatures: signatures,
      related: related, sources: sources, page: page)
  }

  /// How failures come, as far as somebody without a log can tell.
  public enum Pattern: String, Sendable, CaseIterable {
    /// Every request fails, at once.
    case constant
    /// The error comes after a wait.
    case slow
    /// Now and then, seemingly at random.
    case sporadic
    /// With traffic, size or a full resource.
    case load
    /// Since a deploy, an upgrade, a move or a date.
    case change
    /// Only for some visitors, addresses or pages.
    case partial
  }

  /// A piece of a log line that gives this cause away.
  public struct Signature: Sendable, Hashable {
    public let text: String
    public let component: String
  }

  /// The page of the topic it stands in: `articles/causes/` for `articles/causes/dns/`.
  public var parent: SitePath? {
    let parts = path.text.split(separator: "/")
    return parts.count < 2 ? nil : SitePath(parts.dropLast().joined(separator: "/") + "/")
  }
}
