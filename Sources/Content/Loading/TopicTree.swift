/// Orders a language's articles for reading: each topic's own page, then its articles, then its sub-topics; within each
/// by weight, then title.
struct TopicTree {
  private(set) var articles: [Article] = []
  private(set) var root = Topic(path: SitePath("articles/"), title: "", weight: 0, index: nil, articles: [], topics: [])

  private final class Folder {
    var index: Article?
    var articles: [Article] = []
    var folders: [String: Folder] = [:]
  }

  init(_ unordered: [Article]) {
    let top = Folder()
    for article in unordered {
      let parts = article.path.text.split(separator: "/").dropFirst().map(String.init)
      var folder = top
      for part in article.isTopic ? parts[...] : parts.dropLast() {
        let next = folder.folders[part] ?? Folder()
        folder.folders[part] = next
        folder = next
      }
      if article.isTopic { folder.index = article } else { folder.articles.append(article) }
    }
    root = add(top, path: "articles/", name: "articles")
  }

  private mutating func add(_ folder: Folder, path: String, name: String) -> Topic {
    var index: Int?
    if let article = folder.index {
      index = articles.count
      articles.append(article)
    }
    let ordered = folder.articles.sorted {
      Self.order($0.weight, $0.title, $0.path.text) < Self.order($1.weight, $1.title, $1.path.text)
    }
    let first = articles.count
    articles.append(contentsOf: ordered)
    let folders = folder.folders.map {
      (name: $0.key, folder: $0.value, title: $0.value.index?.title ?? Self.title($0.key))
    }
    .sorted {
      Self.order($0.folder.index?.weight ?? 0, $0.title, $0.name)
        < Self.order($1.folder.index?.weight ?? 0, $1.title, $1.name)
    }
    let topics = folders.map { add($0.folder, path: path + $0.name + "/", name: $0.name) }
    return Topic(
      path: SitePath(path), title: folder.index?.title ?? Self.title(name), weight: folder.index?.weight ?? 0,
      index: index, articles: Array(first..<first + ordered.count), topics: topics)
  }

  private static func order(_ weight: Int, _ title: String, _ path: String) -> (Int, String, String) {
    (weight, title.lowercased(), path)
  }

  /// A readable title for a folder without a page of its own: `load-balancers` becomes "Load balancers".
  private static func title(_ folder: String) -> String {
    let words = folder.replacing("-", with: " ").replacing("_", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
