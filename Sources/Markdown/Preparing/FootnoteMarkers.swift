/// Makes libcmark read footnote definitions as containers: `[^1]: text` becomes a list item whose content is indented by
/// four columns, which is what GitHub wants of a footnote's further paragraphs.
///
/// Left alone, libcmark would take `[^1]: word` for a link definition and the indented paragraphs for code.
struct FootnoteMarkers {
  struct Definition {
    /// Between `[^` and `]`.
    let label: String
  }

  /// By line, from 1.
  private(set) var definitions: [Int32: Definition] = [:]
  /// The text with list items in place of the definitions, line by line.
  private(set) var bytes: [UInt8] = []

  /// Returns nil if the text defines no footnote. Definitions in code and raw HTML are not definitions, so a text that
  /// might have one is parsed here to see where these are.
  init?(_ source: [UInt8], lineStarts: [Int32]) {
    var candidates: [(line: Int, open: Int, label: Range<Int>, content: Int)] = []
    for line in lineStarts.indices {
      let end = line + 1 < lineStarts.count ? Int(lineStarts[line + 1]) : source.count
      if let found = Self.marker(in: source, Int(lineStarts[line])..<end) {
        candidates.append((line, found.open, found.label, found.content))
      }
    }
    guard !candidates.isEmpty else { return nil }
    let verbatim = Self.verbatimLines(CommonMarkReader.read(source), count: lineStarts.count)
    candidates.removeAll { verbatim[$0.line] }
    guard !candidates.isEmpty else { return nil }

    let bullet = Self.unusedBullet(source, lineStarts)
    var copied = 0
    bytes.reserveCapacity(source.count)
    for candidate in candidates {
      bytes.append(contentsOf: source[copied..<candidate.open])
      bytes.append(bullet)
      let isEmpty = candidate.content >= source.count || source[candidate.content] < 0x20
      if !isEmpty { bytes.append(contentsOf: [0x20, 0x20, 0x20]) }
      copied = candidate.content
      definitions[Int32(truncatingIfNeeded: candidate.line + 1)] = Definition(
        label: String(decoding: source[candidate.label], as: UTF8.self))
    }
    bytes.append(contentsOf: source[copied...])
  }

  /// A definition's start in a line, behind quote marks and up to three spaces.
  private static func marker(
    in bytes: [UInt8], _ line: Range<Int>
  ) -> (open: Int, label: Range<Int>, content: Int)? {
    var open = line.lowerBound
    var spaces = 0
    while open < line.upperBound, bytes[open] == 0x20 || bytes[open] == UInt8(ascii: ">") {
      spaces = bytes[open] == 0x20 ? spaces + 1 : -1
      open += 1
    }
    guard spaces < 4, open + 1 < line.upperBound, bytes[open] == UInt8(ascii: "["),
      bytes[open + 1] == UInt8(ascii: "^"),
      let label = label(in: bytes, from: open, to: line.upperBound), label.upperBound + 1 < line.upperBound,
      bytes[label.upperBound + 1] == UInt8(ascii: ":")
    else { return nil }
    var content = label.upperBound + 2
    while content < line.upperBound, bytes[content] == 0x20 || bytes[content] == 0x09 { content += 1 }
    return (open, label, content)
  }

  /// The label of `[^label]` at `open`: no white space, no brackets, not empty.
  static func label(in bytes: [UInt8], from open: Int, to end: Int) -> Range<Int>? {
    guard open + 3 < end, bytes[open] == UInt8(ascii: "["), bytes[open + 1] == UInt8(ascii: "^") else { return nil }
    var index = open + 2
    while index < end, bytes[index] != UInt8(ascii: "]") {
      if bytes[index] <= 0x20 || bytes[index] == UInt8(ascii: "[") { return nil }
      index += 1
    }
    return index < end && index > open + 2 ? open + 2..<index : nil
  }

  private static func verbatimLines(_ tree: Tree, count: Int) -> [Bool] {
    var isVerbatim = [Bool](repeating: false, count: count)
    for node in tree.nodes where node.kind == .codeBlock || node.kind == .htmlBlock {
      for line in max(node.line, 1)...max(node.line, 1, node.endLine) where Int(line) <= count {
        isVerbatim[Int(line) - 1] = true
      }
    }
    return isVerbatim
  }

  /// A bullet that no list of the author's uses, so that no footnote joins one.
  private static func unusedBullet(_ bytes: [UInt8], _ lineStarts: [Int32]) -> UInt8 {
    var isUsed = [Bool](repeating: false, count: 256)
    for start in lineStarts {
      var index = Int(start)
      while index < bytes.count, bytes[index] == 0x20 || bytes[index] == UInt8(ascii: ">") { index += 1 }
      if index < bytes.count { isUsed[Int(bytes[index])] = true }
    }
    return "+*-".utf8.first { !isUsed[Int($0)] } ?? UInt8(ascii: "+")
  }
}
