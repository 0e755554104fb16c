public import Content
internal import Diagnostics
internal import Packing
public import Theme

/// The help site after a few articles were edited: which files have to be made again, and what that takes.
public struct HelpSiteUpdate: Sendable {
  /// To be kept for the next build.
  public let memory: HelpSiteMemory
  /// The names of the sources whose whole text the changed pages show.
  public let sources: Set<String>
  /// Paths in the output of pages that are no more.
  public let removed: [String]
  private let world: World
  /// The pages to be made, by edition.
  private let pages: [[Page]]
  private let files: [MachineFiles]

  /// Compares the site, of which outlines are enough, with the last build's. Nil when every page has to be made again.
  /// `library` was made from the last build's templates.
  public init?(_ site: Site, since last: HelpSiteMemory, library: TemplateLibrary, gallery: GalleryPlace? = nil) {
    let world = World(site, since: last, library: library, gallery: gallery)
    let memory = HelpSiteMemory(world)
    // With the first tag or without the last one, the bar at the top of every page is another.
    guard last.tagPages.isEmpty == memory.tagPages.isEmpty else { return nil }
    func isNew(_ key: UInt64) -> Bool { memory.digests[key] != last.digests[key] }
    pages = world.editions.map { edition in Page.all(of: edition).filter { isNew($0.key(in: edition)) } }
    files =
      ([.sitemap, .codes] + world.editions.map { .listing($0) }).filter { isNew($0.key) }
    removed = last.tagPages.subtracting(memory.tagPages).sorted()
    sources = Self.sources(of: pages, in: world)
    self.world = world
    self.memory = memory
  }

  /// The same when only texts were edited of which nothing shows on any page but their own.
  public init(
    texts edited: [Article], in site: Site, since last: HelpSiteMemory, library: TemplateLibrary,
    gallery: GalleryPlace? = nil
  ) {
    self.init(texts: edited, World(site, since: last, library: library, gallery: gallery), last)
  }

  /// The same for a site of which `last` is known.
  public init(texts edited: [Article], since last: HelpSiteUpdate) {
    self.init(texts: edited, last.world, last.memory)
  }

  private init(texts edited: [Article], _ world: World, _ last: HelpSiteMemory) {
    pages = world.editions.map { $0.pages(of: edited) }
    var memory = last
    // Whatever comes next makes these pages again.
    for (edition, pages) in zip(world.editions, pages) { memory.forget(pages.map { $0.key(in: edition) }) }
    files = []
    removed = []
    sources = Self.sources(of: pages, in: world)
    self.world = world
    self.memory = memory
  }

  /// The same with a part of the site in the place of all of it. What the edited pages show of other pages is compared
  /// with what the last build made them of; nil if the excerpt does not show the same.
  ///
  /// - Parameters:
  ///   - edited: the articles as they are now.
  ///   - excerpt: outlines of some articles, among them the edited ones as the last build had them.
  public init?(
    texts edited: [Article], excerpt: Site, since last: HelpSiteMemory, library: TemplateLibrary,
    gallery: GalleryPlace? = nil
  ) {
    let world = World(excerpt, since: last, library: library, gallery: gallery)
    // One file shows all texts, then.
    guard world.editions.count == last.marks.count, !excerpt.settings.fullText else { return nil }
    let whole = Dictionary(
      edited.map { ($0.page.source.name, $0) }, uniquingKeysWith: { first, _ in first })
    var memory = last
    var pages: [[Page]] = []
    for (edition, mark) in zip(world.editions, last.marks) {
      guard EditionMark(edition, outline: mark.outline) == mark else { return nil }
      let own = edition.pages(of: edited)
      let spots = own.compactMap { $0.spot(in: edition) }
      let before = PageDigests(world, edition, outline: mark.outline)
      let after = PageDigests(world, edition.filled(whole, [:]), outline: mark.outline)
      let sidebars = (before.sidebars(spots), after.sidebars(spots))
      for page in own {
        let key = page.key(in: edition)
        guard last.digests[key] == before.digest(page, sidebars: sidebars.0) else { return nil }
        memory.remember(key, after.digest(page, sidebars: sidebars.1))
      }
      pages.append(own)
    }
    self.pages = pages
    files = []
    removed = []
    sources = Self.sources(of: pages, in: world)
    self.world = world
    self.memory = memory
  }

  private static func sources(of pages: [[Page]], in world: World) -> Set<String> {
    var sources: Set<String> = []
    for (edition, pages) in zip(world.editions, pages) {
      sources.formUnion(pages.compactMap { $0.source(in: edition) })
    }
    return sources
  }

  /// The site it is of, and the templates it is made with.
  public var site: Site { world.site }
  public var library: TemplateLibrary { world.templates }

  /// Makes the files and hands them to `write`, as `HelpSite.build` does. `articles` and `definitions` are whole, by the
  /// names in `sources`.
  public func build<Written: Sendable>(
    articles: [String: Article], definitions: [String: ErrorDefinition], jobs: Int,
    write: @escaping @Sendable (OutputFile) -> Written
  ) async -> [Written] {
    let work = zip(world.editions, pages).map { edition, pages in
      (Press(world, edition.filled(articles, definitions), pages: pages), pages)
    }
    // Long lists, each the work of one core.
    async let listings = Parallel.map(files, jobs: jobs, atOnce: 1) { [world] file -> [Written] in
      let made =
        switch file {
        case .sitemap: Sitemap(world: world).files()
        case .codes: [CodeCatalogue.file(world.site)]
        case .listing(let edition): HelpSite.listing(Press(world, edition, pages: []))
        }
      return made.map { HelpSite.publish($0, write) }
    }
    let written = await HelpSite.make(work, jobs: jobs, write: write)
    return written + (await listings.flatMap { $0 })
  }
}

extension Edition {
  /// The pages of articles, as far as they show these texts and not translations of them.
  fileprivate func pages(of articles: [Article]) -> [Page] {
    articles.compactMap { article in
      guard let position = positions[article.path],
        entries[position].article.page.source.name == article.page.source.name
      else { return nil }
      return article.isTopic ? .topic(entries[position].branch) : .article(position)
    }
  }
}

extension World {
  /// A site whose assets and templates are those of the last build.
  fileprivate convenience init(
    _ site: Site, since last: HelpSiteMemory, library: TemplateLibrary, gallery: GalleryPlace?
  ) {
    self.init(
      site: site, templates: library, styles: SiteStyles(text: last.styleSheet),
      script: SiteScript(last.scripts.first ?? "", early: last.scripts.last ?? ""),
      searchScripts: SearchScripts(
        box: last.searchScripts.first ?? "", engine: last.searchScripts.dropFirst().first ?? "",
        sheet: last.searchScripts.last ?? ""),
      gallery: gallery)
  }
}
