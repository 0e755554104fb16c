import Diagnostics

/// Turns paragraphs that are tables into tables.
///
/// libcmark parses such a paragraph's inlines across cells, so they are thrown away: the cells are parsed again as the
/// headings of a document of their own, which is the one block that takes any line as inlines. If the text has link
/// definitions, it is put behind them, so that links in cells find theirs.
struct Tables {
  let bytes: [UInt8]
  let lineStarts: [Int32]
  let hasDefinitions: Bool
  /// The document of cells, and of the paragraph lines around tables.
  var aside: [UInt8] = []
  var found: [Found] = []
  private var broken: [Broken] = []

  /// A delimiter row that does not fit the row above it; GFM has no table then.
  fileprivate struct Broken {
    let line: Int32
    let headerCells: Int
    let columns: Int
  }

  struct Found {
    let paragraph: Int32
    let alignments: [TableSyntax.Alignment]
    let header: Int32
    /// For each row its line and how many of its cells are in the aside.
    var rows: [(line: Int32, cells: Int)] = []
    var hasTextBefore = false
    var hasTextAfter = false
  }

  /// Rewrites `tree`, the parse of `text`.
  static func read(_ tree: inout Tree, text: PreparedText, into report: inout Report) {
    var tables = Tables(
      bytes: text.bytes, lineStarts: text.lineStarts, hasDefinitions: text.scan.hasDefinition)
    var node = Tree.root
    while node != Node.none {
      let kind = tree[node].kind
      if kind == .paragraph || kind == .heading { tables.examine(node, in: tree) }
      node = tree.following(node, within: Tree.root, skippingChildren: kind.holdsInlines || kind == .codeBlock)
    }
    if !tables.found.isEmpty { tables.build(in: &tree) }
    for broken in tables.broken { report.add(broken.diagnostic(text.map)) }
  }

  private init(bytes: [UInt8], lineStarts: [Int32], hasDefinitions: Bool) {
    self.bytes = bytes
    self.lineStarts = lineStarts
    self.hasDefinitions = hasDefinitions
  }

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
      if header.count == alignments.count {
        collect(paragraph, alignments, lines, delimiter: index, in: tree)
      } else if bytes[lines[index].range].contains(UInt8(ascii: "|")) {
        let line = tree[paragraph].line + Int32(truncatingIfNeeded: index)
        broken.append(Broken(line: line, headerCells: header.count, columns: alignments.count))
      }
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
}

extension Tables.Broken {
  fileprivate func diagnostic(_ map: BodyMap) -> Diagnostic {
    Diagnostic(
      "broken-table", .warning, "the row of dashes has \(columns) columns, the header above it \(headerCells)",
      at: map.place(ofLine: line), notes: ["The page shows the lines as text, not as a table."],
      help: "give both the same number of cells; write `\\|` for a pipe inside a cell",
      related: [.init("the header", at: map.place(ofLine: line - 1))])
  }
}
