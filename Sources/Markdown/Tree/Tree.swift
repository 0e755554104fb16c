/// A parsed text, owned by Swift: nodes in one array, their literal text in another. Node 0 is the document.
///
/// Links between nodes are indices, so that no depth of nesting needs recursion, neither to walk nor to free.
struct Tree {
  var nodes: [Node] = []
  var bytes: [UInt8] = []
  var targets: [Target] = []

  /// Where a link or an image leads, or a code block's info string, as ranges of `bytes`.
  struct Target {
    var url: Range<Int>
    var title: Range<Int>
  }

  static let root: Int32 = 0

  subscript(index: Int32) -> Node {
    get { nodes[Int(index)] }
    set { nodes[Int(index)] = newValue }
  }

  /// Adds a node without a place in the tree yet.
  mutating func make(_ kind: Node.Kind) -> Int32 {
    nodes.append(Node(kind))
    return Int32(truncatingIfNeeded: nodes.count - 1)
  }

  mutating func makeText(_ range: Range<Int>) -> Int32 {
    let index = make(.text)
    nodes[Int(index)].text = range
    return index
  }

  /// Appends literal text and says where it is.
  mutating func add(_ text: some Collection<UInt8>) -> Range<Int> {
    let start = bytes.count
    bytes.append(contentsOf: text)
    return start..<bytes.count
  }

  mutating func append(_ child: Int32, to parent: Int32) {
    insert(child, into: parent, after: self[parent].last)
  }

  /// Puts `child` behind `previous`, or at the front if there is no previous.
  mutating func insert(_ child: Int32, into parent: Int32, after previous: Int32) {
    let next = previous == Node.none ? nodes[Int(parent)].first : nodes[Int(previous)].next
    nodes[Int(child)].parent = parent
    nodes[Int(child)].previous = previous
    nodes[Int(child)].next = next
    if previous == Node.none { nodes[Int(parent)].first = child } else { nodes[Int(previous)].next = child }
    if next == Node.none { nodes[Int(parent)].last = child } else { nodes[Int(next)].previous = child }
  }

  /// Takes `child` out of its parent; it keeps its own children.
  mutating func remove(_ child: Int32) {
    let node = self[child]
    if node.previous == Node.none { self[node.parent].first = node.next } else { self[node.previous].next = node.next }
    if node.next == Node.none {
      self[node.parent].last = node.previous
    } else {
      self[node.next].previous = node.previous
    }
    self[child].parent = Node.none
    self[child].previous = Node.none
    self[child].next = Node.none
  }

  /// Gives all of `parent`'s children to `other`, behind its own.
  mutating func moveChildren(of parent: Int32, to other: Int32) {
    var child = self[parent].first
    self[parent].first = Node.none
    self[parent].last = Node.none
    while child != Node.none {
      let next = self[child].next
      append(child, to: other)
      child = next
    }
  }

  /// The node after `index` in document order within `top`, its children left out if `skippingChildren`.
  func following(_ index: Int32, within top: Int32, skippingChildren: Bool = false) -> Int32 {
    if !skippingChildren, self[index].first != Node.none { return self[index].first }
    var index = index
    while index != top {
      if self[index].next != Node.none { return self[index].next }
      index = self[index].parent
    }
    return Node.none
  }
}

extension Tree {
  /// Whether a link's text is its own address, as in `<https://example.com>` or `<me@example.com>`.
  func isAutolink(_ link: Int32) -> Bool {
    let node = self[link]
    if node.flag { return true }
    guard node.first != Node.none, node.first == node.last, self[node.first].kind == .text else { return false }
    let target = targets[Int(node.number)]
    guard target.title.isEmpty else { return false }
    let url = bytes[target.url]
    let text = bytes[self[node.first].text]
    if text.count == url.count { return text.elementsEqual(url) }
    return url.starts(with: "mailto:".utf8) && text.elementsEqual(url.dropFirst(7))
  }
}

extension Tree {
  /// Takes over all nodes of another tree; its document becomes a node without a parent.
  mutating func adopt(_ other: Tree) {
    let nodeOffset = Int32(truncatingIfNeeded: nodes.count)
    let byteOffset = bytes.count
    let targetOffset = Int32(truncatingIfNeeded: targets.count)
    func moved(_ index: Int32) -> Int32 { index == Node.none ? index : index + nodeOffset }
    func moved(_ range: Range<Int>) -> Range<Int> { range.lowerBound + byteOffset..<range.upperBound + byteOffset }
    bytes.append(contentsOf: other.bytes)
    targets.append(contentsOf: other.targets.map { .init(url: moved($0.url), title: moved($0.title)) })
    nodes.reserveCapacity(nodes.count + other.nodes.count)
    for var node in other.nodes {
      node.parent = moved(node.parent)
      node.first = moved(node.first)
      node.last = moved(node.last)
      node.next = moved(node.next)
      node.previous = moved(node.previous)
      node.text = moved(node.text)
      switch node.kind {
      case .link, .image, .codeBlock: node.number += targetOffset
      default: break
      }
      nodes.append(node)
    }
  }

  /// Drops the document's blocks that start behind a line; for a tree as it was parsed, whose nodes are still in
  /// document order.
  mutating func removeBlocks(behindLine line: Int) {
    var previous = Node.none
    var block = self[Tree.root].first
    while block != Node.none, self[block].line <= line {
      previous = block
      block = self[block].next
    }
    guard block != Node.none else { return }
    nodes.removeSubrange(Int(block)...)
    if previous == Node.none { self[Tree.root].first = Node.none } else { self[previous].next = Node.none }
    self[Tree.root].last = previous
  }

  /// Says that everything in `top` stands somewhere in these lines.
  mutating func setLines(of top: Int32, first: Int32, last: Int32) {
    var node = top
    while node != Node.none {
      if !self[node].kind.isInline { (self[node].line, self[node].endLine) = (first, last) }
      node = following(node, within: top)
    }
  }
}
