internal import Escaping

/// Guards the parser's recursion, and ours, against a bomb.
enum YAMLNesting {
  /// Where nesting passes what any of our files needs; nil if it does not.
  static func excess(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var open = 0
    var dashes = 0
    var indent = 0
    var isIndent = true
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "["), UInt8(ascii: "{"): (open, isIndent) = (open + 1, false)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): (open, isIndent) = (max(0, open - 1), false)
      case 0x0A: (dashes, indent, isIndent) = (0, 0, true)
      case UInt8(ascii: " ") where isIndent: indent += 1
      case UInt8(ascii: "-") where isIndent, UInt8(ascii: "?") where isIndent:
        (dashes, indent) = (dashes + 1, indent + 1)
      default: isIndent = false
      }
      if open > 64 || dashes > 64 || indent > 400 { return index }
      index = isIndent ? index + 1 : next(in: bytes, from: index + 1)
    }
    return nil
  }

  /// The next bracket or line's end.
  @inline(__always)
  private static func next(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    EightBytes.skip(bytes, from: start) { eight in
      eight.marks(of: 0x0A) | eight.marks(of: UInt8(ascii: "[")) | eight.marks(of: UInt8(ascii: "]"))
        | eight.marks(of: UInt8(ascii: "{")) | eight.marks(of: UInt8(ascii: "}"))
    }
  }
}
