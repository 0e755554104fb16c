internal import Content
internal import Escaping
internal import Theme

/// Renders the sidebar of one spot, innermost branches first.
struct SidebarMaker {
  static let schema = ViewSchema([
    .init("t", .view(Frame.strings), "The interface strings."),
    .init("url", .text, "The list of all topics."),
    .init("mark", .html, "Put inside that link's tag: marks the current page."),
    .init("branches", .html, "The branches, each made by `sidebar-branch`."),
  ])

  static let branchSchema = ViewSchema([
    .init("t", .view(Frame.strings), "The interface strings."),
    .init("title", .text, "What the branch is about."),
    .init("lang", .text, "The title's language, if it is not the page's."),
    .init("url", .text, "The branch's own page; absent for a part of a branch."),
    .init("mark", .html, "Put inside the link's tag: marks the current page."),
    .init("isOpen", .flag, "Whether the current page lies in the branch."),
    .init("isLeaf", .flag, "Whether only the link to the branch is shown."),
    .init("items", .views(item), "The branch's pages."),
    .init("more", .text, "The link to the branch's page when not all of its pages are listed; absent if they are."),
    .init("branches", .html, "The branches in it."),
  ])

  private static let item = ViewSchema([
    .init("title", .text, "The page's title."), .init("lang", .text, "The title's language, if it is not the page's."),
    .init("url", .text, "The page."), .init("mark", .html, "Put inside the link's tag: marks the current page."),
    .init("code", .text, "The status code, in the list of codes; otherwise absent."),
  ])

  private let world: World
  private let edition: Edition
  private let address: Address
  private let strings: View
  private let listing: SidebarListing

  init(_ world: World, _ edition: Edition, _ spot: Sidebars.Spot) {
    self.world = world
    self.edition = edition
    strings = Frame.strings(edition)
    listing = SidebarListing(edition, spot)
    address = .from(edition.place(listing.origin))
  }

  func sidebar() -> Sidebars.Marked {
    var items: [Sidebars.Item] = []
    let root = mark(.topic(0), &items)
    var markup = codes(&items)
    for child in listing.neighbourhood(ofTopics: edition.branches[0].children) { markup += branch(child, &items) }
    let loose = edition.branches[0].articles
    if !loose.isEmpty { markup += rootArticles(loose, &items) }
    let view = View([
      "t": .view(strings), "url": .text(address.url(edition.place(PagePaths.articles))), "mark": .html(root),
      "branches": .html(markup),
    ])
    return Sidebars.Marked(world.templates.render(Sidebars.template, view), items: items)
  }

  private func codes(_ items: inout [Sidebars.Item]) -> HTML {
    let mark = mark(.codes, &items)
    let isLeaf = !listing.showsAll && !listing.isCodesOpen
    var families = HTML(trusted: "")
    for digit in isLeaf ? [] : [4, 5] {
      let pages = edition.codes.filter { $0.code / 100 == digit }.map { definition in
        page(definition.reason, definition.path, .code(definition.code), lang: nil, code: definition.key, &items)
      }
      guard !pages.isEmpty else { continue }
      families += render(
        title: "\(digit)xx", lang: nil, path: nil, mark: HTML(trusted: ""), isOpen: listing.isCodesOpen, isLeaf: false,
        pages: pages, more: nil, branches: HTML(trusted: ""))
    }
    return render(
      title: edition.string("codes"), lang: nil, path: PagePaths.codes, mark: mark, isOpen: listing.isCodesOpen,
      isLeaf: isLeaf,
      pages: [], more: nil, branches: families)
  }

  private func branch(_ position: Int, _ items: inout [Sidebars.Item]) -> HTML {
    let branch = edition.branches[position]
    let isOpen = listing.openBranches.contains(position)
    let mark = mark(.topic(position), &items)
    guard listing.showsAll || isOpen else {
      return render(
        title: branch.title, lang: language(ofTitle: branch), path: branch.path, mark: mark, isOpen: false,
        isLeaf: true,
        pages: [], more: nil, branches: HTML(trusted: ""))
    }
    let listed = listing.neighbourhood(branch.articles, isCurrent: position == listing.open)
    let pages = listed.map { article($0, &items) }
    var branches = HTML(trusted: "")
    for child in listing.neighbourhood(ofTopics: branch.children) { branches += self.branch(child, &items) }
    let more =
      listed.count < branch.articles.count
      ? edition.string("moreInTopic").substituting("{n}", by: String(branch.articles.count)) : nil
    return render(
      title: branch.title, lang: language(ofTitle: branch), path: branch.path, mark: mark, isOpen: isOpen,
      isLeaf: pages.isEmpty && branch.children.isEmpty, pages: pages, more: more, branches: branches)
  }

  /// Articles that lie in no topic.
  private func rootArticles(_ articles: [Int], _ items: inout [Sidebars.Item]) -> HTML {
    render(
      title: edition.string("moreArticles"), lang: nil, path: PagePaths.articles, mark: HTML(trusted: ""),
      isOpen: listing.open == 0,
      isLeaf: false, pages: listing.neighbourhood(articles, isCurrent: listing.open == 0).map { article($0, &items) },
      more: nil,
      branches: HTML(trusted: ""))
  }

  private func article(_ position: Int, _ items: inout [Sidebars.Item]) -> View {
    let entry = edition.entries[position]
    return page(entry.article.title, entry.article.path, .article(position), lang: entry.language, code: nil, &items)
  }

  private func page(
    _ title: String, _ path: SitePath, _ item: Sidebars.Item, lang: String?, code: String?,
    _ items: inout [Sidebars.Item]
  ) -> View {
    View([
      "title": .text(title), "lang": .optional(lang), "url": .text(address.url(edition.place(path))),
      "mark": .html(mark(item, &items)), "code": .optional(code),
    ])
  }

  private func mark(_ item: Sidebars.Item, _ items: inout [Sidebars.Item]) -> HTML {
    items.append(item)
    return Sidebars.Marked.mark(items.count - 1)
  }

  private func language(ofTitle branch: Edition.Branch) -> String? {
    branch.index.flatMap { edition.entries[$0].language }
  }

  private func render(
    title: String, lang: String?, path: SitePath?, mark: HTML, isOpen: Bool, isLeaf: Bool, pages: [View], more: String?,
    branches: HTML
  ) -> HTML {
    let view = View([
      "t": .view(strings), "title": .text(title), "lang": .optional(lang),
      "url": .optional(path.map { address.url(edition.place($0)) }), "mark": .html(mark), "isOpen": .flag(isOpen),
      "isLeaf": .flag(isLeaf), "items": .views(pages), "more": .optional(more), "branches": .html(branches),
    ])
    return HTML(trusted: world.templates.render(Sidebars.branchTemplate, view))
  }
}
