/// Finds where a block of Lua ends, for OpenResty's `*_by_lua_block`.
enum LuaBlock {
  /// The offset of the `}` that closes the block whose first inner byte is at `start`; nil when there is none.
  ///
  /// Braces inside strings, long brackets and comments do not count (Lua 5.1 manual, section 2.1).
  static func end(in bytes: [UInt8], from start: Int) -> Int? {
    var depth = 0
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"):
        depth += 1
      case UInt8(ascii: "}"):
        if depth == 0 { return index }
        depth -= 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        index = endOfString(bytes, index)
      case UInt8(ascii: "-") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "-"):
        if let end = endOfLongBracket(bytes, index + 2) {
          index = end
        } else {
          while index < bytes.count, bytes[index] != 0x0A { index += 1 }
        }
      case UInt8(ascii: "["):
        if let end = endOfLongBracket(bytes, index) { index = end }
      default: break
      }
      index += 1
    }
    return nil
  }

  /// The offset of the closing mark, or the end of the line when the string has none.
  private static func endOfString(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != bytes[start], bytes[index] != 0x0A {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index
  }

  /// The last byte of `[[ … ]]` or `[=[ … ]=]`; nil when no such bracket opens at `start`.
  private static func endOfLongBracket(_ bytes: [UInt8], _ start: Int) -> Int? {
    var index = start
    guard index < bytes.count, bytes[index] == UInt8(ascii: "[") else { return nil }
    index += 1
    var level = 0
    while index < bytes.count, bytes[index] == UInt8(ascii: "=") { (level, index) = (level + 1, index + 1) }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "[") else { return nil }
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "]") {
        var close = index + 1
        while close < bytes.count, close - index - 1 < level, bytes[close] == UInt8(ascii: "=") { close += 1 }
        if close - index - 1 == level, close < bytes.count, bytes[close] == UInt8(ascii: "]") { return close }
      }
      index += 1
    }
    return bytes.count
  }
}
