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
  private let palette: Palette

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
  /// what the next build needs in order to make only what has changed. With a `plan` only the files of one of several
  /// jobs are made, for which outlines of the others' articles are enough; nothing is kept then.
  public static func build<Written: Sendable>(
    _ site: Site, library: TemplateLibrary, sources: TemplateSources, palette: Palette, gallery: GalleryPlace? = nil,
    plan: ShardPlan? = nil, jobs: Int, write: @escaping @Sendable (OutputFile) -> Written
  ) async -> (files: [Written], memory: HelpSiteMemory?, report: Report) {
    var report = Report()
    let sheets = styles + (site.settings.logo?.dark == nil ? [] : [BrandMark.styles])
    guard let sheet = StyleSheet(sheets, of: sources, palette: palette, into: &report),
      let script = sources.file(SiteScript.source, into: &report),
      let early = sources.file(SiteScript.earlySource, into: &report),
      let searchScripts = SearchScripts(sources, site.settings, into: &report)
    else { return ([], nil, report) }
    let world = World(
      site: site, templates: library, styles: SiteStyles(sheet.switchable),
      script: SiteScript(
        SearchScripts.compact(script.text(0..<script.bytes.count)),
        early: SearchScripts.compact(early.text(0..<early.bytes.count))), searchScripts: searchScripts,
      gallery: gallery)
    let help = HelpSite(world: world, palette: palette)
    if let plan { return (await help.files(of: plan, jobs: jobs, write: write), nil, report) }
    return (await help.files(jobs: jobs, write: write), HelpSiteMemory(world), report)
  }

  private func files<Written: Sendable>(
    jobs: Int, write: @escaping @Sendable (OutputFile) -> Written
  ) async -> [Written] {
    guard !world.editions.isEmpty else { return [] }
    let presses = world.editions.map { Press(world, $0) }
    let (pages, others) = await Parallel.both(jobs: jobs) {
      await Self.make(presses.map { ($0, Page.all(of: $0.edition)) }, jobs: jobs, write: write)
    } _: {
      let fullTexts = world.site.settings.fullText ? presses.map { LanguageModelText(press: $0).file() } : []
      return files(besidePages: presses, fullTexts: fullTexts, write)
    }
    return pages + others
  }

  /// The files of one of several jobs.
  private func files<Written: Sendable>(
    of plan: ShardPlan, jobs: Int, write: @escaping @Sendable (OutputFile) -> Written
  ) async -> [Written] {
    guard !world.editions.isEmpty else { return [] }
    let own = world.editions.map { edition in
      let pages = Page.all(of: edition).filter { page in page.source(in: edition).map(plan.owns) ?? plan.isFirst }
      return (Press(world, edition, pages: pages), pages)
    }
    let pages = await Self.make(own, jobs: jobs, write: write)
    // No job has all texts, so that there is no `llms-full.txt` of them.
    return pages + (plan.isFirst ? files(besidePages: own.map(\.0), write) : [])
  }

  /// Makes pages, edition by edition.
  static func make<Written: Sendable>(
    _ editions: [(press: Press, pages: [Page])], jobs: Int, write: @escaping @Sendable (OutputFile) -> Written
  ) async -> [Written] {
    let work = editions.flatMap { edition in edition.pages.map { (edition.press, $0) } }
    return await Parallel.map(work, jobs: jobs) { press, page in
      page.files(press).map { publish($0, write) }
    }.flatMap { $0 }
  }

  private func files<Written>(
    besidePages presses: [Press], fullTexts: [OutputFile] = [], _ write: (OutputFile) -> Written
  ) -> [Written] {
    let others =
      machineFiles(presses) + world.site.assets + [world.styles.file] + world.script.files + world.searchScripts.files
      + [SiteIcon.file(world.site.settings, palette), PreviewCard.file(world.site.settings, palette)].compactMap { $0 }
    let hosting = Hosting(world)
    return (others + fullTexts + hosting.inSite).map { Self.publish($0, write) } + hosting.beside.map(write)
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
