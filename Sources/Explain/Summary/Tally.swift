/// Counts texts and keeps the frequent ones in bounded memory.
///
/// When it is full, the rarer half is forgotten, as in Manku and Motwani's lossy counting: a count may then be too low
/// by at most `error`.
struct Tally {
  private var entries: [Entry] = []
  /// The texts of all entries, one after the other.
  private var keys: [UInt8] = []
  /// Into `entries`, -1 for an empty slot.
  private var slots = [Int32](repeating: -1, count: Self.slotCount)
  private(set) var error = 0

  private struct Entry {
    let hash: UInt64
    var key: Range<Int>
    var count: Int
  }

  private static let slotCount = 4096
  private static let capacity = 2048
  /// Longer texts are counted by their beginning.
  private static let longestKey = 256

  mutating func count(_ bytes: Bytes) {
    let key = bytes.count > Self.longestKey ? bytes[0..<Self.longestKey] : bytes
    let hash = key.hash
    var slot = Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if entries[index].hash == hash, key.isEqual(to: keys, entries[index].key) {
        entries[index].count += 1
        return
      }
      slot = (slot + 1) & (Self.slotCount - 1)
    }
    slots[slot] = Int32(entries.count)
    let start = keys.count
    keys += key.array
    entries.append(Entry(hash: hash, key: start..<keys.count, count: 1))
    if entries.count == Self.capacity { forget() }
  }

  private mutating func forget() {
    entries.sort { $0.count > $1.count }
    error = max(error, entries[Self.capacity / 2].count)
    entries.removeLast(Self.capacity / 2)
    slots = Array(repeating: -1, count: Self.slotCount)
    var kept: [UInt8] = []
    for index in entries.indices {
      let start = kept.count
      kept += keys[entries[index].key]
      entries[index].key = start..<kept.count
      var slot = Int(truncatingIfNeeded: entries[index].hash) & (Self.slotCount - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (Self.slotCount - 1) }
      slots[slot] = Int32(index)
    }
    keys = kept
  }

  /// The most frequent, ties in the order of their text.
  func top(_ number: Int) -> [(text: String, count: Int)] {
    entries.map { (text: String(decoding: keys[$0.key], as: UTF8.self), count: $0.count) }
      .sorted { ($1.count, $0.text) < ($0.count, $1.text) }
      .prefix(number).map { $0 }
  }
}
