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

  /// The same when only texts were edited of which nothing shows on any page but their own; `edited` names their sources.
  public init(
    texts edited: Set<String>, in site: Site, since last: HelpSiteMemory, library: TemplateLibrary,
    gallery: GalleryPlace? = nil
  ) {
    self.init(texts: edited, World(site, since: last, library: library, gallery: gallery), last)
  }

  /// The same for a site of which `last` is known.
  public init(texts edited: Set<String>, since last: HelpSiteUpdate) {
    self.init(texts: edited, last.world, last.memory)
  }

  private init(texts edited: Set<String>, _ world: World, _ last: HelpSiteMemory) {
    pages = world.editions.map { edition in
      edition.entries.indices.filter { edited.contains(edition.entries[$0].article.page.source.name) }.map {
        edition.entries[$0].article.isTopic ? .topic(edition.entries[$0].branch) : .article($0)
      }
    }
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
    let written = await HelpSite.make(work, jobs: jobs, write: write)
    let machineFiles = files.flatMap { file -> [OutputFile] in
      switch file {
      case .sitemap: Sitemap(world: world).files()
      case .codes: [CodeCatalogue.file(world.site)]
      case .listing(let edition): HelpSite.listing(Press(world, edition, pages: []))
      }
    }
    return written + machineFiles.map { HelpSite.publish($0, write) }
  }
}

extension World {
  /// A site whose assets and templates are those of the last build.
  fileprivate convenience init(
    _ site: Site, since last: HelpSiteMemory, library: TemplateLibrary, gallery: GalleryPlace?
  ) {
    self.init(
      site: site, templates: library, styles: SiteStyles(text: last.styleSheet), script: SiteScript(last.script),
      searchScripts: SearchScripts(box: last.searchScripts.first ?? "", engine: last.searchScripts.last ?? ""),
      gallery: gallery)
  }
}
