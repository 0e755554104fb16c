/// A folder of articles, in reading order: the tree that the sidebar shows.
public struct Topic: Sendable {
  public let path: SitePath
  public let title: String
  public let weight: Int
  /// Indices into the language's article list: the topic's own page, and its articles in order.
  public let index: Int?
  public let articles: [Int]
  public let topics: [Topic]
}
