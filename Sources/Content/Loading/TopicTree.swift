internal import Escaping

/// Orders a language's articles for reading: each topic's own page, then its articles, then its sub-topics; within each
/// by weight, then title.
struct TopicTree {
  private(set) var articles: [Article] = []
  private(set) var root = Topic(path: SitePath("articles/"), title: "", weight: 0, index: nil, articles: [], topics: [])

  private let unordered: [Article]

  private final class Folder {
    /// Positions in what is not ordered yet.
    var index: Int?
    var articles: [Int] = []
    var folders: [String: Folder] = [:]
  }

  init(_ unordered: [Article]) {
    self.unordered = unordered
    let top = Folder()
    // Looked up by path, because articles are many and folders are few.
    var known: [Substring: Folder] = [:]
    func folder(_ path: Substring) -> Folder {
      if let folder = known[path] { return folder }
      var folder = top
      for part in path.split(separator: "/").dropFirst().map(String.init) {
        let next = folder.folders[part] ?? Folder()
        folder.folders[part] = next
        folder = next
      }
      known[path] = folder
      return folder
    }
    for (position, article) in unordered.enumerated() {
      let path = article.path.text[...]
      if article.isTopic {
        folder(path).index = position
      } else {
        let end = path.utf8.dropLast().lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
        folder(path[..<end]).articles.append(position)
      }
    }
    root = add(top, path: "articles/", name: "articles")
  }

  private mutating func add(_ folder: Folder, path: String, name: String) -> Topic {
    let own = folder.index.map { unordered[$0] }
    var index: Int?
    if let own {
      index = articles.count
      articles.append(own)
    }
    let ordered = folder.articles.map { position in
      let article = unordered[position]
      return (key: Self.order(article.weight, article.title, article.path.text), position: position)
    }
    .sorted { $0.key < $1.key }
    let first = articles.count
    for article in ordered { articles.append(unordered[article.position]) }
    let folders = folder.folders.map { name, folder in
      let article = folder.index.map { unordered[$0] }
      return (
        name: name, folder: folder, key: Self.order(article?.weight ?? 0, article?.title ?? Self.title(name), name)
      )
    }
    .sorted { $0.key < $1.key }
    let topics = folders.map { add($0.folder, path: path + $0.name + "/", name: $0.name) }
    return Topic(
      path: SitePath(path), title: own?.title ?? Self.title(name), weight: own?.weight ?? 0,
      index: index, articles: Array(first..<first + ordered.count), topics: topics)
  }

  private static func order(_ weight: Int, _ title: String, _ path: String) -> (Int, String, String) {
    (weight, title.lowercased(), path)
  }

  /// A readable title for a folder without a page of its own: `load-balancers` becomes "Load balancers".
  private static func title(_ folder: String) -> String {
    let words = folder.substituting("-", by: " ").substituting("_", by: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
