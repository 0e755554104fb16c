import Diagnostics

/// Turns a tree into HTML, and gathers on the way what else a text has: headings, links, sections.
///
/// The markup is libcmark's, byte for byte (`html.c`), wherever the tree is CommonMark's. Walks by the tree's own links:
/// no recursion and no stack.
struct Renderer {
  let tree: Tree
  let options: MarkdownOptions
  let footnotes: Footnotes
  let tabs: [TabGroup]
  var map: BodyMap
  var report = Report()

  var output: [UInt8] = []
  var slots: [LinkedHTML.Slot] = []
  var links: [MarkdownText.Link] = []
  var headings: [MarkdownText.Heading] = []
  /// The text without markup of all but code blocks; blocks are separated by line breaks.
  var plain: [UInt8] = []
  var code: [UInt8] = []
  var codeLanguages: [String] = []
  var knownLanguages: Set<String> = []
  /// Where `plain` and `code` stood before and behind each heading.
  var marks: [SectionMark] = []
  var ids = HeadingIDs()
  /// Links whose text is being written: index into `links`, start of the text in `plain`.
  var openLinks: [(link: Int, textStart: Int)] = []
  /// The image whose alternative text is being written.
  var image = Node.none
  var openHeading: (offset: Int, content: Int) = (0, 0)
  /// The names of the columns of the table that is being written, as markup, and which of them comes next.
  var columns: (names: [[UInt8]], next: Int, textStart: Int) = ([], 0, 0)
  var isFriendly: Bool { options.extensions.contains(.friendlyMarkup) }

  struct SectionMark {
    let plainStart: Int
    let plainEnd: Int
    let code: Int
  }

  mutating func render() -> MarkdownText {
    output.reserveCapacity(tree.bytes.count * 2)
    plain.reserveCapacity(tree.bytes.count + 64)
    render(Tree.root)
    if options.isOutline {
      var text = MarkdownText()
      text.headings = headings
      return text
    }
    let bodyEnd = output.count
    renderFootnotes()
    var html = LinkedHTML()
    // Just as large as it is: the texts of a whole site may be kept.
    html.bytes.reserveCapacity(output.count)
    html.bytes += output
    html.slots = slots
    html.bodyEnd = bodyEnd
    var text = MarkdownText(html: html, sections: sections())
    text.headings = headings
    text.links = links
    text.footnoteCount = footnotes.used.count
    text.tabGroupCount = tabs.count
    text.codeLanguages = codeLanguages
    return text
  }

  /// Writes a node with everything in it.
  mutating func render(_ top: Int32) {
    var node = top
    while true {
      if enter(node), tree[node].first != Node.none {
        node = tree[node].first
        continue
      }
      while true {
        exit(node)
        if node == top { return }
        let next = tree[node].next
        if next != Node.none {
          node = next
          break
        }
        node = tree[node].parent
      }
    }
  }

  /// Writes what stands before a node's children; false if it has none to be written.
  private mutating func enter(_ node: Int32) -> Bool {
    let kind = tree.nodes[Int(node)].kind
    return kind.isInline ? enterInline(node, kind) : enterBlock(node, kind)
  }

  private mutating func exit(_ node: Int32) {
    let kind = tree.nodes[Int(node)].kind
    if kind.isInline { exitInline(node, kind) } else { exitBlock(node, kind) }
  }

  mutating func put(_ markup: String) {
    output.append(contentsOf: markup.utf8)
  }

  mutating func putText(_ text: String) {
    HTMLBytes.appendText(text, to: &output)
  }

  /// Starts a new line unless one has just started.
  mutating func startLine() {
    if let last = output.last, last != 0x0A { output.append(0x0A) }
  }

  private func sections() -> [MarkdownText.Section] {
    var sections: [MarkdownText.Section] = []
    sections.reserveCapacity(marks.count + 1)
    for index in 0...marks.count {
      let start = index == 0 ? 0 : marks[index - 1].plainEnd
      let end = index == marks.count ? plain.count : marks[index].plainStart
      let codeStart = index == 0 ? 0 : marks[index - 1].code
      let codeEnd = index == marks.count ? code.count : marks[index].code
      sections.append(
        .init(
          heading: index == 0 ? nil : index - 1, text: Self.trimmed(plain[start..<end]),
          code: Self.trimmed(code[codeStart..<codeEnd])))
    }
    return sections
  }

  static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = bytes
    while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
