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
    bytes.withUnsafeBytes { bytes in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: 1 << 15) { head in
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: bytes.count) { previous in
          head.initialize(repeating: -1)
          previous.initialize(repeating: -1)
          scan(Matches(bytes: bytes, head: head, previous: previous))
        }
      }
    }
  }

  private mutating func scan(_ matches: Matches) {
    let bytes = matches.bytes
    var index = 0
    var pending: (length: Int, distance: Int)?
    while index < bytes.count {
      let match = matches.longest(at: index)
      if let waiting = pending {
        if match.length > waiting.length {
          // One byte later there is a longer match: the byte before becomes a literal.
          count(literal: bytes[index - 1])
        } else {
          count(match: waiting)
          let end = index - 1 + waiting.length
          while index < end {
            matches.remember(index)
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
      matches.remember(index)
      index += 1
    }
    if let pending { count(match: pending) }
    literalCounts[256] += 1
  }

  /// Where runs of three bytes were met before. The buffers live as long as the scan.
  private struct Matches {
    let bytes: UnsafeRawBufferPointer
    /// The last place of each hash; -1 for none.
    let head: UnsafeMutableBufferPointer<Int32>
    /// The place before it with the same hash, for each place.
    let previous: UnsafeMutableBufferPointer<Int32>

    func remember(_ place: Int) {
      guard place + 2 < bytes.count else { return }
      let key = hash(place)
      previous[place] = head[key]
      head[key] = Int32(place)
    }

    func longest(at index: Int) -> (length: Int, distance: Int) {
      guard index + 2 < bytes.count else { return (0, 0) }
      let limit = min(DeflateTokens.longestMatch, bytes.count - index)
      var best = (length: 0, distance: 0)
      var candidate = Int(head[hash(index)])
      var tries = DeflateTokens.chainLimit
      while candidate >= 0, index - candidate <= DeflateTokens.window, tries > 0 {
        if best.length == 0 || bytes[candidate + best.length] == bytes[index + best.length] {
          let length = length(candidate, index, limit: limit)
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

    private func hash(_ place: Int) -> Int {
      let value = UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2])
      return Int((value &* 2_654_435_761) >> 17)
    }

    /// How many bytes are the same at both places, up to `limit`, eight at a time.
    private func length(_ one: Int, _ other: Int, limit: Int) -> Int {
      var length = 0
      while length + 8 <= limit {
        let difference =
          bytes.loadUnaligned(fromByteOffset: one + length, as: UInt64.self).littleEndian
          ^ bytes.loadUnaligned(fromByteOffset: other + length, as: UInt64.self).littleEndian
        if difference != 0 { return length + difference.trailingZeroBitCount / 8 }
        length += 8
      }
      while length < limit, bytes[one + length] == bytes[other + length] { length += 1 }
      return length
    }
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
