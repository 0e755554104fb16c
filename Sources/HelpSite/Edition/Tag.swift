internal import Content

/// A word that articles are filed under, and its page.
struct Tag: Sendable {
  let name: String
  let path: SitePath
  /// Positions in the edition's entries, in reading order.
  let articles: [Int]

  static let index = SitePath("tags/")

  static func path(of name: String) -> SitePath { SitePath("tags/\(slug(name))/") }

  /// The tags that have a page, by name: those of two articles and more, since the page of one would list only the
  /// article that one came from. Spellings that lead to the same page are one tag, named as it was met first.
  /// - Returns: The tags, and the page of each spelling of them.
  static func all(of entries: [Edition.Entry]) -> (tags: [Tag], pages: [String: SitePath]) {
    var paths: [String: SitePath] = [:]
    var names: [SitePath: String] = [:]
    var articles: [SitePath: [Int]] = [:]
    for (position, entry) in entries.enumerated() {
      for name in entry.article.tags {
        let path = paths[name] ?? path(of: name)
        if paths.updateValue(path, forKey: name) == nil { names[path] = names[path] ?? name }
        if articles[path]?.last != position { articles[path, default: []].append(position) }
      }
    }
    let tags = articles.filter { $0.value.count > 1 }
      .map { Tag(name: names[$0.key] ?? "", path: $0.key, articles: $0.value) }
      .sorted { ($0.name.lowercased(), $0.path.text) < ($1.name.lowercased(), $1.path.text) }
    return (tags, paths.filter { (articles[$0.value]?.count ?? 0) > 1 })
  }

  /// Lower case; letters and digits of any script stay, everything between them becomes one hyphen.
  private static func slug(_ name: String) -> String {
    var slug = ""
    for character in name.lowercased() {
      if character.isLetter || character.isNumber {
        slug.append(character)
      } else if !slug.isEmpty, slug.last != "-" {
        slug.append("-")
      }
    }
    if slug.last == "-" { slug.removeLast() }
    return slug.isEmpty ? "tag" : slug
  }
}
