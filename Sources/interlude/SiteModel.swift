internal import Content
internal import HelpSite
internal import Packing
internal import Search

/// What a build leaves for the next one to make only what has changed.
struct SiteModel: Sendable {
  let memo: SiteMemo
  let help: HelpSiteMemory
  private(set) var search: SearchMemory

  init(memo: SiteMemo, help: HelpSiteMemory, search: SearchMemory) {
    (self.memo, self.help, self.search) = (memo, help, search)
  }

  /// The part that lasts until the next whole build, piece by piece; to be called before `packed`, after a whole build.
  mutating func store() -> [[UInt8]] { search.store() }

  var packed: PackedWriter {
    var writer = PackedWriter()
    memo.pack(into: &writer)
    help.pack(into: &writer)
    search.pack(into: &writer)
    return writer
  }

  /// Nil when the bytes are not what `packed` makes. `read` reads ranges of the search's long part.
  init?(_ reader: PackedReader, read: @escaping @Sendable (Range<Int>) -> [UInt8]?) {
    var reader = reader
    memo = SiteMemo(from: &reader)
    help = HelpSiteMemory(from: &reader)
    search = SearchMemory(from: &reader, read: read)
    guard reader.isDone else { return nil }
  }
}
