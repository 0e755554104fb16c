/// Remembers what was found in messages of nginx's error log: in trouble the same few come again and again.
///
/// A message is what stands between `2026/11/22 07:41:00 [error] 7#7: *1 ` and `, client: `. Only what follows from its own
/// bytes is remembered. Kept because a log of nothing but trouble takes 20 % more of the processor's time without.
struct NginxMessages {
  struct Slot {
    fileprivate var hash: UInt64 = 0
    /// 0 for an empty slot.
    fileprivate var count = 0
    /// What follows from the message; the spots of variable parts are from its start.
    fileprivate(set) var own: Matcher.Hit?
    /// Into `open`, as many texts as have to be looked at again.
    fileprivate(set) var open = 0..<0
  }

  private var slots = [Slot](repeating: Slot(), count: Self.slotCount)
  /// Texts that may stand in a line with the message, each slot's in its own room.
  private(set) var open = [MessageHits.Open](
    repeating: .init(text: 0, origin: 0), count: Self.slotCount * Self.mostOpen)
  /// The messages, each in its own room.
  private var rooms = [UInt8](repeating: 0, count: Self.slotCount * Self.longest)

  private static let slotCount = 256
  /// Longer messages name what was asked for, and seldom come again.
  private static let longest = 192
  private static let mostOpen = 4

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

  /// Nil for a message that is not remembered.
  func look(_ message: Bytes, _ hash: UInt64) -> Slot? {
    guard message.count <= Self.longest, message.count > 0 else { return nil }
    let number = Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)
    let slot = slots[number]
    let room = number * Self.longest
    guard slot.count == message.count, slot.hash == hash, message.hasText(rooms, room..<room + slot.count, at: 0) else {
      return nil
    }
    return slot
  }

  /// `start` is where the message begins in the line the hits are from.
  mutating func remember(_ message: Bytes, _ hash: UInt64, _ hits: MessageHits, start: Int) {
    guard hits.isWhole, hits.open.count <= Self.mostOpen, message.count <= Self.longest, message.count > 0 else {
      return
    }
    let number = Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)
    var own = hits.own
    own?.captures = hits.own?.captures.moved(by: -start) ?? .init()
    let first = number * Self.mostOpen
    for (index, each) in hits.open.enumerated() { open[first + index] = each }
    slots[number] = Slot(hash: hash, count: message.count, own: own, open: first..<first + hits.open.count)
    let room = number * Self.longest
    for index in 0..<message.count { rooms[room + index] = message[index] }
  }
}
