internal import Diagnostics
internal import Markdown

/// A Markdown file as the page it becomes; `content` is nil when its front matter was no use. An object, because many
/// look at all pages, and it holds much that would be copied each time.
final class ResolvedPage: Sendable {
  enum Content: Sendable {
    case article(Article)
    case error(ErrorDefinition)
  }

  let name: MarkdownFileName
  let content: Content?
  /// The codes that an error definition names as related, and where.
  let relatedCodes: [Located<Int>]
  let report: Report
  /// Whether it came with the program.
  let isBuiltIn: Bool
  /// What a later build can know of the file without reading it.
  let memo: PageMemo

  /// Looks up the links of a parsed file.
  init(_ file: MarkdownFile, _ index: PageIndex, defaultLanguage: String) {
    let file = file.whole
    var report = Report()
    let resolution = LinkResolution(file, index)
    let targets = file.isOutline ? [] : resolution.targets(into: &report)
    var page = Document(
      source: file.source, bodyRange: file.bodyRange, body: file.body, targets: targets, fingerprint: file.fingerprint)
    page.isBuiltIn = file.isBuiltIn
    name = file.name
    isBuiltIn = file.isBuiltIn
    switch file.name.kind {
    case .errorDefinition(let key):
      let definition = ErrorDefinitionReader(file: file, key: key, links: resolution).read(page, into: &report)
      content = definition.map { .error(file.isOutline ? $0.outline(file.outline) : $0) }
      relatedCodes = file.front.integers("related")
    case .article, .topic:
      let article = ArticleReader(file: file, language: file.name.language ?? defaultLanguage, links: resolution)
        .read(file.isOutline ? page : page.putAway(beside: file.place), into: &report)
      content = article.map { .article(file.isOutline ? $0.outline(file.outline) : $0) }
      relatedCodes = []
    }
    memo = PageMemo(file, page, content, links: resolution)
    // Whoever makes the page reports what is wrong in it.
    self.report = file.isOutline ? Report() : report
  }
}
