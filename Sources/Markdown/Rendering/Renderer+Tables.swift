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
        put("<div class=\"table\" role=\"group\" tabindex=\"0\" aria-label=\"")
        putText(options.strings.table)
        put("\">\n")
      }
      put("<table>\n")
    case .tableRow:
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
      put(tree[node].flag && isFriendly ? " scope=\"col\">" : ">")
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
      plain.append(0x20)
    }
  }

  private func secondRow(of table: Int32) -> Int32 {
    tree[tree[table].first].next
  }
}
