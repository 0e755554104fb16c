/// Remembers what was found in messages of nginx's error log: in trouble the same few come again and again.
///
/// A message is what stands between `2026/11/22 07:41:00 [error] 7#7: *1 ` and `, client: `. Only what follows from its own
/// bytes is remembered.
struct NginxMessages {
  enum Memory {
    case unknown
    /// The signature that knows the message, nil for none.
    case known(Int?)
  }

  private struct Slot {
    var hash: UInt64 = 0
    /// 0 for an empty slot.
    var count = 0
    var signature = -1
  }

  private var slots = [Slot](repeating: Slot(), count: Self.slotCount)
  /// The messages, each in its own room.
  private var rooms = [UInt8](repeating: 0, count: Self.slotCount * Self.longest)

  private static let slotCount = 256
  /// Longer messages name what was asked for, and seldom come again.
  private static let longest = 192

  /// Where the message begins in a line of nginx's error log; nil if the line has another form.
  @inline(__always)
  static func start(in line: Bytes) -> Int? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":"), from: 24, to: 64), colon + 3 < line.count,
      line[colon + 1] == UInt8(ascii: " ")
    else { return nil }
    guard line[colon + 2] == UInt8(ascii: "*") else { return colon + 2 }
    var next = colon + 3
    while next < line.count, line[next] &- 0x30 <= 9 { next += 1 }
    return next + 1
  }

  func look(_ message: Bytes, _ hash: UInt64) -> Memory {
    guard message.count <= Self.longest, message.count > 0 else { return .unknown }
    let number = Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)
    let slot = slots[number]
    let room = number * Self.longest
    guard slot.count == message.count, slot.hash == hash, message.hasText(rooms, room..<room + slot.count, at: 0) else {
      return .unknown
    }
    return .known(slot.signature < 0 ? nil : slot.signature)
  }

  mutating func remember(_ message: Bytes, _ hash: UInt64, _ signature: Int?) {
    guard message.count <= Self.longest, message.count > 0 else { return }
    let number = Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)
    slots[number] = Slot(hash: hash, count: message.count, signature: signature ?? -1)
    let room = number * Self.longest
    for index in 0..<message.count { rooms[room + index] = message[index] }
  }
}
