/// The difference between two texts in the form `diff -u` writes.
struct UnifiedDiff {
  fileprivate enum Line { case kept(ArraySlice<UInt8>), removed(ArraySlice<UInt8>), added(ArraySlice<UInt8>) }

  private static let context = 3
  private let lines: [Line]

  init(old: [UInt8], new: [UInt8]) {
    let before = Self.lines(old)
    let after = Self.lines(new)
    let difference = after.difference(from: before)
    var removed: Set<Int> = []
    var added: [Int: ArraySlice<UInt8>] = [:]
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, let line, _): added[offset] = line
      }
    }
    var lines: [Line] = []
    var i = 0
    var j = 0
    while i < before.count || j < after.count {
      if i < before.count, removed.contains(i) {
        lines.append(.removed(before[i]))
        i += 1
      } else if let line = added[j] {
        lines.append(.added(line))
        j += 1
      } else if i < before.count {
        lines.append(.kept(before[i]))
        i += 1
        j += 1
      } else {
        break
      }
    }
    self.lines = lines
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      lines.append(bytes[start...index])
      start = index + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }

  func text(name: String) -> String {
    var text = "--- \(name)\n+++ \(name)\n"
    var oldLine = 1
    var newLine = 1
    var index = 0
    while index < lines.count {
      guard let first = lines[index...].firstIndex(where: { !$0.isKept }) else { break }
      let start = max(index, first - Self.context)
      for line in lines[index..<start] where line.isKept { (oldLine, newLine) = (oldLine + 1, newLine + 1) }
      var end = first
      while let next = lines[min(end + 1, lines.count)...].firstIndex(where: { !$0.isKept }),
        next - end <= 2 * Self.context
      { end = next }
      let hunk = lines[start..<min(end + 1 + Self.context, lines.count)]
      let old = hunk.count { if case .added = $0 { false } else { true } }
      let new = hunk.count { if case .removed = $0 { false } else { true } }
      text += "@@ -\(old == 0 ? oldLine - 1 : oldLine),\(old) +\(new == 0 ? newLine - 1 : newLine),\(new) @@\n"
      for line in hunk { text += line.shown }
      (oldLine, newLine) = (oldLine + old, newLine + new)
      index = hunk.endIndex
    }
    return text
  }
}

extension UnifiedDiff.Line {
  fileprivate var isKept: Bool {
    if case .kept = self { true } else { false }
  }

  fileprivate var shown: String {
    let (mark, bytes): (String, ArraySlice<UInt8>) =
      switch self {
      case .kept(let bytes): (" ", bytes)
      case .removed(let bytes): ("-", bytes)
      case .added(let bytes): ("+", bytes)
      }
    let text = mark + String(decoding: bytes, as: UTF8.self)
    return bytes.last == 0x0A ? text : text + "\n\\ No newline at end of file\n"
  }
}
