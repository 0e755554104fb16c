public import Content
public import Theme

/// The help site: pages for all codes, articles, topics and tags, and the files that machines read.
///
/// Pure: a checked site and a theme in, files out. The order and the bytes of the files depend on nothing else.
public struct HelpSite: Sendable {
  /// The templates that pages are made from, with what each may use; for `TemplateLibrary`.
  public static let templates: [String: ViewSchema] = [
    HomePage.template: HomePage.schema,
    CodesPage.template: CodesPage.schema,
    CodePage.template: CodePage.schema,
    ArticlePage.template: ArticlePage.schema,
    TopicPage.template: TopicPage.schema,
    TagPages.indexTemplate: TagPages.indexSchema,
    TagPages.template: TagPages.schema,
    NotFoundPage.template: NotFoundPage.schema,
    MovedPage.template: MovedPage.schema,
    Sidebars.template: SidebarMaker.schema,
    Sidebars.branchTemplate: SidebarMaker.branchSchema,
  ]

  private let world: World

  /// `templates` must have been made with `HelpSite.templates`; `styles` is the text of the one style sheet.
  public init(site: Site, templates: TemplateLibrary, styles: String) {
    world = World(site: site, templates: templates, styles: SiteStyles(styles))
  }

  /// Every file of the site, below `site/`; none if no locale has the site's strings.
  public func files(jobs: Int) async -> [OutputFile] {
    guard !world.editions.isEmpty else { return [] }
    let presses = world.editions.map { Press(world, $0) }
    let pages = presses.indices.flatMap { press in Page.all(of: presses[press].edition).map { (press, $0) } }
    let rendered = await Parallel.map(pages, jobs: jobs) { press, page in page.files(presses[press]) }
    let files = rendered.flatMap { $0 } + machineFiles(presses) + world.site.assets + [world.styles.file]
    return files.map { OutputFile(path: "site/" + $0.path, bytes: $0.bytes) }
  }

  private func machineFiles(_ presses: [Press]) -> [OutputFile] {
    var files = Sitemap(world: world).files() + [Robots.file(world.site), CodeCatalogue.file(world.site)]
    for press in presses {
      files.append(LanguageModelIndex(press: press).file())
      if let feed = Feed(world: world, edition: press.edition).file() { files.append(feed) }
    }
    return files
  }
}
