/// Turns paragraphs that are tables into tables.
///
/// libcmark parses such a paragraph's inlines across cells, so they are thrown away: the cells are parsed again as the
/// headings of a document of their own, which is the one block that takes any line as inlines. If the text has link
/// definitions, it is put behind them, so that links in cells find theirs.
struct Tables {
  private let bytes: [UInt8]
  private let lineStarts: [Int32]
  private let hasDefinitions: Bool
  /// The document of cells, and of the paragraph lines around tables.
  private var aside: [UInt8] = []
  private var found: [Found] = []

  private struct Found {
    let paragraph: Int32
    let alignments: [TableSyntax.Alignment]
    let header: Int32
    /// For each row its line and how many of its cells are in the aside.
    var rows: [(line: Int32, cells: Int)] = []
    var hasTextBefore = false
    var hasTextAfter = false
  }

  /// Rewrites `tree`, the parse of `bytes`.
  static func read(_ tree: inout Tree, bytes: [UInt8], lineStarts: [Int32], hasDefinitions: Bool) {
    var tables = Tables(bytes: bytes, lineStarts: lineStarts, hasDefinitions: hasDefinitions)
    var node = Tree.root
    while node != Node.none {
      let kind = tree[node].kind
      if kind == .paragraph || kind == .heading { tables.examine(node, in: tree) }
      node = tree.following(node, within: Tree.root, skippingChildren: kind.holdsInlines || kind == .codeBlock)
    }
    if !tables.found.isEmpty { tables.build(in: &tree) }
  }

  private init(bytes: [UInt8], lineStarts: [Int32], hasDefinitions: Bool) {
    self.bytes = bytes
    self.lineStarts = lineStarts
    self.hasDefinitions = hasDefinitions
  }

  // MARK: - Finding

  private mutating func examine(_ paragraph: Int32, in tree: Tree) {
    guard tree[paragraph].endLine > tree[paragraph].line, mayHoldDelimiterRow(tree[paragraph]),
      var lines = ParagraphLines(of: paragraph, in: tree, bytes: bytes, lineStarts: lineStarts)?.lines
    else { return }
    if tree[paragraph].kind == .heading {
      guard let underline = lines.indices.dropFirst().first(where: { isUnderline(lines[$0]) }) else { return }
      lines.removeSubrange((underline + 1)...)
    }
    for index in lines.indices.dropFirst() where !lines[index].isLazy && lines[index].indent < 4 {
      guard let alignments = TableSyntax.delimiterRow(bytes, lines[index].range) else { continue }
      let header = TableSyntax.cells(bytes, lines[index - 1].range)
      if header.count == alignments.count { collect(paragraph, alignments, lines, delimiter: index, in: tree) }
      return
    }
  }

  /// Whether a line makes a heading of the paragraph above it (CommonMark, section 4.3); libcmark's end lines of such
  /// headings may be too late.
  private func isUnderline(_ line: ParagraphLines.Line) -> Bool {
    let text = TableSyntax.trimmed(bytes, line.range)
    guard let first = text.first, line.indent < 4, !line.isLazy,
      bytes[first] == UInt8(ascii: "-") || bytes[first] == UInt8(ascii: "=")
    else { return false }
    return text.allSatisfy { bytes[$0] == bytes[first] }
  }

