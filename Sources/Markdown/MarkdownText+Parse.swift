public import Diagnostics

extension MarkdownText {
  /// Parses and renders the part of `source` in `body`, the bytes behind the front matter. Problems go into `report`
  /// with places in the whole source; there is a result in any case, empty if the text cannot be parsed in bounded time.
  public static func parse(
    _ source: Source, body: Range<Int>, options: MarkdownOptions = MarkdownOptions(), into report: inout Report
  ) -> MarkdownText {
    guard let prepared = PreparedText(source, body: body, options: options, into: &report) else {
      return MarkdownText()
    }
    let extensions = options.extensions
    let scan = prepared.scan
    var map = prepared.map
    var tree = CommonMarkReader.read(prepared.bytes)

    // Blocks.
    if extensions.contains(.tables) { Tables.read(&tree, text: prepared, into: &report) }
    if prepared.hasGuardedAddresses { AddressGuard.restore(&tree) }
    var footnotes = Footnotes()
    if let markers = prepared.footnotes {
      footnotes = Footnotes(from: &tree, markers: markers, map: &map, into: &report)
    }
    if extensions.contains(.taskLists) { TaskLists.read(&tree) }
    if extensions.contains(.callouts) { Callout.read(&tree, map: &map, into: &report) }
    let tabs = extensions.contains(.tabs) ? TabGroup.read(&tree, map: map, into: &report) : []

    // Inlines; an address is one piece before anything else is looked for in it.
    for top in [Tree.root] + footnotes.definitions.map(\.node) {
      if extensions.contains(.bareLinks), scan.hasAddress { BareLinks.read(&tree, below: top) }
      if extensions.contains(.strikethrough), scan.hasTilde { Strikethrough.read(&tree, below: top) }
    }
    if extensions.contains(.footnotes), scan.hasCaret {
      footnotes.readReferences(&tree, map: &map, into: &report)
    }
    if prepared.hasGuardedEscapes { EscapeGuard.restore(&tree) }

    var renderer = Renderer(tree: tree, options: options, footnotes: footnotes, tabs: tabs, map: map)
    let text = renderer.render()
    report.add(renderer.report)
    return text
  }

  /// The whole of `source`.
  public static func parse(
    _ source: Source, options: MarkdownOptions = MarkdownOptions(), into report: inout Report
  ) -> MarkdownText {
    parse(source, body: 0..<source.bytes.count, options: options, into: &report)
  }
}
