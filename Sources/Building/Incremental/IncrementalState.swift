internal import Content
internal import HelpSite
internal import Packing
internal import Search

/// What a build leaves for the next one to make only what has changed.
struct IncrementalState: Sendable {
  /// The pages' outlines, as this process knows them or as they were read.
  enum Pages: Sendable {
    case known(SiteMemo)
    case packed(PackedSite)
  }

  private(set) var pages: Pages
  let help: HelpSiteMemory
  private(set) var search: SearchMemory

  init(pages: Pages, help: HelpSiteMemory, search: SearchMemory) {
    (self.pages, self.help, self.search) = (pages, help, search)
  }

  /// All outlines; nil if what was read is damaged.
  func memo(jobs: Int) async -> SiteMemo? {
    switch pages {
    case .known(let memo): memo
    case .packed(let packed): await packed.unpacked(jobs: jobs)
    }
  }

  /// The part that lasts until the next whole build, piece by piece; to be called before `packed`, after a whole build.
  mutating func store() -> [DeferredBytes] {
    let (words, length) = search.store()
    var outlines = packedPages
    let texts = outlines.store(at: length)
    pages = .packed(outlines)
    return words + texts
  }

  private var packedPages: PackedSite {
    switch pages {
    case .known(let memo): memo.forKeeping
    case .packed(let packed): packed
    }
  }

  var packed: PackedWriter {
    var writer = PackedWriter()
    for pack in [packedPages.pack, help.pack, search.pack] {
      var part = PackedWriter()
      pack(&part)
      writer.data(part.bytes)
    }
    return writer
  }

  /// Nil when the bytes are not what `packed` makes. `read` reads ranges of the part that lasts.
  init?(_ reader: PackedReader, jobs: Int, read: @escaping @Sendable (Range<Int>) -> [UInt8]?) async {
    var reader = reader
    let parts = (0..<3).map { _ in reader.data() }
    guard reader.isDone else { return nil }
    async let pages = Self.unpack(parts[0]) { PackedSite(from: &$0, read: read) }
    async let help = Self.unpack(parts[1]) { HelpSiteMemory(from: &$0) }
    async let search = Self.unpack(parts[2]) { SearchMemory(from: &$0, read: read) }
    guard let pages = await pages, let help = await help, let search = await search else {
      return nil
    }
    self.init(pages: .packed(pages), help: help, search: search)
  }

  private static func unpack<Part>(_ bytes: [UInt8], _ read: (inout PackedReader) -> Part?) async -> Part? {
    var reader = PackedReader(bytes)
    let part = read(&reader)
    return reader.isDone ? part : nil
  }
}
