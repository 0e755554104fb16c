internal import Content
internal import Diagnostics
internal import Escaping

/// `sitemap.xml` (sitemaps.org, protocol 0.9). It needs absolute URLs, so there is none without a base URL.
struct Sitemap {
  let world: World
  /// What the protocol allows in one file.
  /// How many addresses a sitemap may have.
  static let most = 50_000
  var limit = most

  func files() -> [OutputFile] {
    guard let base = world.site.settings.baseURL else { return [] }
    let entries = world.editions.flatMap { self.entries(of: $0, base: base) }
    guard entries.count > limit else {
      return [OutputFile(path: "sitemap.xml", text: document("urlset", entries))]
    }
    let parts = stride(from: 0, to: entries.count, by: limit).map {
      Array(entries[$0..<min($0 + limit, entries.count)])
    }
    let files = parts.enumerated().map { index, part in
      OutputFile(path: "sitemap-\(index + 1).xml", text: document("urlset", part))
    }
    let index = files.map { "<sitemap><loc>\(XML.escape(SitePath($0.path).absolute(below: base)))</loc></sitemap>" }
    return [OutputFile(path: "sitemap.xml", text: document("sitemapindex", index))] + files
  }

  /// The pages that have a text of their own in this language.
  private func entries(of edition: Edition, base: String) -> [String] {
    func entry(_ path: SitePath, _ day: Day?) -> String {
      let modified = day.map { "<lastmod>\($0)</lastmod>" } ?? ""
      return "<url><loc>\(XML.escape(edition.place(path).absolute(below: base)))</loc>\(modified)</url>"
    }
    var entries = [entry(.home, nil), entry(PagePaths.codes, nil)]
    for code in edition.codes where edition.isTranslated(code: code.code) {
      entries.append(entry(code.path, code.changed ?? code.reviewed))
    }
    for branch in edition.branches where branch.index == nil { entries.append(entry(branch.path, nil)) }
    for page in edition.entries where page.isTranslated {
      entries.append(entry(page.article.path, page.article.changed ?? page.article.reviewed ?? page.article.date))
    }
    entries += edition.causes.paths.map { entry($0, nil) }
    if !edition.tags.isEmpty { entries.append(entry(Tag.index, nil)) }
    return entries + edition.tags.map { entry($0.path, nil) }
  }

  private func document(_ root: String, _ entries: [String]) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <\(root) xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    \(entries.joined(separator: "\n"))
    </\(root)>

    """
  }
}

/// `robots.txt` (RFC 9309): everything may be read, and where the sitemap is.
enum Robots {
  static func file(_ site: Site) -> OutputFile {
    let sitemap = site.settings.baseURL.map { "\nSitemap: \(SitePath("sitemap.xml").absolute(below: $0))\n" } ?? ""
    return OutputFile(path: "robots.txt", text: "User-agent: *\nAllow: /\n" + sitemap)
  }
}
