/// Which pages one of several jobs makes.
///
/// Articles are cut, in the order of their paths, into runs of about as many bytes, so that sections mostly stay together.
/// All that is not one article's, from the home page to the error pages, is the first job's. Every job works the plan out
/// for itself, from the same folder.
public struct ShardPlan: Sendable {
  public let shard: BuildShard
  /// By the name that a source has in messages.
  private let owners: [String: Int]

  public init(_ shard: BuildShard, of folder: ContentFolder) {
    self.shard = shard
    let articles = folder.files.compactMap { file -> (name: String, size: Int)? in
      guard file.path.hasPrefix("articles/"), file.path.hasSuffix(".md"), let size = file.contents.size
      else { return nil }
      return (folder.displayName(file.path), size + Self.overhead)
    }
    let total = articles.reduce(0) { $0 + $1.size }
    var owners: [String: Int] = [:]
    owners.reserveCapacity(articles.count)
    var start = 0
    for article in articles {
      owners[article.name] = min(shard.count, 1 + start * shard.count / total)
      start += article.size
    }
    self.owners = owners
  }

  /// What a page costs besides its text, in bytes of text.
  private static let overhead = 2000

  /// Whether the job makes what belongs to no article.
  public var isFirst: Bool { shard.number == 1 }

  /// Whether the pages and the problems of a source are this job's.
  public func owns(_ source: String) -> Bool { (owners[source] ?? 1) == shard.number }
}
