/// A 64-bit hash that is the same in every run, to notice that something changed; no protection against somebody who
/// looks for a collision.
///
/// Folded multiplication, after wyhash (Wang Yi, "wyhash and wyrand").
public struct Hash64: Sendable {
  private var state: UInt64

  public init() {
    state = 0x9E37_79B9_7F4A_7C15
  }

  public var value: UInt64 { Self.mix(state, 0xE703_7ED1_A0B4_28DB) }

  public mutating func combine(_ number: UInt64) {
    state = Self.mix(state ^ 0xA076_1D64_78BD_642F, number ^ 0xE703_7ED1_A0B4_28DB) &+ 0x8EBC_6AF0_9C88_C6E3
  }

  public mutating func combine(_ number: Int) { combine(UInt64(truncatingIfNeeded: number)) }
  public mutating func combine(_ flag: Bool) { combine(UInt64(flag ? 1 : 2)) }

  /// A text and its length, so that two texts in a row are not mistaken for others with the same letters.
  public mutating func combine(_ text: String) {
    var text = text
    text.withUTF8 { combine(UnsafeRawBufferPointer($0)) }
  }

  public mutating func combine(_ text: String?) {
    guard let text else { return combine(0 as UInt64) }
    combine(1 as UInt64)
    combine(text)
  }

  public mutating func combine(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { combine($0) }
  }

  public mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    var index = 0
    var state = state
    while index + 16 <= bytes.count {
      let first = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let second = bytes.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self)
      state = Self.mix(first ^ 0xA076_1D64_78BD_642F ^ state, second ^ 0xE703_7ED1_A0B4_28DB)
      index += 16
    }
    var rest: (UInt64, UInt64) = (0, 0)
    for offset in index..<bytes.count {
      let shift = UInt64(offset - index) % 8 * 8
      if offset - index < 8 {
        rest.0 |= UInt64(bytes[offset]) << shift
      } else {
        rest.1 |= UInt64(bytes[offset]) << shift
      }
    }
    self.state = Self.mix(rest.0 ^ 0x8EBC_6AF0_9C88_C6E3 ^ state, rest.1 ^ 0x5899_65CC_7537_4CC3)
    combine(UInt64(bytes.count))
  }

  public static func of(_ bytes: [UInt8]) -> UInt64 {
    var hash = Hash64()
    hash.combine(bytes)
    return hash.value
  }

  private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
