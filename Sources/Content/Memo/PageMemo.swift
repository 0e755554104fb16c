internal import Diagnostics
internal import Markdown
internal import Packing

/// What other pages show or need to know of a Markdown file, and what decides whether it has to be read again.
struct PageMemo: Sendable {
  /// Boxed, because memos of thousands of pages are handed around.
  indirect enum Content: Sendable {
    case article(Article)
    case error(ErrorDefinition)
    /// A file that makes no page: it is gone, or its front matter was no use.
    case none
  }

  /// Relative to the content folder.
  let path: String
  /// Without what only the file's own page shows.
  var content: Content
  var fingerprint: UInt64
  var isDraft: Bool
  var headings: [String]
  /// Hashes of the paths that its links lead to, without a language.
  var links: [UInt64]
  /// The files besides pages that it links to or shows.
  var assets: [String]
  /// Changes with what the catalogue of signatures and the check of names look at.
  var claims: UInt64

  init(_ file: MarkdownFile, _ page: Document, _ content: ResolvedPage.Content?, links: LinkResolution) {
    path = file.name.path
    fingerprint = page.fingerprint
    isDraft = file.front.boolean("draft") == true
    headings = file.headings
    self.links = links.paths().map(Self.hash)
    assets = page.targets.compactMap { if case .asset(let path) = $0 { path.text } else { nil } }
    var claims = Hash64()
    for alias in file.front.texts("aliases") { claims.combine(alias.value) }
    claims.combine(file.front.text("cause"))
    if file.front.text("cause") != nil {
      // Which pages the troubleshooter has depends on these.
      for code in file.front.integers("codes") { claims.combine(code.value) }
    }
    for record in file.front.records("signatures") {
      claims.combine(record.text("component"))
      for key in record.keys {
        claims.combine(key.value)
        claims.combine(record.text(key.value))
        for text in record.texts(key.value) { claims.combine(text.value) }
      }
    }
    self.claims = claims.value
    let outline = Document(
      outlineOf: Source(name: file.source.name, bytes: []), fingerprint: page.fingerprint, headings: headings)
    switch content {
    // What was put away is an outline already.
    case .article(let article): self.content = .article(article.page.isAway ? article : article.outline(outline))
    case .error(let definition): self.content = .error(definition.outline(outline))
    case nil: self.content = .none
    }
  }

  /// What is left of a page that is gone.
  static func gone(_ path: String) -> PageMemo { PageMemo(path: path) }

  private init(path: String) {
    self.path = path
    (content, fingerprint, isDraft, headings, links, assets, claims) = (.none, 0, false, [], [], [], Self.noClaims)
  }

  /// Whether there is such a file.
  var isThere: Bool { if case .none = content { false } else { true } }

  /// Whether two states of a file differ in nothing that other pages show.
  func hasSameOutline(as other: PageMemo) -> Bool {
    func outline(_ page: PageMemo) -> [UInt8] {
      var page = page
      page.fingerprint = 0
      page.links = []
      var writer = PackedWriter()
      page.pack(into: &writer)
      return writer.bytes
    }
    return outline(self) == outline(other)
  }

  /// The claims of a file that makes none.
  static let noClaims: UInt64 = {
    var claims = Hash64()
    claims.combine(String?.none)
    return claims.value
  }()

  static func hash(_ path: String) -> UInt64 {
    var hash = Hash64()
    hash.combine(path)
    return hash.value
  }
}

extension Article {
  /// The article without what only its own page shows.
  func outline(_ page: Document) -> Article {
    Article(
      path: path, language: language, isTopic: isTopic, title: title, description: description, tags: tags,
      weight: weight, date: date, reviewed: reviewed, changed: changed, draft: draft, aliases: aliases, keywords: [],
      audience: audience,
      codes: codes, cause: cause, pattern: pattern, signatures: signatures, related: related,
      sources: [], page: page)
  }
}

extension ErrorDefinition {
  func outline(_ page: Document) -> ErrorDefinition {
    ErrorDefinition(
      code: code, reason: reason, description: description, hop: hop, retry: retry, retryAfter: retryAfter,
      article: article, related: related, keywords: keywords, reviewed: reviewed,
      changed: changed, sources: sources, page: page)
  }
}
