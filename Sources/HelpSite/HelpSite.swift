public import Content
public import Diagnostics
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

  /// Where the site lies in a build's output.
  public static let folder = "site"

  /// The theme's files that the site's style sheet is made from.
  static let styles = [Tokens.path, "assets/path.css", "assets/site.css"]

  private let world: World
  private let icon: OutputFile?

  /// All files of the site in a stable order, and what is wrong with them; no files if no locale has the site's strings.
  /// `library` was made with `templates` (and others'), from `sources`.
  public static func build(
    _ site: Site, library: TemplateLibrary, sources: TemplateSources, palette: Palette, jobs: Int
  ) async -> (files: [OutputFile], report: Report) {
    await build(site, library: library, sources: sources, palette: palette, jobs: jobs) { $0 }
  }

  /// The same, with each file handed to `write` as soon as it is made, so that the whole site never lies in memory.
  /// `write` is called from several tasks at once; what it returns is returned in the order of the files.
  public static func build<Written: Sendable>(
    _ site: Site, library: TemplateLibrary, sources: TemplateSources, palette: Palette, jobs: Int,
    write: @escaping @Sendable (OutputFile) -> Written
  ) async -> (files: [Written], report: Report) {
    var report = Report()
    guard let sheet = StyleSheet(styles, of: sources, palette: palette, into: &report),
      let script = sources.file(SiteScript.source, into: &report)
    else { return ([], report) }
    let world = World(
      site: site, templates: library, styles: SiteStyles(sheet),
      script: SiteScript(script.text(0..<script.bytes.count)))
    let icon = SiteIcon.file(site.settings, palette)
    return (await HelpSite(world: world, icon: icon).files(jobs: jobs, write: write), report)
  }

  private func files<Written: Sendable>(
    jobs: Int, write: @escaping @Sendable (OutputFile) -> Written
  ) async -> [Written] {
    guard !world.editions.isEmpty else { return [] }
    let presses = world.editions.map { Press(world, $0) }
    let pages = presses.indices.flatMap { press in Page.all(of: presses[press].edition).map { (press, $0) } }
    @Sendable func publish(_ file: OutputFile) -> Written {
      write(OutputFile(path: "\(Self.folder)/\(file.path)", bytes: file.bytes))
    }
    let rendered = await Parallel.map(pages, jobs: jobs) { press, page in page.files(presses[press]).map(publish) }
    let others =
      machineFiles(presses) + world.site.assets + [world.styles.file, world.script.file] + [icon].compactMap { $0 }
    let hosting = Hosting(world)
    return rendered.flatMap { $0 } + (others + hosting.inSite).map(publish) + hosting.beside.map(write)
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
