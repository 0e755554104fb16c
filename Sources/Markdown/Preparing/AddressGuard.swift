/// Keeps libcmark from reading emphasis into addresses without brackets, such as `https://example.com/__init__.py`.
///
/// In GFM such an address is one piece before emphasis is looked for; libcmark does not know it. Its `*`, `_` and `~` are
/// replaced by noncharacters for the parse, and put back by `restore` in text, code and destinations alike.
enum AddressGuard {
  /// The stand-ins are U+FDD0 to U+FDD2 (EF B7 90 to 92), which no text may hold (Unicode, section 23.7).
  private static let guarded: [UInt8] = Array("*_~".utf8)

  /// `bytes` with the stand-ins in place; nil if there is nothing to do, or if the text holds such noncharacters.
  static func protect(_ bytes: [UInt8], scan: ByteScan) -> [UInt8]? {
    if scan.hasNoncharacter { return nil }
    var output: [UInt8] = []
    var copied = 0
    var passed = 0
    for address in scan.addresses where Int(address) >= passed {
      guard let start = addressStart(bytes, Int(address)) else { continue }
      let end = addressEnd(bytes, start)
      for at in start..<end {
        guard let kind = guarded.firstIndex(of: bytes[at]) else { continue }
        output.append(contentsOf: bytes[copied..<at])
        output.append(contentsOf: [0xEF, 0xB7, 0x90 + UInt8(kind)])
        copied = at + 1
      }
      passed = end
    }
    guard copied > 0 else { return nil }
    output.append(contentsOf: bytes[copied...])
    return output
  }

  static func restore(_ tree: inout Tree) {
    for index in tree.nodes.indices { tree.nodes[index].text = restored(tree.nodes[index].text, in: &tree) }
    for index in tree.targets.indices {
      tree.targets[index].url = restored(tree.targets[index].url, in: &tree)
      tree.targets[index].title = restored(tree.targets[index].title, in: &tree)
    }
  }

  /// The byte behind `://`, or the first of `www.`; nil if no address with a domain is at that colon or dot.
  private static func addressStart(_ bytes: [UInt8], _ index: Int) -> Int? {
    if bytes[index] == UInt8(ascii: ":") {
      guard Address.hasScheme(bytes, in: 0..<bytes.count, colon: index) else { return nil }
      return Address.domainEnd(bytes, index + 3..<bytes.count, needsDot: false).map { _ in index + 3 }
    }
    let start = index - 3
    guard start >= 0, bytes[start...index].elementsEqual("www.".utf8),
      start == 0 || Address.allowsWeb(behind: bytes[start - 1])
    else { return nil }
    return Address.domainEnd(bytes, start..<bytes.count, needsDot: true).map { _ in start }
  }

  /// Where an address certainly ends, its trailing punctuation left out.
  private static func addressEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    var depth = 0
    var end = start
    scan: while end < bytes.count {
      switch bytes[end] {
      case 0...0x20, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: "|"), UInt8(ascii: "\\"):
        break scan
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth < 0 { break scan }
      default: break
      }
      end += 1
    }
    return Address.trimmedEnd(bytes, start..<end)
  }

  private static func restored(_ range: Range<Int>, in tree: inout Tree) -> Range<Int> {
    var output: [UInt8] = []
    var copied = range.lowerBound
    var index = copied
    while index + 2 < range.upperBound {
      guard tree.bytes[index] == 0xEF, let kind = standIn(in: tree.bytes, at: index) else {
        index += 1
        continue
      }
      output.append(contentsOf: tree.bytes[copied..<index])
      output.append(guarded[kind])
      index += 3
      copied = index
    }
    guard copied > range.lowerBound else { return range }
    output.append(contentsOf: tree.bytes[copied..<range.upperBound])
    return tree.add(output)
  }

  private static func standIn(in bytes: [UInt8], at index: Int) -> Int? {
    guard index + 2 < bytes.count, bytes[index + 1] == 0xB7 else { return nil }
    let kind = Int(bytes[index + 2]) - 0x90
    return kind >= 0 && kind < guarded.count ? kind : nil
  }
}
