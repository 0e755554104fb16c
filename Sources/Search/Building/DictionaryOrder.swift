/// Sorts terms in the order of UTF-16.
enum DictionaryOrder {
  private struct Key {
    /// The first eight bytes, the most significant first, each as its place in that order.
    let beginning: UInt64
    let number: Int32
  }

  /// The numbers of a pool's texts.
  static func order(_ pool: TermPool) -> [Int32] {
    pool.bytes.withUnsafeBufferPointer { bytes in
      var keys = (0..<pool.count).map { number in
        var beginning: UInt64 = 0
        let range = pool.range(number)
        for offset in 0..<8 {
          let index = range.lowerBound + offset
          beginning = beginning << 8 | (index < range.upperBound ? UInt64(place(bytes[index])) : 0)
        }
        return Key(beginning: beginning, number: Int32(number))
      }
      keys.sort { left, right in
        if left.beginning != right.beginning { return left.beginning < right.beginning }
        return precedes(bytes, pool.range(Int(left.number)), pool.range(Int(right.number)))
      }
      return keys.map(\.number)
    }
  }

  private static func precedes(_ bytes: UnsafeBufferPointer<UInt8>, _ left: Range<Int>, _ right: Range<Int>) -> Bool {
    let count = min(left.count, right.count)
    for offset in 0..<count {
      let (a, b) = (bytes[left.lowerBound + offset], bytes[right.lowerBound + offset])
      if a != b { return place(a) < place(b) }
    }
    return left.count < right.count
  }

  /// Where a character that begins with `byte` stands among others: UTF-16 has the characters beyond the basic plane before
  /// U+E000 (RFC 2781, 2.1).
  @inline(__always)
  private static func place(_ byte: UInt8) -> UInt8 {
    if byte < 0xEE { return byte }
    return byte >= 0xF0 ? byte - 2 : byte + 5
  }
}
