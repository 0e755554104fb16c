internal import Content
internal import HelpSite
internal import Packing

/// What a build leaves for the next one to make only what has changed. Search will keep its part here, too.
struct SiteModel: Sendable {
  let memo: SiteMemo
  let help: HelpSiteMemory

  init(memo: SiteMemo, help: HelpSiteMemory) {
    (self.memo, self.help) = (memo, help)
  }

  var packed: PackedWriter {
    var writer = PackedWriter()
    memo.pack(into: &writer)
    help.pack(into: &writer)
    return writer
  }

  /// Nil when the bytes are not what `packed` makes.
  init?(_ reader: PackedReader) {
    var reader = reader
    memo = SiteMemo(from: &reader)
    help = HelpSiteMemory(from: &reader)
    guard reader.isDone else { return nil }
  }
}
