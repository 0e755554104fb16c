internal import Content

/// A word that articles are filed under, and its page.
struct Tag: Sendable {
  let name: String
  let path: SitePath
  /// Positions in the edition's entries, in reading order.
  let articles: [Int]

  static let index = SitePath("tags/")

  static func path(of name: String) -> SitePath { SitePath("tags/\(slug(name))/") }

  /// All tags by name. Spellings that lead to the same page are one tag, named as it was met first.
  static func all(of entries: [Edition.Entry]) -> [Tag] {
    var names: [SitePath: String] = [:]
    var articles: [SitePath: [Int]] = [:]
    for (position, entry) in entries.enumerated() {
      for name in entry.article.tags {
        let path = path(of: name)
        names[path] = names[path] ?? name
        if articles[path]?.last != position { articles[path, default: []].append(position) }
      }
    }
    return names.map { Tag(name: $0.value, path: $0.key, articles: articles[$0.key] ?? []) }
      .sorted { ($0.name.lowercased(), $0.path.text) < ($1.name.lowercased(), $1.path.text) }
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
