/// The lines of a code block that its author points at: `3` or `2-4,7`.
struct MarkedLines {
  private let ranges: [ClosedRange<Int>]
  /// The last of them, from 1 on.
  let last: Int

  /// Nil for anything but numbers and ranges of them.
  init?(_ text: String) {
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.filter { $0 != " " }.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, 1 <= first, first <= last
      else {
        return nil
      }
      ranges.append(first...last)
    }
    self.ranges = ranges
    last = ranges.map(\.upperBound).max() ?? 0
  }

  /// The markup of a code block with a `mark` element around each of these lines, its line break included, so that a block of
  /// its own adds none. A colour that goes on over a line's end is closed before the mark and begun again in it.
  func marking(_ markup: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var number = 1
    var span: ArraySlice<UInt8> = []
    var rest = markup
    func write(_ tag: String) {
      if !span.isEmpty { result += "</span>".utf8 }
      result += tag.utf8
      result += span
    }
    if isMarked(number) { write("<mark>") }
    while let byte = rest.first {
      if byte == UInt8(ascii: "<"), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
        let tag = rest[...end]
        span = tag.starts(with: "</".utf8) ? [] : tag
        result += tag
        rest = rest[(end + 1)...]
        continue
      }
      result.append(byte)
      rest = rest.dropFirst()
      guard byte == 0x0A else { continue }
      if isMarked(number) { write("</mark>") }
      number += 1
      if isMarked(number), !rest.isEmpty { write("<mark>") }
    }
    if result.last != 0x0A, isMarked(number), !markup.isEmpty, markup.last != 0x0A { write("</mark>") }
    return result
  }

  private func isMarked(_ line: Int) -> Bool { ranges.contains { $0.contains(line) } }
}