  /// A quick look: whether a line behind the first has a dash and a pipe or a colon, and nothing but marks in front.
  private func mayHoldDelimiterRow(_ node: Node) -> Bool {
    for number in node.line..<min(node.endLine, Int32(truncatingIfNeeded: lineStarts.count)) {
      let start = Int(lineStarts[Int(number)])
      let end = Int(number) + 1 < lineStarts.count ? Int(lineStarts[Int(number) + 1]) : bytes.count
      var index = start
      while index < end, bytes[index] <= 0x20 || bytes[index] == UInt8(ascii: ">") { index += 1 }
      guard index < end else { continue }
      switch bytes[index] {
      case UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: "-"): return true
      default: continue
      }
    }
    return false
  }

  private mutating func collect(
    _ paragraph: Int32, _ alignments: [TableSyntax.Alignment], _ lines: [ParagraphLines.Line], delimiter: Int,
    in tree: Tree
  ) {
    let firstLine = tree[paragraph].line
    var table = Found(paragraph: paragraph, alignments: alignments, header: firstLine + Int32(delimiter) - 1)
    if delimiter > 1 {
      table.hasTextBefore = true
      addText(lines[..<(delimiter - 1)])
    }
    addRow(lines[delimiter - 1].range, line: table.header, to: &table)
    var index = delimiter + 1
    while index < lines.count, !endsTable(lines[index]) {
      addRow(lines[index].range, line: firstLine + Int32(index), to: &table)
      index += 1
    }
    if index < lines.count {
      table.hasTextAfter = true
      addText(lines[index...])
    }
    found.append(table)
  }

  /// Whether a line that continues a paragraph could not continue a table: paragraphs are harder to interrupt
  /// (CommonMark, sections 4.1, 4.3, 4.4 and 5.2).
  private func endsTable(_ line: ParagraphLines.Line) -> Bool {
    if line.isLazy || line.indent >= 4 { return true }
    let text = TableSyntax.trimmed(bytes, line.range)
    guard let first = text.first.map({ bytes[$0] }) else { return true }
    // A lone pipe is a row without a cell, which is none.
    if text.count == 1, first == UInt8(ascii: "|") { return true }
    switch first {
    case UInt8(ascii: "-"):
      return text.count == 1 || text.count > 2 && text.allSatisfy { bytes[$0] == UInt8(ascii: "-") }
    case UInt8(ascii: "*"), UInt8(ascii: "+"): return text.count == 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let digits = text.prefix { bytes[$0] >= UInt8(ascii: "0") && bytes[$0] <= UInt8(ascii: "9") }
      let after = text.lowerBound + digits.count
      guard digits.count < 10, after < text.upperBound else { return false }
      guard bytes[after] == UInt8(ascii: ".") || bytes[after] == UInt8(ascii: ")") else { return false }
      return after + 1 == text.upperBound || bytes[after + 1] == 0x20 || bytes[after + 1] == 0x09
    default: return false
    }
  }

  private mutating func addRow(_ row: Range<Int>, line: Int32, to table: inout Found) {
    let cells = TableSyntax.cells(bytes, row).prefix(table.alignments.count)
    for cell in cells {
      // The closing sequence keeps number signs at the cell's end from being taken for one.
      aside.append(contentsOf: "# ".utf8)
      aside.append(contentsOf: TableSyntax.unescaped(bytes, cell))
      aside.append(contentsOf: " #\n".utf8)
    }
    table.rows.append((line, cells.count))
  }

  /// Paragraph lines as a block of their own, ended by an empty heading.
  private mutating func addText(_ lines: ArraySlice<ParagraphLines.Line>) {
    for line in lines {
      if line.range.lowerBound != lines.first?.range.lowerBound || line.indent >= 4 {
        aside.append(contentsOf: repeatElement(0x20, count: line.indent))
      }
      aside.append(contentsOf: bytes[line.range])
      aside.append(0x0A)
    }
    aside.append(contentsOf: "\n#\n".utf8)
  }

  // MARK: - Building

  private mutating func build(in tree: inout Tree) {
    let asideLines = aside.reduce(into: 0) { $0 += $1 == 0x0A ? 1 : 0 }
    if hasDefinitions {
      aside.append(0x0A)
      aside.append(contentsOf: bytes)
    }
    var parsed = CommonMarkReader.read(aside)
    parsed.removeBlocks(behindLine: asideLines)
    let offset = Int32(truncatingIfNeeded: tree.nodes.count)
    tree.adopt(parsed)
    var piece = tree[offset].first
    for table in found { place(table, from: &piece, in: &tree) }
  }

  private func place(_ table: Found, from piece: inout Int32, in tree: inout Tree) {
    let parent = tree[table.paragraph].parent
    var previous = tree.previous(of: table.paragraph)
    tree.remove(table.paragraph, after: previous)
    if table.hasTextBefore {
      moveText(from: &piece, into: parent, after: &previous, lines: tree[table.paragraph], in: &tree)
    }
    let node = tree.make(.table)
    tree[node].line = table.header
    tree[node].endLine = table.rows.last?.line ?? table.header
    for (index, row) in table.rows.enumerated() {
      let rowNode = tree.make(.tableRow)
      tree[rowNode].flag = index == 0
      tree.append(rowNode, to: node)
      for column in table.alignments.indices {
        let cell = tree.make(.tableCell)
        tree[cell].number = table.alignments[column].rawValue
        tree[cell].flag = index == 0
        tree[cell].line = row.line
        tree[cell].endLine = row.line
        tree.append(cell, to: rowNode)
        if column < row.cells {
          tree.moveChildren(of: piece, to: cell)
          piece = tree[piece].next
        }
      }
    }
    tree.insert(node, into: parent, after: previous)
    previous = node
    if table.hasTextAfter {
      moveText(from: &piece, into: parent, after: &previous, lines: tree[table.paragraph], in: &tree)
    }
  }

  /// Moves blocks up to the next empty heading; their inlines are looked for in the lines of the whole paragraph.
  private func moveText(
    from piece: inout Int32, into parent: Int32, after previous: inout Int32, lines: Node, in tree: inout Tree
  ) {
    while piece != Node.none, tree[piece].kind != .heading || tree[piece].first != Node.none {
      let next = tree[piece].next
      tree.setLines(of: piece, first: lines.line, last: lines.endLine)
      tree.insert(piece, into: parent, after: previous)
      previous = piece
      piece = next
    }
    if piece != Node.none { piece = tree[piece].next }
  }
}
