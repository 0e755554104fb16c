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

  /// Compares the site, of which outlines are enough, with the last build's. Nil when so many pages have to be made again
  /// that a whole build does it better. `library` was made from the last build's templates.
  ///
  /// - Parameter before: the last build's site.
  public init?(
    _ site: Site, since last: HelpSiteMemory, before: () -> Site, library: TemplateLibrary, gallery: GalleryPlace? = nil
  ) {
    let world = World(site, since: last, library: library, gallery: gallery)
    let memory = HelpSiteMemory(world)
    let gone = Set(last.digests.keys).subtracting(memory.digests.keys)
    func isNew(_ key: UInt64) -> Bool { memory.digests[key] != last.digests[key] }
    pages = world.editions.map { edition in Page.all(of: edition).filter { isNew($0.key(in: edition)) } }
    files =
      ([.sitemap, .codes] + world.editions.map { .listing($0) }).filter { isNew($0.key) }
    sources = Self.sources(of: pages, in: world)
    guard sources.count < max(Self.many, world.site.articles.reduce(0) { $0 + $1.value.count } / 4),
      gone.isEmpty || last.digests.count < Sitemap.most
    else { return nil }
    let old = gone.isEmpty ? [] : Edition.all(of: before())
    let left = old.flatMap { edition in
      Page.all(of: edition).filter { gone.contains($0.key(in: edition)) }.flatMap { $0.paths(in: edition) }
    }
    // Another page may stand where one stood.
    let made = zip(world.editions, pages).flatMap { edition, pages in pages.flatMap { $0.paths(in: edition) } }
    removed = Set(left).subtracting(made).sorted().map { "\(HelpSite.folder)/\($0)" }
    self.world = world
    self.memory = memory
  }

  /// So many texts are read again in any case.
  private static let many = 200

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
