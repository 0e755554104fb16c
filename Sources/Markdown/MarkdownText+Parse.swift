public import Diagnostics

extension MarkdownText {
  /// libcmark's version, such as `0.30.2`.
  public static var parserVersion: String { CommonMarkReader.version }

  /// Parses and renders the part of `source` in `body`, the bytes behind the front matter. Problems go into `report`
  /// with places in the whole source; there is a result in any case, empty if the text cannot be parsed in bounded time.
  public static func parse(
    _ source: Source, body: Range<Int>, options: MarkdownOptions = MarkdownOptions(), into report: inout Report
  ) -> MarkdownText {
    guard let prepared = PreparedText(source, body: body, options: options, into: &report) else {
      return MarkdownText()
    }
    let extensions = options.extensions
    var map = prepared.map
    var tree = CommonMarkReader.read(prepared.bytes)
    if extensions.contains(.tables) {
      Tables.read(
        &tree, bytes: prepared.bytes, lineStarts: prepared.lineStarts, hasDefinitions: prepared.scan.hasDefinition)
    }
    if extensions.contains(.taskLists) { TaskLists.read(&tree) }
    if extensions.contains(.callouts) { Callout.read(&tree, map: &map, into: &report) }
    let tabs = extensions.contains(.tabs) ? TabGroup.read(&tree, map: map, into: &report) : []
    if prepared.isProtected { EscapeGuard.restore(&tree) }
    var renderer = Renderer(tree: tree, options: options, footnotes: Footnotes(), tabs: tabs, map: map)
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
