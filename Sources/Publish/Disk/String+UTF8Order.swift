extension String {
  /// Whether it stands before `other` in the order of their UTF-8, as paths are sorted.
  func precedesInUTF8(_ other: String) -> Bool {
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        let count = Swift.min(left.count, right.count)
        var index = 0
        while index < count, left[index] == right[index] { index += 1 }
        return index == count ? left.count < right.count : left[index] < right[index]
      }
    }
  }
}
