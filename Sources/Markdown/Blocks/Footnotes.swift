import Diagnostics

/// The footnotes of a text: who refers to what, numbered by first reference.
struct Footnotes {
  /// A footnote that is referred to.
  struct Footnote {
    /// A node whose children are the footnote's blocks; not part of the document.
    let node: Int32
    var references: Int
  }

  struct Reference {
    /// The footnote's number, from 1.
    let number: Int
    /// The how-manyth reference to the same footnote this is, from 1.
    let occurrence: Int
  }

  struct BackReference {
    let number: Int
    let count: Int
  }

  struct Definition {
    let label: String
    let node: Int32
    let line: Int32
    /// 0 until somebody refers to it.
    var number = 0
  }

  /// In the order of the text.
  private(set) var definitions: [Definition] = []
  private(set) var used: [Footnote] = []
  private(set) var references: [Reference] = []
  /// By the paragraph that ends a footnote.
  private(set) var backReferences: [Int32: BackReference] = [:]
  private var undefinedCount = 0
  /// Index into `definitions` by label in lower case.
  private var byLabel: [String: Int] = [:]

  init() {}

  /// Takes the definitions out of the tree; `markers` knows the lines that libcmark read as list items in their place.
  init(from tree: inout Tree, markers: FootnoteMarkers, map: inout BodyMap, into report: inout Report) {
    for index in tree.nodes.indices where tree.nodes[index].kind == .item {
      let item = Int32(truncatingIfNeeded: index)
      guard let definition = markers.definitions[tree[item].line], isOutermost(item, in: tree) else { continue }
      let list = tree[item].parent
      tree.remove(item)
      if tree[list].first == Node.none { tree.remove(list) }
      tree[item].kind = .footnoteDefinition
      add(Definition(label: definition.label, node: item, line: tree[item].line), map: &map, into: &report)
    }
  }

  /// The first item on its line is the definition; another may be the footnote's own list.
  private func isOutermost(_ item: Int32, in tree: Tree) -> Bool {
    definitions.last?.line != tree[item].line
  }

  private mutating func add(_ definition: Definition, map: inout BodyMap, into report: inout Report) {
    let key = definition.label.lowercased()
    if let first = byLabel[key] {
      report.add(
        Diagnostic(
          "duplicate-footnote", .error, "the footnote `\(definition.label)` is defined twice",
          at: map.place(ofLine: definition.line), notes: ["The page shows the first definition only."],
          help: "give one of them another label",
          related: [.init("the first definition", at: map.place(ofLine: definitions[first].line))]))
      return
    }
    byLabel[key] = definitions.count
    definitions.append(definition)
  }

  /// Turns `[^label]` into references, in the text first and then in the footnotes as they are reached.
  mutating func readReferences(_ tree: inout Tree, map: inout BodyMap, into report: inout Report) {
    readReferences(below: Tree.root, &tree, map: &map, into: &report)
    var index = 0
    while index < used.count {
      readReferences(below: used[index].node, &tree, map: &map, into: &report)
      index += 1
    }
    for (index, footnote) in used.enumerated() {
      let last = tree[footnote.node].last
      guard last != Node.none, tree[last].kind == .paragraph else { continue }
      backReferences[last] = BackReference(number: index + 1, count: footnote.references)
    }
    for definition in definitions where definition.number == 0 {
      report.add(
        Diagnostic(
          "unused-footnote", .warning, "nothing refers to the footnote `\(definition.label)`",
          at: map.place(ofLine: definition.line), notes: ["The page does not show it."],
          help: "write `[^\(definition.label)]` where it belongs, or remove it"))
    }
  }

  private mutating func readReferences(
    below top: Int32, _ tree: inout Tree, map: inout BodyMap, into report: inout Report
  ) {
    var node = top
    while node != Node.none {
      let kind = tree[node].kind
      if kind == .paragraph || kind == .heading || kind == .tableCell {
        map.enterBlock(tree[node].line, tree[node].endLine)
      }
      // A reference is a link and cannot be part of one.
      let next = tree.following(node, within: top, skippingChildren: kind == .link || kind == .image)
      if kind == .text { cut(node, &tree, map: &map, into: &report) }
      node = next
    }
  }

  private mutating func cut(_ node: Int32, _ tree: inout Tree, map: inout BodyMap, into report: inout Report) {
    let text = tree[node].text
    let parent = tree[node].parent
    var current = node
    var index = text.lowerBound
    while index < text.upperBound {
      guard tree.bytes[index] == UInt8(ascii: "["),
        let range = FootnoteMarkers.label(in: tree.bytes, from: index, to: text.upperBound)
      else {
        index += 1
        continue
      }
      let end = range.upperBound + 1
      let label = String(decoding: tree.bytes[range], as: UTF8.self)
      if let definition = byLabel[label.lowercased()] {
        let reference = tree.make(.footnoteReference)
        tree[reference].number = Int32(truncatingIfNeeded: references.count)
        refer(to: definition)
        tree[current].text = tree[current].text.lowerBound..<index
        tree.insert(reference, into: parent, after: current)
        let rest = tree.makeText(end..<text.upperBound)
        tree.insert(rest, into: parent, after: reference)
        current = rest
      } else if !label.contains("\\") {
        report.add(undefined(label, at: map.findOrBlock(tree.bytes[index..<end])))
      }
      index = end
    }
  }

  private mutating func refer(to definition: Int) {
    if definitions[definition].number == 0 {
      used.append(Footnote(node: definitions[definition].node, references: 0))
      definitions[definition].number = used.count
    }
    let number = definitions[definition].number
    used[number - 1].references += 1
    references.append(Reference(number: number, occurrence: used[number - 1].references))
  }

  private mutating func undefined(_ label: String, at place: Place) -> Diagnostic {
    // Whose text is full of brackets needs no suggestion for each.
    undefinedCount += 1
    let nearest = undefinedCount > 20 ? nil : NearestName.of(label, among: definitions.prefix(200).map(\.label))
    return Diagnostic(
      "undefined-footnote", .error, "there is no footnote `\(label)`", at: place,
      notes: ["The page shows the brackets as they are."],
      help: nearest.map { "did you mean `[^\($0)]`?" }
        ?? "define it in a line of its own, `[^\(label)]: text`, or write `\\[^\(label)]` if brackets are meant")
  }
}
