internal import CSkim

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A view of bytes that somebody else keeps alive: a line, or a part of one. It must not outlive the call it was handed
/// to.
///
/// The one place of this target with unsafe pointers: the C library finds a byte or a text many times faster than a
/// loop over an array, and one unaligned load reads four bytes. Every position is checked against `count`.
struct Bytes {
  let base: UnsafePointer<UInt8>
  let count: Int

  init(_ base: UnsafePointer<UInt8>, count: Int) {
    self.base = base
    self.count = count
  }

  @inline(__always)
  subscript(index: Int) -> UInt8 {
    assert(index >= 0 && index < count)
    return base[index]
  }

  /// The part from `start` to before `end`, both clamped.
  @inline(__always)
  subscript(range: Range<Int>) -> Bytes {
    let start = min(max(range.lowerBound, 0), count)
    return Bytes(base + start, count: min(max(range.upperBound, start), count) - start)
  }

  func from(_ start: Int) -> Bytes { self[min(start, count)..<count] }

  /// Four bytes as one number, in the machine's order.
  @inline(__always)
  func gram(at index: Int) -> UInt32 {
    assert(index >= 0 && index + 4 <= count)
    return UnsafeRawPointer(base).loadUnaligned(fromByteOffset: index, as: UInt32.self)
  }

  /// Up to eight bytes as one number, the first lowest.
  @inline(__always)
  func gram(at index: Int, _ width: Int) -> UInt64 {
    assert(index >= 0 && index + width <= count)
    return interlude_gram(base, count, index, UInt32(truncatingIfNeeded: width))
  }

  @inline(__always)
  func word(at index: Int) -> UInt64 {
    assert(index >= 0 && index + 8 <= count)
    return UnsafeRawPointer(base).loadUnaligned(fromByteOffset: index, as: UInt64.self)
  }

  /// Where `byte` first stands at or after `start` and before `end`.
  @inline(__always)
  func firstIndex(of byte: UInt8, from start: Int = 0, to end: Int = .max) -> Int? {
    let end = min(end, count)
    guard start < end, let found = memchr(base + start, Int32(byte), end - start) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// Where the part `range` of `text` first stands at or after `start` and wholly before `end`.
  func firstIndex(of text: [UInt8], _ range: Range<Int>, from start: Int = 0, to end: Int = .max) -> Int? {
    let end = min(end, count)
    guard start >= 0, end - start >= range.count, !range.isEmpty else { return nil }
    var next = start
    while let found = firstIndex(of: text[range.lowerBound], from: next, to: end - range.count + 1) {
      if hasText(text, range, at: found) { return found }
      next = found + 1
    }
    return nil
  }

  func firstIndex(of text: StaticString, from start: Int = 0, to end: Int = .max) -> Int? {
    let end = min(end, count)
    let length = text.utf8CodeUnitCount
    guard length > 0, start >= 0, end - start >= length else { return nil }
    let first = text.utf8Start.pointee
    var next = start
    while let found = firstIndex(of: first, from: next, to: end - length + 1) {
      if memcmp(base + found, text.utf8Start, length) == 0 { return found }
      next = found + 1
    }
    return nil
  }

  /// Where the part `range` of `text` last stands wholly before `end` and not before `start`.
  func lastIndex(of text: [UInt8], _ range: Range<Int>, from start: Int, to end: Int) -> Int? {
    guard let first = text[range].first, start >= 0 else { return nil }
    var candidate = min(end, count) - range.count
    while candidate >= start {
      if base[candidate] == first, hasText(text, range, at: candidate) { return candidate }
      candidate -= 1
    }
    return nil
  }

  /// Whether the part `range` of `text` stands at `index`.
  @inline(__always)
  func hasText(_ text: [UInt8], _ range: Range<Int>, at index: Int) -> Bool {
    guard index >= 0, index + range.count <= count, range.upperBound <= text.count else { return false }
    return text.withUnsafeBufferPointer { text in
      text.baseAddress.map { memcmp(base + index, $0 + range.lowerBound, range.count) == 0 } ?? true
    }
  }

  func hasText(_ text: StaticString, at index: Int = 0) -> Bool {
    guard index >= 0, index + text.utf8CodeUnitCount <= count else { return false }
    return memcmp(base + index, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  func isEqual(to other: [UInt8], _ range: Range<Int>) -> Bool { count == range.count && hasText(other, range, at: 0) }

  func isEqual(to other: [UInt8]) -> Bool { isEqual(to: other, 0..<other.count) }

  func append(to output: inout [UInt8]) {
    output.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
  }

  /// Whether it is printable ASCII throughout.
  var isPlain: Bool {
    for index in 0..<count where base[index] < 0x20 || base[index] >= 0x7F { return false }
    return true
  }

  /// Where the bytes that are not ASCII end which begin at `start`.
  func endOfNonASCII(from start: Int) -> Int {
    var end = start
    while end < count, base[end] >= 0x80 { end += 1 }
    return end
  }

  var array: [UInt8] { Array(UnsafeBufferPointer(start: base, count: count)) }

  /// As text, with invalid UTF-8 repaired.
  var text: String { String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self) }

  /// The decimal number that starts at `index`, of at most nine digits, and how many it has.
  func number(at index: Int) -> (value: Int, digits: Int)? {
    var value = 0
    var next = index
    while next < count, next - index < 9, (0x30...0x39).contains(base[next]) {
      value = value * 10 + Int(base[next] & 0x0F)
      next += 1
    }
    return next == index ? nil : (value, next - index)
  }

  /// A number of exactly `digits` digits at `index`; -1 if there is none.
  @inline(__always)
  func fixedNumber(at index: Int, digits: Int) -> Int {
    guard index >= 0, index + digits <= count else { return -1 }
    var value = 0
    for offset in index..<index + digits {
      let digit = base[offset] &- 0x30
      guard digit <= 9 else { return -1 }
      value = value * 10 + Int(digit)
    }
    return value
  }

  /// A hash that is only as good as a table of counters needs.
  var hash: UInt64 {
    var hash = UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
    var index = 0
    while index + 8 <= count {
      hash = (hash ^ word(at: index)) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 32
      index += 8
    }
    if index < count {
      // The last bytes; some of them twice, unless there are no eight in all.
      hash = (hash ^ (count >= 8 ? word(at: count - 8) : gram(at: index, count - index))) &* 0xC4CE_B9FE_1A85_EC53
    }
    return hash ^ (hash >> 29)
  }
}
