internal import Content
internal import Diagnostics
internal import Escaping

/// `feed.xml` (Atom, RFC 4287): the articles that were written or reviewed last. An entry's id is its absolute address, so
/// there is no feed without a base URL; and an entry needs a date, so articles without one are left out.
struct Feed {
  let world: World
  let edition: Edition
  private static let length = 30

  func file() -> OutputFile? {
    guard let base = world.site.settings.baseURL else { return nil }
    let newest = newest()
    let home = edition.place(.home).absolute(below: base)
    let feed = edition.place(PagePaths.feed)
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(XML.escape(edition.locale.language))">
      <title>\(XML.escape(world.site.settings.name(in: edition.locale.language)))</title>
      <subtitle>\(XML.escape(edition.description))</subtitle>
      <id>\(XML.escape(home))</id>
      <link rel="alternate" type="text/html" href="\(XML.escape(home))"/>
      <link rel="self" type="application/atom+xml" href="\(XML.escape(feed.absolute(below: base)))"/>
      <author><name>\(XML.escape(world.site.settings.name(in: edition.locale.language)))</name></author>
      <updated>\(Self.timestamp(newest.first?.day))</updated>
      \(newest.map { entry($0.article, $0.day, base: base) }.joined(separator: "\n"))
      </feed>

      """
    return OutputFile(path: feed.text, text: text)
  }

  private func newest() -> [(article: Article, day: Day)] {
    let days = edition.entries.map { entry in
      entry.isTranslated ? entry.article.changed ?? entry.article.reviewed ?? entry.article.date : nil
    }
    // Days are sorted and not articles, which are large: whatever is older than the last one's day is out.
    let oldest = days.compactMap { $0 }.sorted(by: >).prefix(Self.length).last
    let candidates = zip(edition.entries, days).compactMap { entry, day in
      day.flatMap { day in oldest.map { day >= $0 } == true ? (article: entry.article, day: day) : nil }
    }
    return Array(candidates.sorted { ($1.day, $0.article.path) < ($0.day, $1.article.path) }.prefix(Self.length))
  }

  private func entry(_ article: Article, _ day: Day, base: String) -> String {
    let url = XML.escape(edition.place(article.path).absolute(below: base))
    let published = article.date.map { "\n<published>\(Self.timestamp($0))</published>" } ?? ""
    let summary = article.description.map { "\n<summary>\(XML.escape($0))</summary>" } ?? ""
    let tags = article.tags.map { "\n<category term=\"\(XML.escape($0))\"/>" }.joined()
    return """
      <entry>
      <title>\(XML.escape(article.title))</title>
      <id>\(url)</id>
      <link rel="alternate" type="text/html" href="\(url)"/>
      <updated>\(Self.timestamp(day))</updated>\(published)\(summary)\(tags)
      </entry>
      """
  }

  /// A feed without entries has no date of its own.
  private static func timestamp(_ day: Day?) -> String { (day?.description ?? "1970-01-01") + "T00:00:00Z" }
}
