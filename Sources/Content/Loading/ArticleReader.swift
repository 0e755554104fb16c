internal import Diagnostics
internal import Markdown

/// Makes an `Article` from a Markdown file's checked front matter.
struct ArticleReader {
  let file: MarkdownFile
  let language: String
  let links: LinkResolution

  func read(_ page: Document, into report: inout Report) -> Article? {
    let front = file.front
    if let heading = file.body.headings.first(where: { $0.level == 1 }) {
      report.add(
        Diagnostic(
          "first-level-heading", "the text has a first-level heading", at: heading.place,
          notes: ["the title is the page's only one"], help: "begin with `##`"))
    }
    if file.name.kind == .article { CauseAnatomy(file: file, language: language).check(into: &report) }
    let related = front.texts("related").compactMap { links.page($0, into: &report) }
    let aliases = front.texts("aliases").compactMap { alias($0, into: &report) }
    let sources = EvidenceReader.read(front, into: &report)
    guard let title = front.text("title") else { return nil }
    return Article(
      path: file.name.page, language: language, isTopic: file.name.kind == .topic, title: title,
      description: front.text("description"), tags: front.texts("tags").map(\.value),
      weight: front.integer("weight") ?? 0, date: front.day("date"), reviewed: front.day("reviewed"),
      draft: front.boolean("draft") ?? false, aliases: aliases, keywords: front.texts("keywords").map(\.value),
      audience: front.texts("audience").compactMap { ErrorDefinition.Reader(rawValue: $0.value) },
      codes: front.integers("codes").map(\.value), cause: front.text("cause"),
      pattern: front.texts("pattern").compactMap { Article.Pattern(rawValue: $0.value) },
      signatures: front.records("signatures").flatMap { record in
        guard let component = record.text("component") else { return [Article.Signature]() }
        return record.oneOrMore("text").map { .init(text: $0.value, component: component) }
      },
      related: related, sources: sources, page: page)
  }

  /// An old address is a site path: it starts and ends with a slash, or names a `.html` file.
  private func alias(_ alias: Located<String>, into report: inout Report) -> SitePath? {
    let path = String(alias.value.drop { $0 == "/" })
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let isClean =
      !parts.dropLast().contains { $0.isEmpty || $0 == "." || $0 == ".." } && !path.contains("#") && !path.contains("?")
    guard alias.value.hasPrefix("/"), isClean, path.hasSuffix("/") || path.hasSuffix(".html") else {
      report.add(
        Diagnostic(
          "bad-alias", "an alias is an old path of this site", at: alias.place,
          help: "write it like `/articles/old-name/` or `/old-name.html`"))
      return nil
    }
    return SitePath(path)
  }
}
