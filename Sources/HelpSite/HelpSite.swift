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
    SearchPage.template: SearchPage.schema,
    TroubleshooterPage.template: TroubleshooterPage.schema,
    TroubleshooterCodePage.template: TroubleshooterCodePage.schema,
    Sidebars.template: SidebarMaker.schema,
    Sidebars.branchTemplate: SidebarMaker.branchSchema,
  ]

  /// Where the site lies in a build's output.
  public static let folder = "site"

  /// The theme's files that the site's style sheet is made from.
  static let styles = [Tokens.path, "assets/path.css", "assets/site.css", "assets/search.css"]

  private let world: World
  /// The icon and the picture for link previews.
  private let pictures: [OutputFile]

  /// All files of the site in a stable order, and what is wrong with them; no files if no locale has the site's strings.
  /// `library` was made with `templates` (and others'), from `sources`.
  public static func build(
    _ site: Site, library: TemplateLibrary, sources: TemplateSources, palette: Palette, jobs: Int
  ) async -> (files: [OutputFile], report: Report) {
    let built = await build(site, library: library, sources: sources, palette: palette, jobs: jobs) { $0 }
    return (built.files, built.report)
  }

  /// The same, with each file handed to `write` as soon as it is made, so that the whole site never lies in memory.
  /// `write` is called from several tasks at once; what it returns is returned in the order of the files. With them comes
  /// what the next build needs in order to make only what has changed.
  public static func build<Written: Sendable>(
    _ site: Site, library: TemplateLibrary, sources: TemplateSources, palette: Palette, gallery: GalleryPlace? = nil,
    jobs: Int, write: @escaping @Sendable (OutputFile) -> Written
  ) async -> (files: [Written], memory: HelpSiteMemory?, report: Report) {
    var report = Report()
    guard let sheet = StyleSheet(styles, of: sources, palette: palette, into: &report),
      let script = sources.file(SiteScript.source, into: &report),
      let searchScripts = SearchScripts(sources, into: &report)
    else { return ([], nil, report) }
    let world = World(
      site: site, templates: library, styles: SiteStyles(sheet),
      script: SiteScript(script.text(0..<script.bytes.count)), searchScripts: searchScripts,
      gallery: gallery)
    let pictures = [SiteIcon.file(site.settings, palette), PreviewCard.file(site.settings, palette)].compactMap { $0 }
    let files = await HelpSite(world: world, pictures: pictures).files(jobs: jobs, write: write)
    return (files, HelpSiteMemory(world), report)
  }

  private func files<Written: Sendable>(
    jobs: Int, write: @escaping @Sendable (OutputFile) -> Written
  ) async -> [Written] {
    guard !world.editions.isEmpty else { return [] }
    let presses = world.editions.map { Press(world, $0) }
    let pages = presses.indices.flatMap { press in Page.all(of: presses[press].edition).map { (press, $0) } }
    let rendered = await Parallel.map(pages, jobs: jobs) { press, page in
      page.files(presses[press]).map { Self.publish($0, write) }
    }
    let others =
      machineFiles(presses) + world.site.assets + [world.styles.file, world.script.file] + world.searchScripts.files
      + pictures
    let hosting = Hosting(world)
    return rendered.flatMap { $0 } + (others + hosting.inSite).map { Self.publish($0, write) }
      + hosting.beside.map(write)
  }

  /// Hands over a file of the site as a file of the whole output.
  static func publish<Written>(_ file: OutputFile, _ write: (OutputFile) -> Written) -> Written {
    write(OutputFile(path: "\(folder)/\(file.path)", bytes: file.bytes))
  }

  private func machineFiles(_ presses: [Press]) -> [OutputFile] {
    var files = Sitemap(world: world).files() + [Robots.file(world.site), CodeCatalogue.file(world.site)]
    for press in presses { files += Self.listing(press) }
    return files
  }

  /// What programs read of an edition's articles.
  static func listing(_ press: Press) -> [OutputFile] {
    [LanguageModelIndex(press: press).file()]
      + [Feed(world: press.world, edition: press.edition).file()].compactMap { $0 }
  }
}
