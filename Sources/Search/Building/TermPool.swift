/// Texts by number: each once, as UTF-8 in one long row of bytes, found by an open-addressed table with linear probing
/// (Knuth, “The Art of Computer Programming”, 6.4, algorithm L).
struct TermPool: Sendable {
  /// All texts, one after another, and where each begins.
  private(set) var bytes: [UInt8] = []
  private(set) var starts: [UInt32] = [0]
  /// Half of a text's hash above its number and one; 0 where there is none.
  private var slots = [UInt64](repeating: 0, count: 1 << 10)

  var count: Int { starts.count - 1 }

  func range(_ number: Int) -> Range<Int> { Int(starts[number])..<Int(starts[number + 1]) }

  func text(_ number: Int) -> String { String(decoding: bytes[range(number)], as: UTF8.self) }

  /// The number of a text, which is the next one if the text is new.
  mutating func number(of text: UnsafeBufferPointer<UInt8>) -> Int {
    let hash = Self.hash(text)
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let entry = slots[slot]
      let number = Int(entry & 0xFFFF_FFFF) - 1
      if entry >> 32 == hash >> 32, has(text, at: number) { return number }
      slot = (slot + 1) & mask
    }
    let number = count
    slots[slot] = (hash & ~0xFFFF_FFFF) | UInt64(number + 1)
    bytes.append(contentsOf: text)
    starts.append(UInt32(bytes.count))
    if 2 * count > slots.count { grow() }
    return number
  }

  mutating func number(of text: String) -> Int {
    var text = text
    return text.withUTF8 { number(of: $0) }
  }

  @inline(__always)
  private func has(_ text: UnsafeBufferPointer<UInt8>, at number: Int) -> Bool {
    let start = Int(starts[number])
    guard Int(starts[number + 1]) - start == text.count else { return false }
    var index = 0
    while index < text.count, bytes[start + index] == text[index] { index += 1 }
    return index == text.count
  }

  private mutating func grow() {
    slots = [UInt64](repeating: 0, count: slots.count * 2)
    let mask = slots.count - 1
    bytes.withUnsafeBufferPointer { bytes in
      for number in 0..<count {
        let hash = Self.hash(UnsafeBufferPointer(rebasing: bytes[range(number)]))
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 { slot = (slot + 1) & mask }
        slots[slot] = (hash & ~0xFFFF_FFFF) | UInt64(number + 1)
      }
    }
  }

  /// Folded multiplication, eight bytes at a time, after wyhash (Wang Yi, “wyhash and wyrand”).
  private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = UInt64(text.count) ^ 0xA076_1D64_78BD_642F
    var index = 0
    while index < text.count {
      var part: UInt64 = 0
      for byte in text[index..<min(index + 8, text.count)] { part = part << 8 | UInt64(byte) }
      let product = (part ^ 0xE703_7ED1_A0B4_28DB).multipliedFullWidth(by: hash ^ 0x8EBC_6AF0_9C88_C6E3)
      hash = product.high ^ product.low
      index += 8
    }
    return hash ^ hash >> 29
  }
}
