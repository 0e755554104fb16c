/// Eight bytes of a text at once, to get over those that nobody looks for (Mycroft's test for a zero byte; Warren, “Hacker's
/// Delight”, 6-1). A mark is the highest bit of its byte; the lowest mark is always right, those above it may be false.
///
/// Kept because a cold build without it runs through 7 % more instructions and takes 6 to 10 % more of the processor's time;
/// its price is this file and the four places that say what they look for.
@frozen
public struct EightBytes: Sendable {
  @usableFromInline let word: UInt64

  /// The eight bytes from `offset`, which must be there.
  @inlinable @inline(__always)
  public init(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    word = UInt64(
      littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Marks for the bytes that equal `byte`.
  @inlinable @inline(__always)
  public func marks(of byte: UInt8) -> UInt64 {
    let differences = word ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
    return (differences &- 0x0101_0101_0101_0101) & ~differences & 0x8080_8080_8080_8080
  }

  /// Marks for the bytes below `limit`, which is at most 128.
  @inlinable @inline(__always)
  public func marks(below limit: UInt8) -> UInt64 {
    (word &- UInt64(limit) &* 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  /// Marks for the bytes that are no ASCII.
  @inlinable @inline(__always)
  public var marksAboveASCII: UInt64 { word & 0x8080_8080_8080_8080 }

  /// The first byte from `start` that `marks` marks, or where fewer than eight are left, which the caller looks at one by
  /// one.
  @inlinable @inline(__always)
  public static func skip(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to marks: (EightBytes) -> UInt64
  ) -> Int {
    var index = start
    while index + 8 <= bytes.count {
      let found = marks(EightBytes(bytes, at: index))
      if found != 0 { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    return index
  }
}
