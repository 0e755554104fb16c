/// Keeps backslash escapes visible through libcmark, for the bytes that only our own passes give a meaning to.
///
/// libcmark hands out text with its escapes gone, so `\~` and `~` would look alike to the pass that looks for
/// strikethrough. Before parsing, the escaped byte is replaced by a rare punctuation mark that the backslash then stays
/// in front of; after our passes, `restore` turns the pair back: into the byte where escapes work, into backslash and
/// byte where they do not (code, raw HTML, autolinks; CommonMark, section 2.4).
enum EscapeGuard {
  /// The stand-ins are U+2E00 to U+2E0A (E2 B8 80 to 8A), punctuation like the bytes they stand for, so that emphasis
  /// next to them comes out the same.
  private static let escaped: [UInt8] = Array("~[]^!:@.|".utf8)

  static func kind(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "~"): 0
    case UInt8(ascii: "["): 1
    case UInt8(ascii: "]"): 2
    case UInt8(ascii: "^"): 3
    case UInt8(ascii: "!"): 4
    case UInt8(ascii: ":"): 5
    case UInt8(ascii: "@"): 6
    case UInt8(ascii: "."): 7
    default: nil
    }
  }

  /// `bytes` with the stand-ins in place; nil if there is nothing to do, or if the text already holds a stand-in behind
  /// a backslash.
  static func protect(_ bytes: [UInt8]) -> [UInt8]? {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 64)
    var copied = 0
    var index = 0
    while index + 1 < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      if standIn(in: bytes, at: index + 1) != nil { return nil }
      if let kind = kind(of: bytes[index + 1]) {
        output.append(contentsOf: bytes[copied...index])
        output.append(contentsOf: [0xE2, 0xB8, 0x80 + kind])
        copied = index + 2
      }
      index += 2
    }
    guard copied > 0 else { return nil }
    output.append(contentsOf: bytes[copied...])
    return output
  }

  /// Undoes `protect` in every text and target of the tree.
  static func restore(_ tree: inout Tree) {
    for index in tree.nodes.indices {
      switch tree.nodes[index].kind {
      case .text:
        let inAutolink = isAutolinkText(index, in: tree)
        tree.nodes[index].text = restored(tree.nodes[index].text, keepingBackslash: inAutolink, in: &tree)
      case .code, .codeBlock, .htmlInline, .htmlBlock:
        tree.nodes[index].text = restored(tree.nodes[index].text, keepingBackslash: true, in: &tree)
        if tree.nodes[index].kind == .codeBlock { restoreTarget(of: index, isAutolink: false, in: &tree) }
      case .link, .image:
        // Known before the text inside is restored, and needed for it.
        tree.nodes[index].flag =
          tree.nodes[index].kind == .link && tree.isAutolink(Int32(truncatingIfNeeded: index))
        restoreTarget(of: index, isAutolink: tree.nodes[index].flag, in: &tree)
      default: break
      }
    }
  }

  private static func isAutolinkText(_ index: Int, in tree: Tree) -> Bool {
    let parent = tree.nodes[index].parent
    return parent != Node.none && tree[parent].kind == .link && tree[parent].flag
  }

  private static func restoreTarget(of index: Int, isAutolink: Bool, in tree: inout Tree) {
    let target = Int(tree.nodes[index].number)
    tree.targets[target].url = restored(tree.targets[target].url, keepingBackslash: isAutolink, in: &tree)
    tree.targets[target].title = restored(tree.targets[target].title, keepingBackslash: isAutolink, in: &tree)
  }

  private static func restored(_ range: Range<Int>, keepingBackslash: Bool, in tree: inout Tree) -> Range<Int> {
    guard let text = unprotected(tree.bytes, range, keepingBackslash: keepingBackslash) else { return range }
    return tree.add(text)
  }

  /// The bytes of a range with the stand-ins undone; nil if it has none.
  static func unprotected(_ bytes: [UInt8], _ range: Range<Int>, keepingBackslash: Bool) -> [UInt8]? {
    var output: [UInt8] = []
    var copied = range.lowerBound
    var index = copied
    while index + 3 < range.upperBound {
      guard bytes[index] == UInt8(ascii: "\\"), let kind = standIn(in: bytes, at: index + 1) else {
        index += 1
        continue
      }
      output.append(contentsOf: bytes[copied..<(keepingBackslash ? index + 1 : index)])
      output.append(escaped[kind])
      index += 4
      copied = index
    }
    guard copied > range.lowerBound else { return nil }
    output.append(contentsOf: bytes[copied..<range.upperBound])
    return output
  }

  private static func standIn(in bytes: [UInt8], at index: Int) -> Int? {
    guard index + 2 < bytes.count, bytes[index] == 0xE2, bytes[index + 1] == 0xB8 else { return nil }
    let kind = Int(bytes[index + 2]) - 0x80
    return kind >= 0 && kind < escaped.count ? kind : nil
  }
}
