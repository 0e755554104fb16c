#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension String {
  /// Whether the bytes of the text come before those of another, the order of `LC_ALL=C sort`.
  func precedesInUTF8(_ other: String) -> Bool {
    let answer = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        guard let first = left.baseAddress, let second = right.baseAddress else { return left.count < right.count }
        let order = memcmp(first, second, min(left.count, right.count))
        return order != 0 ? order < 0 : left.count < right.count
      }
    }
    return answer.flatMap { $0 } ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}
