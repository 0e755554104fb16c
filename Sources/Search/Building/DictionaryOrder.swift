/// Sorts terms as `TermOrder` says.
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
          beginning = beginning << 8 | (index < range.upperBound ? UInt64(TermOrder.place(bytes[index])) : 0)
        }
        return Key(beginning: beginning, number: Int32(number))
      }
      keys.sort { left, right in
        if left.beginning != right.beginning { return left.beginning < right.beginning }
        return TermOrder.precedes(bytes[pool.range(Int(left.number))], bytes[pool.range(Int(right.number))])
      }
      return keys.map(\.number)
    }
  }
}
