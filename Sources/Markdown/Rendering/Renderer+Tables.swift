extension Renderer {
  /// The markup is cmark-gfm's, but for the alignment, which is a class: a `style` attribute would need a weaker
  /// content security policy, and the `align` attribute is obsolete (WHATWG HTML, section 16.2).
  mutating func enterTable(_ node: Int32, _ kind: Node.Kind) {
    startLine()
    switch kind {
    case .table:
      if isFriendly {
        // Focusable, so that a table wider than the screen can be scrolled with the keyboard (WCAG 2.1.1); a group and
        // not a region, since landmarks of one page need different names.
        // Of many columns a narrow screen makes blocks, in which each cell has its column's name.
        put(
          "<div class=\"table\(columnCount(of: node) > 2 ? " stacked" : "")\" role=\"group\" tabindex=\"0\" aria-label=\""
        )
        putText(options.strings.table)
        put("\">\n")
      }
      put("<table>\n")
      columns = ([], 0, 0)
    case .tableRow:
      columns.next = 0
      if tree[node].flag {
        put("<thead>\n")
      } else if node == secondRow(of: tree[node].parent) {
        put("<tbody>\n")
      }
      put("<tr>\n")
    default:
      map.enterBlock(tree[node].line, tree[node].endLine)
      put(tree[node].flag ? "<th" : "<td")
      switch TableSyntax.Alignment(rawValue: tree[node].number) {
      case .left: put(" class=\"left\"")
      case .center: put(" class=\"center\"")
      case .right: put(" class=\"right\"")
      default: break
      }
      if isFriendly, !tree[node].flag { putLabel(of: node) }
      put(tree[node].flag && isFriendly ? " scope=\"col\">" : ">")
      columns.textStart = plain.count
    }
  }

  mutating func exitTable(_ node: Int32, _ kind: Node.Kind) {
    switch kind {
    case .table:
      put("</table>\n")
      if isFriendly { put("</div>\n") }
    case .tableRow:
      put("</tr>\n")
      if tree[node].flag {
        put("</thead>\n")
      } else if tree[node].next == Node.none {
        put("</tbody>\n")
      }
      plain.append(0x0A)
    default:
      put(tree[node].flag ? "</th>\n" : "</td>\n")
      if tree[node].flag {
        var name: [UInt8] = []
        HTMLBytes.appendText(Renderer.trimmed(plain[columns.textStart...]), to: &name)
        columns.names.append(name)
      }
      columns.next += 1
      plain.append(0x20)
    }
  }

  /// The first cell heads the block, and needs no name.
  private mutating func putLabel(of cell: Int32) {
    guard columns.names.count > 2, columns.next > 0, columns.names.indices.contains(columns.next),
      !columns.names[columns.next].isEmpty
    else { return }
    put(" data-label=\"")
    output.append(contentsOf: columns.names[columns.next])
    put("\"")
  }

  private func columnCount(of table: Int32) -> Int {
    var count = 0
    var cell = tree[tree[table].first].first
    while cell != Node.none {
      count += 1
      cell = tree[cell].next
    }
    return count
  }

  private func secondRow(of table: Int32) -> Int32 {
    tree[tree[table].first].next
  }
}
