import Diagnostics

/// Code blocks side by side, of which a reader sees one: consecutive fences with `tab="name"` behind the language.
struct TabGroup {
  struct Tab {
    let block: Int32
    let name: String
  }

  var tabs: [Tab]

  /// Puts each run of such code blocks into a node of its own; the node's number is the index of its group.
  static func read(_ tree: inout Tree, map: BodyMap, into report: inout Report) -> [TabGroup] {
    var groups: [TabGroup] = []
    for index in tree.nodes.indices where tree.nodes[index].kind == .codeBlock {
      let block = Int32(truncatingIfNeeded: index)
      guard let name = tabName(of: block, in: tree, map: map, into: &report) else { continue }
      let parent = tree[block].parent
      let previous = tree[block].previous
      if previous != Node.none, tree[previous].kind == .tabGroup {
        let group = Int(tree[previous].number)
        if let twin = groups[group].tabs.first(where: { $0.name == name }) {
          report.add(duplicate(name, block, twin.block, in: tree, map: map))
        }
        tree.remove(block)
        tree.append(block, to: previous)
        groups[group].tabs.append(Tab(block: block, name: name))
      } else {
        let node = tree.make(.tabGroup)
        tree[node].number = Int32(truncatingIfNeeded: groups.count)
        tree[node].line = tree[block].line
        tree.remove(block)
        tree.insert(node, into: parent, after: previous)
        tree.append(block, to: node)
        groups.append(TabGroup(tabs: [Tab(block: block, name: name)]))
      }
    }
    return groups
  }

  private static func tabName(
    of block: Int32, in tree: Tree, map: BodyMap, into report: inout Report
  ) -> String? {
    let info = tree.bytes[tree.targets[Int(tree[block].number)].url]
    guard let attribute = InfoString(info).tab else { return nil }
    if attribute.isEmpty {
      report.add(
        Diagnostic(
          "unnamed-tab", .error, "the tab has no name", at: map.place(ofLine: tree[block].line),
          notes: ["The code is shown without a tab."], help: "write the name in quotation marks: `tab=\"nginx\"`"))
      return nil
    }
    return attribute
  }

  private static func duplicate(
    _ name: String, _ block: Int32, _ twin: Int32, in tree: Tree, map: BodyMap
  ) -> Diagnostic {
    Diagnostic(
      "duplicate-tab", .error, "two tabs of one group are named `\(name)`", at: map.place(ofLine: tree[block].line),
      help: "give each tab a name of its own, or put a paragraph between the groups",
      related: [.init("the first one", at: map.place(ofLine: tree[twin].line))])
  }
}

/// What stands behind the opening marks of a fenced code block: the language, then attributes (CommonMark, section 4.5,
/// leaves the rest to us).
struct InfoString {
  /// The first word, as written.
  let language: String
  /// The value of `tab=`; empty if it has none, nil without the attribute.
  let tab: String?

  init(_ info: ArraySlice<UInt8>) {
    let first = info.prefix { $0 > 0x20 }
    let isAttribute = ["tab=", "title=", "mark="].contains { first.starts(with: $0.utf8) }
    language = isAttribute ? "" : String(decoding: first, as: UTF8.self)
    tab = Self.attribute("tab", in: info)
  }

  /// The value of an attribute; empty if it has none, nil without the attribute. Words in the quotation marks of another one
  /// are not looked at.
  static func attribute(_ name: String, in info: ArraySlice<UInt8>) -> String? {
    let name = Array(name.utf8)
    var quote: UInt8?
    var index = info.startIndex
    while index + name.count <= info.endIndex {
      let byte = info[index]
      if let open = quote {
        if byte == open { quote = nil }
        index += 1
        continue
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
      let isWordStart = index == info.startIndex || info[index - 1] <= 0x20
      let end = index + name.count
      if isWordStart, info[index..<end].elementsEqual(name),
        end == info.endIndex || info[end] == UInt8(ascii: "=") || info[end] <= 0x20
      {
        guard end < info.endIndex, info[end] == UInt8(ascii: "=") else { return "" }
        return value(info[(end + 1)...])
      }
      index += 1
    }
    return nil
  }

  private static func value(_ text: ArraySlice<UInt8>) -> String {
    guard let quote = text.first else { return "" }
    let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    let value = isQuoted ? text.dropFirst().prefix { $0 != quote } : text.prefix { $0 > 0x20 }
    return Renderer.trimmed(value)
  }
}
