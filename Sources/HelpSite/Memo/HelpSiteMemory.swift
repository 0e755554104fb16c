internal import Content
public import Packing

/// What a build keeps of the help site for the next one: a digest for each page, and what takes long to work out.
public struct HelpSiteMemory: Sendable {
  /// By the pages' keys.
  private(set) var digests: [UInt64: UInt64]
  /// By edition.
  let marks: [EditionMark]
  /// The tags' pages and their twins, the only pages that come and go with the text of an article. Paths in the output.
  let tagPages: Set<String>
  let styleSheet: String
  /// The site's script, and the one before a page is painted.
  let scripts: [String]
  /// The script on every page, and the engine.
  let searchScripts: [String]

  init(_ world: World) {
    var digests: [UInt64: UInt64] = [:]
    var tagPages: Set<String> = []
    var sitemap = Hash64()
    var marks: [EditionMark] = []
    for edition in world.editions {
      let digest = PageDigests(world, edition)
      let sidebars = digest.sidebars()
      marks.append(EditionMark(edition, outline: digest.outline))
      for page in Page.all(of: edition) {
        digests[page.key(in: edition)] = digest.digest(page, sidebars: sidebars)
      }
      for tag in edition.tags {
        let place = edition.place(tag.path)
        tagPages.formUnion([place.file, place.markdownFile].map { "\(HelpSite.folder)/\($0)" })
      }
      if !edition.tags.isEmpty { tagPages.insert("\(HelpSite.folder)/\(edition.place(Tag.index).file)") }
      digests[MachineFiles.listing(edition).key] = digest.catalogue()
      sitemap.combine(digest.sitemap())
    }
    digests[MachineFiles.sitemap.key] = sitemap.value
    digests[MachineFiles.codes.key] = Self.titles(world.site)
    self.digests = digests
    self.marks = marks
    self.tagPages = tagPages
    styleSheet = world.styles.text
    scripts = [world.script.text, world.script.early]
    searchScripts = [world.searchScripts.box, world.searchScripts.engine, world.searchScripts.sheet]
  }

  /// Lets pages count as unknown.
  mutating func forget(_ keys: [UInt64]) {
    for key in keys { digests[key] = nil }
  }

  /// Lets a page count as made.
  mutating func remember(_ key: UInt64, _ digest: UInt64) { digests[key] = digest }

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
    writer.table(marks)
    writer.texts(tagPages.sorted())
    writer.text(styleSheet)
    writer.texts(scripts)
    writer.texts(searchScripts)
  }

  public init(from reader: inout PackedReader) {
    let (keys, values) = (reader.table(UInt64.self), reader.table(UInt64.self))
    if keys.count != values.count { reader.reject() }
    digests = Dictionary(zip(keys, values), uniquingKeysWith: { first, _ in first })
    marks = reader.table(EditionMark.self)
    tagPages = Set(reader.texts())
    styleSheet = reader.text()
    scripts = reader.texts()
    searchScripts = reader.texts()
  }
}

/// What the frame of an edition's pages shows of its articles as a whole.
struct EditionMark: BitwiseCopyable, Sendable, Equatable {
  /// `PageDigests.outline`.
  let outline: UInt64
  /// Whether there are tags, causes, and too many articles to list them all.
  let facts: UInt64

  init(_ edition: Edition, outline: UInt64) {
    self.outline = outline
    facts =
      (edition.tags.isEmpty ? 0 : 1) | (edition.causes.positions.isEmpty ? 0 : 2)
      | (edition.entries.count > Sidebars.wholeTree ? 4 : 0)
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
