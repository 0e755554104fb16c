/// Finds the inputs for which libcmark 0.30 takes quadratic time although the text is short enough.
enum NestingLimit {
  /// More lists and quotes than anybody means to open in one line. Every blank line visits all open lists.
  static let markersPerLine = 32
  /// More opening brackets than anybody means to write without a blank line (`![[]()` repeated, CVE-2023-22486).
  static let bracketsPerBlock = 5_000

  /// More visits of open lists and quotes by blank lines than a build should wait for (about half a second).
  static let visits = 20_000_000

  enum Excess {
    /// With the number of the line, from 1.
    case nesting(Int)
    case brackets(Int)
  }

  static func firstExcess(in bytes: [UInt8], scan: ByteScan) -> Excess? {
    let lineStarts = scan.lineStarts
    var brackets = 0
    var blankLines = 0
    var deepest = (depth: 0, line: 0)
    for line in lineStarts.indices {
      let start = Int(lineStarts[line])
      let end = line + 1 < lineStarts.count ? Int(lineStarts[line + 1]) : bytes.count
      // A line that starts with a letter opens nothing.
      if start < end, bytes[start] < 0x40 {
        let opened = markers(bytes, start..<end)
        if opened.isBlank {
          blankLines += 1
          brackets = 0
        } else if opened.count > 0 {
          if opened.count > markersPerLine { return .nesting(line + 1) }
          let depth = opened.indent / 2 + opened.count
          if depth > deepest.depth { deepest = (depth, line + 1) }
        }
      }
      guard scan.openBrackets > bracketsPerBlock else { continue }
      for index in start..<end where bytes[index] == UInt8(ascii: "[") { brackets += 1 }
      if brackets > bracketsPerBlock { return .brackets(line + 1) }
    }
    return deepest.depth * blankLines > visits ? .nesting(deepest.line) : nil
  }

  /// The list and quote markers a line starts with, none for a thematic break such as `- - -`; the spaces in front of
  /// the first; whether there is nothing in the line.
  private static func markers(_ bytes: [UInt8], _ line: Range<Int>) -> (indent: Int, count: Int, isBlank: Bool) {
    var count = 0
    var indent = 0
    /// The only kind of marker so far: 0 for none, 1 for several.
    var kind: UInt8 = 0
    var index = line.lowerBound
    scan: while index < line.upperBound {
      var byte = bytes[index]
      switch byte {
      case 0x20, 0x09:
        if count == 0 { indent += 1 }
        index += 1
        continue
      case UInt8(ascii: ">"): break
      case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
        guard isSpace(bytes, index + 1, line.upperBound) else { return (indent, count, false) }
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        while index < line.upperBound, bytes[index] >= UInt8(ascii: "0"), bytes[index] <= UInt8(ascii: "9") {
          index += 1
        }
        guard index < line.upperBound, bytes[index] == UInt8(ascii: ".") || bytes[index] == UInt8(ascii: ")"),
          isSpace(bytes, index + 1, line.upperBound)
        else { return (indent, count, false) }
        byte = UInt8(ascii: "0")
      case 0x0A, 0x0D: break scan
      default: return (indent, count, false)
      }
      kind = kind == 0 || kind == byte ? byte : 1
      count += 1
      index += 1
    }
    let isBreak = kind == UInt8(ascii: "-") || kind == UInt8(ascii: "*")
    return (indent, isBreak ? 0 : count, count == 0)
  }

  private static func isSpace(_ bytes: [UInt8], _ index: Int, _ end: Int) -> Bool {
    index >= end || bytes[index] <= 0x20
  }
}
