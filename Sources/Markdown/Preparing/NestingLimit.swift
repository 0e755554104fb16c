/// Finds the inputs for which libcmark 0.30 takes quadratic time although the text is short enough.
enum NestingLimit {
  /// More lists and quotes than anybody means to open in one line. Every blank line visits all open lists.
  static let markersPerLine = 100
  /// More opening brackets than anybody means to write without a blank line (`![[]()` repeated, CVE-2023-22486).
  static let bracketsPerBlock = 5_000

  enum Excess {
    /// With the number of the line, from 1.
    case nesting(Int)
    case brackets(Int)
  }

  static func firstExcess(in bytes: [UInt8], scan: ByteScan) -> Excess? {
    let lineStarts = scan.lineStarts
    var brackets = 0
    for line in lineStarts.indices {
      let start = Int(lineStarts[line])
      let end = line + 1 < lineStarts.count ? Int(lineStarts[line + 1]) : bytes.count
      if start < end, bytes[start] < 0x40, markers(bytes, start..<end) > markersPerLine { return .nesting(line + 1) }
      guard scan.openBrackets > bracketsPerBlock else { continue }
      if end - start <= 2, isBlank(bytes, start..<end) {
        brackets = 0
      } else {
        for index in start..<end where bytes[index] == UInt8(ascii: "[") { brackets += 1 }
        if brackets > bracketsPerBlock { return .brackets(line + 1) }
      }
    }
    return nil
  }

  private static func isBlank(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    range.allSatisfy { bytes[$0] <= 0x20 }
  }

  /// The number of container markers a line starts with; none for a thematic break such as `- - -`.
  private static func markers(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    var count = 0
    var isBreak = true
    for index in range {
      switch bytes[index] {
      case UInt8(ascii: "-"), UInt8(ascii: "*"): count += 1
      case UInt8(ascii: ">"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: ")"):
        count += 1
        isBreak = false
      case UInt8(ascii: "0")...UInt8(ascii: "9"): isBreak = false
      case 0x20, 0x09: break
      case 0x0A, 0x0D: return isBreak ? 0 : count
      default: return count
      }
    }
    return isBreak ? 0 : count
  }
}
