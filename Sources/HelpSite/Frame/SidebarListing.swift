internal import Content

/// What the sidebar of one spot lists.
struct SidebarListing {
  let edition: Edition
  /// A page that lies as the spot's pages do, for relative links.
  let origin: SitePath
  /// The topic that the current page lies in.
  let open: Int?
  /// That topic and those above it.
  let openBranches: Set<Int>
  let isCodesOpen: Bool
  /// Whether every article is listed.
  let showsAll: Bool
  private let run: Int

  init(_ edition: Edition, _ spot: Sidebars.Spot) {
    self.edition = edition
    showsAll = edition.entries.count <= Sidebars.wholeTree
    var open: Int?
    var run = 0
    switch spot {
    case .codes: origin = PagePaths.codes
    case .code: origin = .code("-")
    case .tags: origin = Tag.index
    case .tag: origin = Tag.path(of: "-")
    case .topic(let branch):
      open = branch
      origin = edition.branches[branch].path
    case .article(let branch, let number):
      open = branch
      run = number
      origin = SitePath(edition.branches[branch].path.text + "-/")
    }
    isCodesOpen = spot == .codes || spot == .code
    self.open = open
    openBranches = Set(open.map { edition.ancestors(of: $0) } ?? [])
    self.run = run
  }

  /// The part of a long list that the current page stands in; the beginning if it stands elsewhere.
  func neighbourhood(_ articles: [Int], isCurrent: Bool) -> ArraySlice<Int> {
    guard articles.count > Sidebars.neighbourhood else { return articles[...] }
    let start = isCurrent ? min(run * Sidebars.neighbourhood, articles.count) : 0
    return articles[start..<min(start + Sidebars.neighbourhood, articles.count)]
  }

  /// The same for topics: the part of the list in which one is open.
  func neighbourhood(ofTopics topics: [Int]) -> ArraySlice<Int> {
    let length = Sidebars.neighbourhood
    let start = (topics.firstIndex { openBranches.contains($0) } ?? 0) / length * length
    return topics[start..<min(start + length, topics.count)]
  }

  /// The topics and articles in it, in order.
  func visit(topic: (Int) -> Void, article: (Int) -> Void) {
    for child in neighbourhood(ofTopics: edition.branches[0].children) { visit(child, topic, article) }
    for position in neighbourhood(edition.branches[0].articles, isCurrent: open == 0) { article(position) }
  }

  private func visit(_ position: Int, _ topic: (Int) -> Void, _ article: (Int) -> Void) {
    topic(position)
    guard showsAll || openBranches.contains(position) else { return }
    let branch = edition.branches[position]
    for position in neighbourhood(branch.articles, isCurrent: position == open) { article(position) }
    for child in neighbourhood(ofTopics: branch.children) { visit(child, topic, article) }
  }
}
