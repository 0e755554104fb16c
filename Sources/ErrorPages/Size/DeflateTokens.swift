/// The literals and matches that DEFLATE would write for some data, counted by symbol (RFC 1951, section 3.2.5).
struct DeflateTokens {
  private(set) var literalCounts = [Int](repeating: 0, count: 286)
  private(set) var distanceCounts = [Int](repeating: 0, count: 30)
  private(set) var extraBits = 0

  private static let longestMatch = 258
  private static let window = 32_768
  /// How many earlier places are tried for a match.
  private static let chainLimit = 128

  mutating func scan(_ bytes: [UInt8]) {
    var head = [Int32](repeating: -1, count: 1 << 15)
    var previous = [Int32](repeating: -1, count: bytes.count)
    var index = 0
    var pending: (length: Int, distance: Int)?
    func remember(_ place: Int) {
      guard place + 2 < bytes.count else { return }
      let key = Self.hash(bytes, place)
      previous[place] = head[key]
      head[key] = Int32(place)
    }
    while index < bytes.count {
      let match = Self.longest(bytes, at: index, head, previous)
      if let waiting = pending {
        if match.length > waiting.length {
          // One byte later there is a longer match: the byte before becomes a literal.
          count(literal: bytes[index - 1])
        } else {
          count(match: waiting)
          let end = index - 1 + waiting.length
          while index < end {
            remember(index)
            index += 1
          }
          pending = nil
          continue
        }
      }
      if match.length >= 3 {
        pending = match
      } else {
        pending = nil
        count(literal: bytes[index])
      }
      remember(index)
      index += 1
    }
    if let pending { count(match: pending) }
    literalCounts[256] += 1
  }

  private static func hash(_ bytes: [UInt8], _ place: Int) -> Int {
    let value = UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2])
    return Int((value &* 2_654_435_761) >> 17)
  }

  private static func longest(
    _ bytes: [UInt8], at index: Int, _ head: [Int32], _ previous: [Int32]
  ) -> (length: Int, distance: Int) {
    guard index + 2 < bytes.count else { return (0, 0) }
    let limit = min(longestMatch, bytes.count - index)
    var best = (length: 0, distance: 0)
    var candidate = Int(head[hash(bytes, index)])
    var tries = chainLimit
    while candidate >= 0, index - candidate <= window, tries > 0 {
      if best.length == 0 || bytes[candidate + best.length] == bytes[index + best.length] {
        var length = 0
        while length < limit, bytes[candidate + length] == bytes[index + length] { length += 1 }
        if length > best.length {
          best = (length, index - candidate)
          if length == limit { break }
        }
      }
      candidate = Int(previous[candidate])
      tries -= 1
    }
    return best.length >= 3 ? best : (0, 0)
  }

  private mutating func count(literal byte: UInt8) {
    literalCounts[Int(byte)] += 1
  }

  private mutating func count(match: (length: Int, distance: Int)) {
    let (lengthSymbol, lengthBits) = Self.lengthCode(match.length)
    let (distanceSymbol, distanceBits) = Self.distanceCode(match.distance)
    literalCounts[lengthSymbol] += 1
    distanceCounts[distanceSymbol] += 1
    extraBits += lengthBits + distanceBits
  }

  /// Lengths 3 to 10 have a symbol each; above, each doubling is cut into four.
  private static func lengthCode(_ length: Int) -> (symbol: Int, extraBits: Int) {
    if length == longestMatch { return (285, 0) }
    let value = length - 3
    guard value >= 8 else { return (257 + value, 0) }
    let bits = Int.bitWidth - 1 - value.leadingZeroBitCount - 2
    return (257 + 4 * bits + (value >> bits), bits)
  }

  /// Distances 1 to 4 have a symbol each; above, each doubling is cut in two.
  private static func distanceCode(_ distance: Int) -> (symbol: Int, extraBits: Int) {
    let value = distance - 1
    guard value >= 4 else { return (value, 0) }
    let bits = Int.bitWidth - 1 - value.leadingZeroBitCount - 1
    return (2 * bits + (value >> bits), bits)
  }
}
