extension String {
  /// Whether it stands before `other` in the order of their UTF-8, as paths are sorted.
  func precedesInUTF8(_ other: String) -> Bool {
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        left.lexicographicallyPrecedes(right)
      }
    }
  }
}
