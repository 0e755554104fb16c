/// Counts texts and keeps the frequent ones in bounded memory.
///
/// When it is full, the rarer half is forgotten, as in Manku and Motwani's lossy counting: a count may then be too low
/// by at most `error`.
struct Tally {
  /// Open addressing, small enough to stay in the processor's caches. Two texts are taken for one when all bits of their
  /// hashes agree. Empty until there is something to count, because most tallies of a log have nothing.
  private var slots: [Slot] = []
  /// In the order of their coming.
  private var entries: [Entry] = []
  /// The texts of all entries, one after the other.
  private var keys: [UInt8] = []
  private(set) var error = 0

  private struct Slot {
    var hash: UInt64 = 0
    /// 0 for an empty slot; does not count beyond what it can hold.
    var count: UInt32 = 0
  }

  private struct Entry {
    let slot: Int
    var key: Range<Int>
  }

  private static let slotCount = 4096
  private static let capacity = 2048
  /// Longer texts are counted by their beginning.
  private static let longestKey = 256

  mutating func count(_ bytes: Bytes) {
    if slots.isEmpty { slots = Array(repeating: Slot(), count: Self.slotCount) }
    let key = bytes.count > Self.longestKey ? bytes[0..<Self.longestKey] : bytes
    let hash = key.hash
    var index = Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)
    while slots[index].count > 0 {
      if slots[index].hash == hash {
        if slots[index].count < .max { slots[index].count += 1 }
        return
      }
      index = (index + 1) & (Self.slotCount - 1)
    }
    slots[index] = Slot(hash: hash, count: 1)
    entries.append(Entry(slot: index, key: keys.count..<keys.count + key.count))
    key.append(to: &keys)
    if entries.count == Self.capacity { forget() }
  }

  /// Keeps the more frequent half; of equals those that came first.
  private mutating func forget() {
    let old = (slots: slots, entries: entries, keys: keys)
    let most = mostForgotten()
    error = max(error, Int(most))
    var room = Self.capacity / 2 - entries.count { slots[$0.slot].count > most }
    slots = Array(repeating: Slot(), count: Self.slotCount)
    entries.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    for entry in old.entries {
      let slot = old.slots[entry.slot]
      if slot.count < most || (slot.count == most && room == 0) { continue }
      if slot.count == most { room -= 1 }
      var index = Int(truncatingIfNeeded: slot.hash) & (Self.slotCount - 1)
      while slots[index].count > 0 { index = (index + 1) & (Self.slotCount - 1) }
      slots[index] = slot
      entries.append(Entry(slot: index, key: keys.count..<keys.count + entry.key.count))
      keys += old.keys[entry.key]
    }
  }

  /// The greatest count in the rarer half. Most are small, so that they need no sorting.
  private func mostForgotten() -> UInt32 {
    var small = [Int](repeating: 0, count: 64)
    for entry in entries where slots[entry.slot].count < 64 { small[Int(slots[entry.slot].count)] += 1 }
    var left = entries.count - small.reduce(0, +)
    for count in small.indices.reversed() {
      left += small[count]
      if left > Self.capacity / 2, left - small[count] <= Self.capacity / 2 { return UInt32(count) }
    }
    return entries.map { slots[$0.slot].count }.sorted(by: >)[Self.capacity / 2]
  }

  /// How many texts are remembered.
  var distinct: Int { entries.count }

  /// The most frequent, ties in the order of their text.
  func top(_ number: Int) -> [(text: String, count: Int)] {
    entries.map { (text: String(decoding: keys[$0.key], as: UTF8.self), count: Int(slots[$0.slot].count)) }
      .sorted { ($1.count, $0.text) < ($0.count, $1.text) }
      .prefix(number).map { $0 }
  }
}
