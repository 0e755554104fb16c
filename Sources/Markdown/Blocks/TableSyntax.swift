/// How a line reads as a row of a table (GFM, section 4.10; where the text is silent, cmark-gfm's `table.c`).
enum TableSyntax {
  enum Alignment: Int32 {
    case none, left, center, right
  }

  /// The columns of a delimiter row such as `| :-- | --: |`; nil if the line is not one. Dashes alone underline a heading.
  static func delimiterRow(_ bytes: [UInt8], _ range: Range<Int>) -> [Alignment]? {
    var index = range.lowerBound
    guard index < range.upperBound, isDelimiterByte(bytes[index]) else { return nil }
    let end = trimmedEnd(bytes, range)
    var isUnderline = true
    for at in index..<end {
      guard isDelimiterByte(bytes[at]) else { return nil }
      if bytes[at] == UInt8(ascii: "|") || bytes[at] == UInt8(ascii: ":") { isUnderline = false }
    }
    if isUnderline { return nil }
    var columns: [Alignment] = []
    if bytes[index] == UInt8(ascii: "|") { index += 1 }
    while index < end {
      let cell = trimmed(bytes, index..<(bytes[index..<end].firstIndex(of: UInt8(ascii: "|")) ?? end))
      guard let alignment = alignment(bytes[cell]) else { return nil }
      columns.append(alignment)
      index = (bytes[index..<end].firstIndex(of: UInt8(ascii: "|")) ?? end) + 1
    }
    return columns.isEmpty ? nil : columns
  }

  /// The cells of a row, white space trimmed. A pipe separates cells unless a backslash stands in front of it, in code
  /// as well; one pipe at each end of the row is part of no cell.
  static func cells(_ bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
    var cells: [Range<Int>] = []
    let row = trimmed(bytes, range)
    var start = row.lowerBound
    guard start < row.upperBound else { return [] }
    if bytes[start] == UInt8(ascii: "|") { start += 1 }
    var index = start
    while index < row.upperBound {
      if bytes[index] == UInt8(ascii: "|"), index == start || bytes[index - 1] != UInt8(ascii: "\\") {
        cells.append(trimmed(bytes, start..<index))
        start = index + 1
      }
      index += 1
    }
    if start < row.upperBound { cells.append(trimmed(bytes, start..<row.upperBound)) }
    return cells
  }

  /// A cell's text with `\|` turned into `|`.
  static func unescaped(_ bytes: [UInt8], _ cell: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(cell.count)
    var index = cell.lowerBound
    while index < cell.upperBound {
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < cell.upperBound, bytes[index + 1] == UInt8(ascii: "|") {
        index += 1
      }
      text.append(bytes[index])
      index += 1
    }
    return text
  }

  private static func alignment(_ cell: ArraySlice<UInt8>) -> Alignment? {
    let left = cell.first == UInt8(ascii: ":")
    let right = cell.last == UInt8(ascii: ":")
    var dashes = cell
    if left { dashes.removeFirst() }
    if right, !dashes.isEmpty { dashes.removeLast() }
    guard !dashes.isEmpty, dashes.allSatisfy({ $0 == UInt8(ascii: "-") }) else { return nil }
    return left ? (right ? .center : .left) : (right ? .right : Alignment.none)
  }

  private static func isDelimiterByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "|") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":") || isSpace(byte)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0B || byte == 0x0C
  }

  private static func trimmedEnd(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, isSpace(bytes[end - 1]) { end -= 1 }
    return end
  }

  static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    while start < range.upperBound, isSpace(bytes[start]) { start += 1 }
    return start..<max(start, trimmedEnd(bytes, range))
  }
}
