/// A troubleshooting article, or a topic's own page (`index.md`), in one language.
public struct Article: Sendable {
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
  public internal(set) var changed: Day?
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
  public let sources: [String]
  public let page: Document

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
