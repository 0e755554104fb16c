/// Puts the tables that were found in the place of their paragraphs.
extension Tables {
  mutating func build(in tree: inout Tree) {
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
    var previous = tree[table.paragraph].previous
    tree.remove(table.paragraph)
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
