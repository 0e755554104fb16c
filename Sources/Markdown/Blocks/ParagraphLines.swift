/// The lines of a paragraph as the author wrote them, the marks of the lists and quotes around it taken off.
///
/// libcmark gives a paragraph's inlines, not its raw text, and our tables need the raw text.
struct ParagraphLines {
  struct Line {
    /// The text without white space and container marks in front and without the line break, in the parsed bytes.
    let range: Range<Int>
    /// Columns of white space in front of the text, beyond what the containers take; 4 and more would be code anywhere
    /// but in a paragraph.
    let indent: Int
    /// Whether the containers' marks are missing, so that only a paragraph's continuation can hold this line
    /// (CommonMark, section 5.1, "laziness").
    let isLazy: Bool
  }

  private enum Container {
    case quote
    /// The column where the item's content starts.
    case item(column: Int)
  }

  let lines: [Line]

  /// Returns nil if `paragraph` has but one line.
  init?(of paragraph: Int32, in tree: Tree, bytes: [UInt8], lineStarts: [Int32]) {
    let node = tree[paragraph]
    guard node.line > 0, node.endLine > node.line else { return nil }
    let containers = Self.containers(of: paragraph, in: tree, bytes: bytes, lineStarts: lineStarts)
    var lines: [Line] = []
    for number in node.line...min(node.endLine, Int32(truncatingIfNeeded: lineStarts.count)) {
      let start = Int(lineStarts[Int(number) - 1])
      let end = Self.end(ofLine: number, bytes: bytes, lineStarts: lineStarts)
      if number == node.line {
        lines.append(Line(range: min(start + Int(node.column) - 1, end)..<end, indent: 0, isLazy: false))
      } else {
        lines.append(Self.continuation(start..<end, in: containers, bytes: bytes))
      }
    }
    self.lines = lines
  }

  static func end(ofLine number: Int32, bytes: [UInt8], lineStarts: [Int32]) -> Int {
    var end = Int(number) < lineStarts.count ? Int(lineStarts[Int(number)]) : bytes.count
    let start = Int(lineStarts[Int(number) - 1])
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  private static func continuation(_ line: Range<Int>, in containers: [Container], bytes: [UInt8]) -> Line {
    var cursor = ColumnCursor(index: line.lowerBound, end: line.upperBound)
    var base = 0
    var isLazy = false
    for container in containers {
      cursor.skipSpace(bytes)
      switch container {
      case .item(let column):
        if cursor.column < column { isLazy = true } else { base = column }
      case .quote:
        if cursor.column - base < 4, cursor.index < line.upperBound, bytes[cursor.index] == UInt8(ascii: ">") {
          cursor.advance(bytes)
          if cursor.index < line.upperBound, bytes[cursor.index] == 0x20 { cursor.advance(bytes) }
          base = cursor.column
        } else {
          isLazy = true
        }
      }
      if isLazy { break }
    }
    cursor.skipSpace(bytes)
    return Line(range: cursor.index..<line.upperBound, indent: max(0, cursor.column - base), isLazy: isLazy)
  }

  private static func containers(
    of paragraph: Int32, in tree: Tree, bytes: [UInt8], lineStarts: [Int32]
  ) -> [Container] {
    var containers: [Container] = []
    var node = tree[paragraph].parent
    while node != Node.none {
      switch tree[node].kind {
      case .quote: containers.append(.quote)
      case .item:
        containers.append(.item(column: contentColumn(of: tree[node], bytes: bytes, lineStarts: lineStarts)))
      default: break
      }
      node = tree[node].parent
    }
    return containers.reversed()
  }

  /// Where an item's content starts: behind its marker and one to four columns of space (CommonMark, section 5.2).
  private static func contentColumn(of item: Node, bytes: [UInt8], lineStarts: [Int32]) -> Int {
    let start = Int(lineStarts[Int(item.line) - 1])
    let end = Self.end(ofLine: item.line, bytes: bytes, lineStarts: lineStarts)
    var cursor = ColumnCursor(index: start, end: end)
    while cursor.index < end, cursor.index < start + Int(item.column) - 1 { cursor.advance(bytes) }
    while cursor.index < end, bytes[cursor.index] >= UInt8(ascii: "0"), bytes[cursor.index] <= UInt8(ascii: "9") {
      cursor.advance(bytes)
    }
    if cursor.index < end { cursor.advance(bytes) }
    let marker = cursor.column
    cursor.skipSpace(bytes)
    let isBlank = cursor.index == end
    return isBlank || cursor.column - marker > 4 ? marker + 1 : cursor.column
  }
}

/// A position in a line that knows its column, tabs counted to the next multiple of four (CommonMark, section 2.2).
struct ColumnCursor {
  private(set) var index: Int
  let end: Int
  private(set) var column = 0

  init(index: Int, end: Int) {
    self.index = index
    self.end = end
  }

  mutating func advance(_ bytes: [UInt8]) {
    column += bytes[index] == 0x09 ? 4 - column % 4 : 1
    index += 1
  }

  mutating func skipSpace(_ bytes: [UInt8]) {
    while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { advance(bytes) }
  }
}
