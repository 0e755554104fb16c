/// The order of terms in every list of the index: that of UTF-16, in which JavaScript compares strings, worked out on UTF-8.
enum TermOrder {
  /// Whether one UTF-8 text comes before another.
  static func precedes<Text: RandomAccessCollection<UInt8>>(_ left: Text, _ right: Text) -> Bool
  where Text.Index == Int {
    var (i, j) = (left.startIndex, right.startIndex)
    while i < left.endIndex, j < right.endIndex {
      if left[i] != right[j] { return place(left[i]) < place(right[j]) }
      i += 1
      j += 1
    }
    return i == left.endIndex && j < right.endIndex
  }

  /// Where a character that begins with `byte` stands among others: UTF-16 has the characters beyond the basic plane before
  /// U+E000 (RFC 2781, 2.1).
  @inline(__always)
  static func place(_ byte: UInt8) -> UInt8 {
    if byte < 0xEE { return byte }
    return byte >= 0xF0 ? byte - 2 : byte + 5
  }
}
