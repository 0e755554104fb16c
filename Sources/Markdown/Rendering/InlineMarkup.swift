/// A heading's markup made fit for a table of contents, where it stands inside a link itself.
enum InlineMarkup {
  /// The markup without links, images and references to footnotes; the text of links stays.
  static func withoutLinks(_ markup: ArraySlice<UInt8>) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(markup.count)
    var index = markup.startIndex
    while index < markup.endIndex {
      guard markup[index] == UInt8(ascii: "<") else {
        output.append(markup[index])
        index += 1
        continue
      }
      let end = markup[index...].firstIndex(of: UInt8(ascii: ">")) ?? markup.endIndex - 1
      let tag = markup[index...end]
      if tag.starts(with: "<sup class=\"footnote-ref\"".utf8) {
        index = endOfReference(in: markup, from: end)
        continue
      }
      if !["<a ", "</a>", "<img "].contains(where: { tag.starts(with: $0.utf8) }) { output.append(contentsOf: tag) }
      index = end + 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func endOfReference(in markup: ArraySlice<UInt8>, from start: Int) -> Int {
    let closing = Array("</sup>".utf8)
    var index = start
    while index + closing.count <= markup.endIndex {
      if markup[index..<index + closing.count].elementsEqual(closing) { return index + closing.count }
      index += 1
    }
    return markup.endIndex
  }
}
