/// `- [ ] to do` and `- [x] done` (GFM, section 5.3).
enum TaskLists {
  static func read(_ tree: inout Tree) {
    for index in tree.nodes.indices where tree.nodes[index].kind == .item {
      let paragraph = tree.nodes[index].first
      guard paragraph != Node.none, tree[paragraph].kind == .paragraph, tree[paragraph].first != Node.none else {
        continue
      }
      let first = tree[paragraph].first
      let text = tree[first].text
      guard tree[first].kind == .text, text.count >= 4, tree.bytes[text.lowerBound] == UInt8(ascii: "["),
        tree.bytes[text.lowerBound + 2] == UInt8(ascii: "]"), tree.bytes[text.lowerBound + 3] <= 0x20
      else { continue }
      switch tree.bytes[text.lowerBound + 1] {
      case 0x20: tree.nodes[index].number = 0
      case UInt8(ascii: "x"), UInt8(ascii: "X"): tree.nodes[index].number = 1
      default: continue
      }
      var start = text.lowerBound + 4
      while start < text.upperBound, tree.bytes[start] <= 0x20 { start += 1 }
      tree[first].text = start..<text.upperBound
    }
  }
}
