extension String {
  /// Whether it stands before `other` in the order of UTF-16, worked out from UTF-8: the two orders differ only in that
  /// UTF-16 has the characters beyond the basic plane before U+E000 (RFC 2781, 2.1).
  func precedesInUTF16(_ other: String) -> Bool {
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        let count = Swift.min(left.count, right.count)
        var index = 0
        while index < count, left[index] == right[index] { index += 1 }
        if index == count { return left.count < right.count }
        return Self.place(left[index]) < Self.place(right[index])
      }
    }
  }

  /// Where a character that begins with `byte` stands among others.
  private static func place(_ byte: UInt8) -> UInt8 {
    switch byte {
    case 0xF0...: byte - 2
    case 0xEE, 0xEF: byte + 5
    default: byte
    }
  }
}
