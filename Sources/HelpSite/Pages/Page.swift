internal import Content
internal import Diagnostics

/// A page to be rendered.
enum Page: Sendable {
  case home, codes, tags, notFound, search, troubleshooter
  /// The questions about a code, or about any.
  case questions(Int?)
  case code(Int)
  case article(Int)
  case topic(Int)
  case tag(Int)
  case moved(SitePath, to: Int)

  /// Every page of an edition. Old addresses belong to the language whose article claims them.
  static func all(of edition: Edition) -> [Page] {
    var pages: [Page] = [.home, .codes, .notFound, .search]
    pages += edition.codes.indices.map { .code($0) }
    if !edition.causes.positions.isEmpty {
      pages += [.troubleshooter, .questions(nil)] + edition.causes.byCode.keys.sorted().map { .questions($0) }
    }
    pages += edition.branches.indices.map { .topic($0) }
    for (position, entry) in edition.entries.enumerated() {
      if !entry.article.isTopic { pages.append(.article(position)) }
      if entry.isTranslated { pages += entry.article.aliases.map { .moved($0, to: position) } }
    }
    if !edition.tags.isEmpty { pages.append(.tags) }
    return pages + edition.tags.indices.map { .tag($0) }
  }

  /// Where the page lies, as far as its sidebar is concerned; nil for a page without one.
  func spot(in edition: Edition) -> Sidebars.Spot? {
    switch self {
    case .codes: .codes
    case .code: .code
    case .tags: .tags
    case .tag: .tag
    case .topic(let position): .topic(position)
    case .article(let position): edition.spot(ofArticle: position)
    case .home, .notFound, .search, .troubleshooter, .questions, .moved: nil
    }
  }

  /// The name of the source whose whole text the page shows; nil for a page for which outlines are enough.
  func source(in edition: Edition) -> String? {
    switch self {
    case .article(let position): edition.entries[position].article.page.source.name
    case .topic(let position):
      edition.branches[position].index.map { edition.entries[$0].article.page.source.name }
    case .code(let position): edition.codes[position].page.source.name
    case .home, .codes, .tags, .notFound, .search, .troubleshooter, .questions, .tag, .moved: nil
    }
  }

  /// Where the page lies in its edition; of an old address, where it leads.
  func path(in edition: Edition) -> SitePath {
    switch self {
    case .home: .home
    case .codes: PagePaths.codes
    case .tags: Tag.index
    case .notFound: NotFoundPage.path
    case .search: SearchPage.path
    case .troubleshooter: Causes.index
    case .questions(let code): code.map { Causes.path(of: $0) } ?? Causes.any
    case .code(let position): edition.codes[position].path
    case .article(let position), .moved(_, let position): edition.entries[position].article.path
    case .topic(let position): edition.branches[position].path
    case .tag(let position): edition.tags[position].path
    }
  }

  /// The paths of what `files` makes.
  func paths(in edition: Edition) -> [String] {
    let place = edition.place(path(in: edition))
    return switch self {
    case .notFound, .search: [place.file]
    case .moved(let alias, _): [alias.file]
    default: [place.file, place.markdownFile]
    }
  }

  /// The page and its Markdown twin.
  func files(_ press: Press) -> [OutputFile] {
    let twins = MarkdownTwins(press: press)
    let edition = press.edition
    switch self {
    case .home: return [HomePage(press: press).file(), twins.home()]
    case .codes: return [CodesPage(press: press).file(), twins.codes()]
    case .tags: return [TagPages.index(press), twins.tags()]
    case .notFound: return [NotFoundPage(press: press).file()]
    case .search: return [SearchPage(press: press).file()]
    case .troubleshooter: return [TroubleshooterPage(press: press).file(), twins.troubleshooter()]
    case .questions(let code):
      let page = TroubleshooterCodePage(press: press, code: code)
      return [page.file(), twins.questions(page)]
    case .code(let position): return [CodePage(press: press, position: position).file(), twins.code(position)]
    case .article(let position): return [ArticlePage(press: press, position: position).file(), twins.article(position)]
    case .topic(let position): return [TopicPage(press: press, position: position).file(), twins.topic(position)]
    case .tag(let position):
      return [TagPages.file(press, edition.tags[position]), twins.tag(edition.tags[position])]
    case .moved(let alias, let position):
      return [MovedPage(press: press, alias: alias, entry: edition.entries[position]).file()]
    }
  }
}

extension Edition {
  /// The spot of an article: its topic's articles stand one after another.
  func spot(ofArticle position: Int) -> Sidebars.Spot {
    let branch = entries[position].branch
    return .article(topic: branch, run: Sidebars.run(position - (branches[branch].articles.first ?? position)))
  }
}
