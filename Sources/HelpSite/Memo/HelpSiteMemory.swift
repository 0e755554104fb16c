internal import Content
public import Packing

/// What a build keeps of the help site for the next one: a digest for each page, and what takes long to work out.
public struct HelpSiteMemory: Sendable {
  /// By the pages' keys.
  private(set) var digests: [UInt64: UInt64]
  let styleSheet: String
  /// The site's script, and the one before a page is painted.
  let scripts: [String]
  /// The script on every page, and the engine.
  let searchScripts: [String]

  init(_ world: World) {
    var digests: [UInt64: UInt64] = [:]
    var sitemap = Hash64()
    for edition in world.editions {
      let digest = PageDigests(world, edition)
      let sidebars = digest.sidebars()
      for page in Page.all(of: edition) {
        digests[page.key(in: edition)] = digest.digest(page, sidebars: sidebars)
      }
      digests[MachineFiles.listing(edition).key] = digest.catalogue()
      sitemap.combine(digest.sitemap())
    }
    digests[MachineFiles.sitemap.key] = sitemap.value
    digests[MachineFiles.codes.key] = Self.titles(world.site)
    self.digests = digests
    styleSheet = world.styles.text
    scripts = [world.script.text, world.script.early]
    searchScripts = [world.searchScripts.box, world.searchScripts.engine, world.searchScripts.sheet]
  }

  /// Lets pages count as being there, but as having shown something else.
  mutating func forget(_ keys: [UInt64]) {
    for key in keys { digests[key] = 0 }
  }

  /// The titles that the catalogue of codes tells.
  private static func titles(_ site: Site) -> UInt64 {
    let wanted = Set(site.errors.map(\.article))
    var hash = Hash64()
    for article in site.defaultArticles where wanted.contains(article.path) {
      hash.combine(article.path.text)
      hash.combine(article.title)
    }
    return hash.value
  }

  public func pack(into writer: inout PackedWriter) {
    let sorted = digests.sorted { $0.key < $1.key }
    writer.table(sorted.map(\.key))
    writer.table(sorted.map(\.value))
    writer.text(styleSheet)
    writer.texts(scripts)
    writer.texts(searchScripts)
  }

  public init(from reader: inout PackedReader) {
    let (keys, values) = (reader.table(UInt64.self), reader.table(UInt64.self))
    if keys.count != values.count { reader.reject() }
    digests = Dictionary(zip(keys, values), uniquingKeysWith: { first, _ in first })
    styleSheet = reader.text()
    scripts = reader.texts()
    searchScripts = reader.texts()
  }
}

/// The files that programs read.
enum MachineFiles {
  case sitemap, codes
  /// An edition's feed and index for language models.
  case listing(Edition)

  var key: UInt64 {
    var hash = Hash64()
    switch self {
    case .sitemap: hash.combine("sitemap")
    case .codes: hash.combine("codes")
    case .listing(let edition):
      hash.combine("listing")
      hash.combine(edition.folder)
    }
    return hash.value
  }
}
