internal import Escaping

/// Turns addresses in running text into links (GFM, section 6.9).
enum BareLinks {
  static func read(_ tree: inout Tree, below top: Int32) {
    var node = top
    while node != Node.none {
      let kind = tree[node].kind
      // The pieces a text is cut into are looked at no more.
      let next = tree.following(node, within: top, skippingChildren: kind == .link || kind == .image)
      if kind == .text, node != top { cut(node, in: &tree) }
      node = next
    }
  }

  private static func cut(_ node: Int32, in tree: inout Tree) {
    let text = tree[node].text
    var found: [Address.Found] = []
    var index = text.lowerBound
    var floor = index
    while true {
      index = mark(in: tree.bytes, index..<text.upperBound)
      guard index < text.upperBound else { break }
      guard
        let address = Address.find(
          tree.bytes, in: floor..<text.upperBound, at: index,
          startsFreely: floor == text.lowerBound && startsFreely(node, in: tree)),
        address.range.lowerBound >= floor
      else {
        index += 1
        continue
      }
      found.append(address)
      floor = address.range.upperBound
      index = max(floor, index + 1)
    }
    if !found.isEmpty { replace(node, with: found, in: &tree) }
  }

  /// The first byte an address may be known by: a colon, the first `w` of `www.`, an `@`; the end if there is none.
  private static func mark(in bytes: [UInt8], _ range: Range<Int>) -> Int {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      let text = unsafe UnsafeBufferPointer(rebasing: bytes[..<range.upperBound])
      var index = range.lowerBound
      while true {
        index = unsafe EightBytes.skip(text, from: index) { eight in
          eight.marks(of: UInt8(ascii: ":")) | eight.marks(of: UInt8(ascii: "@")) | eight.marks(of: UInt8(ascii: "."))
        }
        guard index < range.upperBound else { return index }
        switch unsafe text[index] {
        case UInt8(ascii: ":"), UInt8(ascii: "@"): return index
        case UInt8(ascii: ".") where unsafe index - 3 >= range.lowerBound && text[index - 1] == UInt8(ascii: "w"):
          return index - 3
        default: index += 1
        }
      }
    }
  }

  /// Whether what stands in front of a text is white space or the mark of an emphasis.
  private static func startsFreely(_ node: Int32, in tree: Tree) -> Bool {
    let previous = tree[node].previous
    guard previous != Node.none else { return true }
    switch tree[previous].kind {
    case .softBreak, .lineBreak, .emphasis, .strong: return true
    default: return false
    }
  }

  private static func replace(_ node: Int32, with found: [Address.Found], in tree: inout Tree) {
    let parent = tree[node].parent
    let text = tree[node].text
    var previous = node
    tree[node].text = text.lowerBound..<found[0].range.lowerBound
    for (index, address) in found.enumerated() {
      let link = tree.make(.link)
      tree[link].flag = true
      tree[link].number = Int32(truncatingIfNeeded: tree.targets.count)
      let url =
        address.prefix.isEmpty
        ? address.range : tree.add(Array(address.prefix.utf8) + tree.bytes[address.range])
      tree.targets.append(.init(url: url, title: url.upperBound..<url.upperBound))
      tree.append(tree.makeText(address.range), to: link)
      tree.insert(link, into: parent, after: previous)
      let end = index + 1 < found.count ? found[index + 1].range.lowerBound : text.upperBound
      previous = link
      guard address.range.upperBound < end else { continue }
      let rest = tree.makeText(address.range.upperBound..<end)
      tree.insert(rest, into: parent, after: link)
      previous = rest
    }
  }
}
