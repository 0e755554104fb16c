/// Texts by number: each once, as UTF-8 in one long row of bytes, found by an open-addressed table with linear probing
/// (Knuth, “The Art of Computer Programming”, 6.4, algorithm L).
struct TermPool: Sendable {
  /// All texts, one after another, and where each begins.
  private(set) var bytes: [UInt8] = []
  private(set) var starts: [UInt32] = [0]
  private var slots = [Slot](repeating: Slot(), count: 1 << 10)

  /// A place of the table. Most words are short and stand in it, so that nothing else is looked at to find them.
  private struct Slot: BitwiseCopyable, Sendable {
    /// Half of the text's hash above its number and one; 0 where there is none.
    var entry: UInt64 = 0
    var key = TermPool.long
  }

  /// The key of all texts that are too long to be one.
  private static let long = UInt64.max

  var count: Int { starts.count - 1 }

  func range(_ number: Int) -> Range<Int> { Int(starts[number])..<Int(starts[number + 1]) }

  func text(_ number: Int) -> String { String(decoding: bytes[range(number)], as: UTF8.self) }

  /// The number of a text, which is the next one if the text is new.
  mutating func number(of text: UnsafeBufferPointer<UInt8>) -> Int {
    let key = Self.key(text)
    let hash = Self.hash(text, key)
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while slots[place].entry != 0 {
      let slot = slots[place]
      let number = Int(slot.entry & 0xFFFF_FFFF) - 1
      if key != Self.long ? slot.key == key : slot.entry >> 32 == hash >> 32 && has(text, at: number) { return number }
      place = (place + 1) & mask
    }
    let number = count
    slots[place] = Slot(entry: (hash & ~0xFFFF_FFFF) | UInt64(number + 1), key: key)
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
    slots = [Slot](repeating: Slot(), count: slots.count * 2)
    let mask = slots.count - 1
    bytes.withUnsafeBufferPointer { bytes in
      for number in 0..<count {
        let text = UnsafeBufferPointer(rebasing: bytes[range(number)])
        let key = Self.key(text)
        let hash = Self.hash(text, key)
        var place = Int(truncatingIfNeeded: hash) & mask
        while slots[place].entry != 0 { place = (place + 1) & mask }
        slots[place] = Slot(entry: (hash & ~0xFFFF_FFFF) | UInt64(number + 1), key: key)
      }
    }
  }

  /// The bytes of a text of up to seven, with their number above them; `long` for others.
  @inline(__always)
  private static func key(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let (count, raw) = (text.count, UnsafeRawBufferPointer(text))
    guard count < 8 else { return long }
    var key = UInt64(count) << 56
    if count >= 4 {
      // Both halves hold the bytes in the middle.
      key |= UInt64(raw.loadUnaligned(as: UInt32.self).littleEndian)
      let rest = UInt64(raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self).littleEndian)
      return key | rest << UInt64(8 * (count - 4))
    }
    for (index, byte) in raw.enumerated() { key |= UInt64(byte) << UInt64(8 * index) }
    return key
  }

  /// Folded multiplication, eight bytes at a time, after wyhash (Wang Yi, “wyhash and wyrand”).
  @inline(__always)
  private static func hash(_ text: UnsafeBufferPointer<UInt8>, _ key: UInt64) -> UInt64 {
    guard key == long else {
      let hash = mix(key ^ 0xE703_7ED1_A0B4_28DB, 0xA076_1D64_78BD_642F)
      return hash ^ hash >> 29
    }
    let raw = UnsafeRawBufferPointer(text)
    var hash = UInt64(text.count) ^ 0xA076_1D64_78BD_642F
    var index = 0
    while index < text.count {
      // The last eight may overlap those before them.
      let part = raw.loadUnaligned(fromByteOffset: min(index, text.count - 8), as: UInt64.self).littleEndian
      hash = mix(part ^ 0xE703_7ED1_A0B4_28DB, hash ^ 0x8EBC_6AF0_9C88_C6E3)
      index += 8
    }
    return hash ^ hash >> 29
  }

  private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
