/// `~text~` and `~~text~~` (GFM, section 6.5): runs of one or two tildes, flanking as emphasis is, paired from the inside
/// out with runs of the same length among the children of one node.
enum Strikethrough {
  private struct Run {
    let node: Int32
    let length: Int
    let canOpen: Bool
    let canClose: Bool
  }

  static func read(_ tree: inout Tree, below top: Int32) {
    var parents: [Int32] = []
    var node = top
    while node != Node.none {
      if tree[node].kind == .text, tree[node].parent != Node.none, parents.last != tree[node].parent,
        tree.bytes[tree[node].text].contains(UInt8(ascii: "~"))
      {
        parents.append(tree[node].parent)
      }
      node = tree.following(node, within: top)
    }
    for parent in Set(parents).sorted() { pair(parent, in: &tree) }
  }

  private static func pair(_ parent: Int32, in tree: inout Tree) {
    // An address is its own text; its tildes are no marks.
    if tree[parent].kind == .link, tree[parent].flag { return }
    var openers: [Run] = []
    for run in cutRuns(of: parent, in: &tree) {
      if run.canClose, let match = openers.lastIndex(where: { canPair($0, run) }) {
        let opener = openers[match]
        openers.removeSubrange(match...)
        if opener.length == run.length { wrap(from: opener.node, to: run.node, in: &tree) }
      } else if run.canOpen {
        openers.append(run)
      }
    }
  }

  /// The rule of three (CommonMark, section 6.2, rules 9 and 10), which cmark-gfm applies to tildes as well.
  private static func canPair(_ opener: Run, _ closer: Run) -> Bool {
    !((closer.canOpen || opener.canClose) && closer.length % 3 != 0 && (opener.length + closer.length) % 3 == 0)
  }

  /// Cuts the texts among a node's children so that each run of tildes that can mark something is a node of its own.
  private static func cutRuns(of parent: Int32, in tree: inout Tree) -> [Run] {
    var runs: [Run] = []
    var node = tree[parent].first
    var before: UInt32 = 0x20
    while node != Node.none {
      let next = tree[node].next
      if tree[node].kind == .text {
        cutRuns(in: node, before: before, after: firstScalar(of: next, in: tree), to: &runs, in: &tree)
      }
      before = lastScalar(of: node, in: tree)
      node = next
    }
    return runs
  }

  private static func cutRuns(
    in node: Int32, before: UInt32, after: UInt32, to runs: inout [Run], in tree: inout Tree
  ) {
    let text = tree[node].text
    let parent = tree[node].parent
    var current = node
    var index = text.lowerBound
    while index < text.upperBound {
      guard tree.bytes[index] == UInt8(ascii: "~") else {
        index += 1
        continue
      }
      var end = index
      while end < text.upperBound, tree.bytes[end] == UInt8(ascii: "~") { end += 1 }
      let left = index > text.lowerBound ? Scalars.before(index, in: tree.bytes) : before
      let right = end < text.upperBound ? Scalars.at(end, in: tree.bytes) : after
      let isLeft =
        !Scalars.isSpace(right)
        && (!Scalars.isPunctuation(right) || Scalars.isSpace(left) || Scalars.isPunctuation(left))
      let isRight =
        !Scalars.isSpace(left)
        && (!Scalars.isPunctuation(left) || Scalars.isSpace(right) || Scalars.isPunctuation(right))
      if end - index <= 2, isLeft || isRight {
        tree[current].text = tree[current].text.lowerBound..<index
        let mark = tree.makeText(index..<end)
        let rest = tree.makeText(end..<text.upperBound)
        tree.insert(mark, into: parent, after: current)
        tree.insert(rest, into: parent, after: mark)
        runs.append(Run(node: mark, length: end - index, canOpen: isLeft, canClose: isRight))
        current = rest
      }
      index = end
    }
  }

  /// Puts what stands between two marks into a node in the place of the first.
  private static func wrap(from opener: Int32, to closer: Int32, in tree: inout Tree) {
    tree[opener].kind = .strikethrough
    while tree[opener].next != closer {
      let child = tree[opener].next
      tree.remove(child)
      tree.append(child, to: opener)
    }
    tree.remove(closer)
  }

  private static func firstScalar(of node: Int32, in tree: Tree) -> UInt32 {
    guard node != Node.none else { return 0x20 }
    switch tree[node].kind {
    case .text: return tree[node].text.isEmpty ? 0x20 : Scalars.at(tree[node].text.lowerBound, in: tree.bytes)
    case .softBreak, .lineBreak: return 0x20
    default: return 0x2A
    }
  }

  private static func lastScalar(of node: Int32, in tree: Tree) -> UInt32 {
    switch tree[node].kind {
    case .text: tree[node].text.isEmpty ? 0x20 : Scalars.before(tree[node].text.upperBound, in: tree.bytes)
    case .softBreak, .lineBreak: 0x20
    default: 0x2A
    }
  }
}

/// Scalars in UTF-8 as libcmark classes them (CommonMark, section 2.1).
enum Scalars {
  static func at(_ index: Int, in bytes: [UInt8]) -> UInt32 {
    if bytes[index] < 0x80 { return UInt32(bytes[index]) }
    let end = min(index + 4, bytes.count)
    return String(decoding: bytes[index..<end], as: UTF8.self).unicodeScalars.first?.value ?? 0xFFFD
  }

  static func before(_ index: Int, in bytes: [UInt8]) -> UInt32 {
    var start = index - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return at(start, in: bytes)
  }

  static func isSpace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09, 0x0A, 0x0C, 0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  static func isPunctuation(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: return true
    case 0..<0x80: return false
    default:
      switch Unicode.Scalar(scalar)?.properties.generalCategory {
      case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
        .finalPunctuation, .otherPunctuation:
        return true
      default: return false
      }
    }
  }
}
