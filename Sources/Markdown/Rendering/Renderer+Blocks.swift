import Diagnostics
internal import Escaping

extension Renderer {
  mutating func enterBlock(_ node: Int32, _ kind: Node.Kind) -> Bool {
    switch kind {
    case .paragraph:
      map.enterBlock(tree[node].line, tree[node].endLine)
      if !isTight(node) {
        startLine()
        put("<p>")
      }
    case .heading: enterHeading(node)
    case .quote:
      startLine()
      put("<blockquote>\n")
    case .list:
      startLine()
      let start = tree[node].number
      put(start < 0 ? "<ul>\n" : start == 1 ? "<ol>\n" : "<ol start=\"\(start)\">\n")
    case .item: enterItem(node)
    case .codeBlock: if !options.isOutline { renderCodeBlock(node) }
    case .htmlBlock: renderHTMLBlock(node)
    case .thematicBreak:
      startLine()
      put("<hr />\n")
    case .table, .tableRow, .tableCell: enterTable(node, kind)
    case .callout: enterCallout(node)
    case .tabGroup:
      if !options.isOutline { renderTabs(node) }
      return false
    default: break
    }
    return true
  }

  mutating func exitBlock(_ node: Int32, _ kind: Node.Kind) {
    switch kind {
    case .paragraph:
      if let reference = footnotes.backReferences[node] { putBackReferences(reference) }
      if !isTight(node) { put("</p>\n") }
      plain.append(0x0A)
    case .heading: exitHeading(node)
    case .quote:
      startLine()
      put("</blockquote>\n")
    case .list: put(tree[node].number < 0 ? "</ul>\n" : "</ol>\n")
    case .item: put("</li>\n")
    case .table, .tableRow, .tableCell: exitTable(node, kind)
    case .callout:
      startLine()
      put("</aside>\n")
    default: break
    }
  }

  /// A paragraph in a tight list goes without tags (CommonMark, section 5.3).
  private func isTight(_ paragraph: Int32) -> Bool {
    let item = tree[paragraph].parent
    guard item != Node.none, tree[item].parent != Node.none else { return false }
    let list = tree[tree[item].parent]
    return list.kind == .list && list.flag
  }

  private mutating func enterItem(_ node: Int32) {
    startLine()
    let task = tree[node].number
    guard task >= 0 else { return put("<li>") }
    put(isFriendly ? "<li class=\"task\">" : "<li>")
    put("<input type=\"checkbox\"\(task == 1 ? " checked=\"\"" : "") disabled=\"\"")
    if isFriendly {
      put(" aria-label=\"")
      putText(task == 1 ? options.strings.taskDone : options.strings.taskToDo)
      put("\"")
    }
    put(" /> ")
  }

  private mutating func renderHTMLBlock(_ node: Int32) {
    startLine()
    if options.rawHTML {
      output.append(contentsOf: tree.bytes[tree[node].text])
    } else {
      put("<!-- raw HTML omitted -->")
      reportRawHTML(tree.bytes[tree[node].text], at: map.place(ofLine: tree[node].line))
    }
    startLine()
  }

  /// A comment is meant to be unseen, and the end of an element needs no second warning.
  mutating func reportRawHTML(_ html: ArraySlice<UInt8>, at place: Place) {
    let html = html.drop { $0 <= 0x20 }
    guard !html.starts(with: "<!--".utf8), !html.starts(with: "</".utf8) else { return }
    report.add(
      Diagnostic(
        "raw-html", .warning, "raw HTML is left out", at: place,
        notes: ["The page shows the text around it, but neither this element nor what it would have done."],
        help: "write it in Markdown, put it into backticks to show it as code, or set `markdown: {rawHTML: true}` in "
          + "site.yaml"))
  }

  private mutating func enterHeading(_ node: Int32) {
    map.enterBlock(tree[node].line, tree[node].endLine)
    startLine()
    openHeading.offset = output.count
    marks.append(SectionMark(plainStart: plain.count, plainEnd: plain.count, code: code.count))
    put("<h\(tree[node].number)>")
    openHeading.content = output.count
  }

  /// The id comes from the text, which is known only here, so the start tag is written anew when there is one.
  private mutating func exitHeading(_ node: Int32) {
    let start = marks[marks.count - 1].plainStart
    let level = Int(tree[node].number)
    let text = plain[start...]
    let inline = InlineMarkup.withoutLinks(output[openHeading.content...])
    var id = ""
    if options.extensions.contains(.headingIDs) {
      id = ids.make(from: text)
      let insertion = " id=\"\(options.idPrefix)\(id)\""
      output.insert(contentsOf: insertion.utf8, at: openHeading.content - 1)
      for index in slots.indices.reversed() {
        guard slots[index].offset >= openHeading.content else { break }
        slots[index] = .init(
          offset: slots[index].offset + insertion.utf8.count, link: slots[index].link, url: slots[index].url)
      }
    }
    let plainText = String(decoding: text, as: UTF8.self)
    if options.headingAnchors, !id.isEmpty { putAnchor(to: id, reading: plainText) }
    put("</h\(level)>\n")
    headings.append(
      .init(
        level: level, id: id, text: plainText, inlineHTML: inline, place: map.place(ofLine: tree[node].line),
        htmlOffset: openHeading.offset, htmlEnd: output.count))
    plain.append(0x0A)
    marks[marks.count - 1] = SectionMark(plainStart: start, plainEnd: plain.count, code: code.count)
  }

  private mutating func putAnchor(to id: String, reading text: String) {
    put(" <a class=\"anchor\" href=\"#\(options.idPrefix)\(id)\" aria-label=\"")
    putText(options.strings.headingAnchor.substituting("{heading}", by: text))
    put("\">#</a>")
  }
}
