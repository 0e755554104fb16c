/// How many bytes gzip makes of some data, without making them.
///
/// Finds matches as zlib does at its higher levels (RFC 1951: window of 32 kB, lazy matching) and adds up what one
/// block with its own Huffman codes would take. Within about one per cent of `gzip -9` for pages of this size, and the
/// same everywhere, which the compressors of different machines are not.
enum GzipSize {
  /// Header and trailer of RFC 1952.
  private static let frame = 18

  static func of(_ bytes: [UInt8]) -> Int {
    var tokens = DeflateTokens()
    tokens.scan(bytes)
    let literals = HuffmanLengths(tokens.literalCounts, limit: 15)
    let distances = HuffmanLengths(tokens.distanceCounts, limit: 15)
    let bits = 3 + headerBits(literals, distances) + literals.bits + distances.bits + tokens.extraBits
    return frame + (bits + 7) / 8
  }

  /// The code lengths themselves, run-length coded and then Huffman coded (RFC 1951, section 3.2.7).
  private static func headerBits(_ literals: HuffmanLengths, _ distances: HuffmanLengths) -> Int {
    let lengths = trimmed(literals.lengths, minimum: 257) + trimmed(distances.lengths, minimum: 1)
    var counts = [Int](repeating: 0, count: 19)
    var extraBits = 0
    var index = 0
    while index < lengths.count {
      let value = lengths[index]
      var run = 1
      while index + run < lengths.count, lengths[index + run] == value { run += 1 }
      index += run
      if value == 0 {
        while run >= 3 {
          let taken = min(run, 138)
          counts[taken > 10 ? 18 : 17] += 1
          extraBits += taken > 10 ? 7 : 3
          run -= taken
        }
      } else {
        counts[value] += 1
        run -= 1
        while run >= 3 {
          counts[16] += 1
          extraBits += 2
          run -= min(run, 6)
        }
      }
      counts[value] += run
    }
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    let codes = HuffmanLengths(counts, limit: 7)
    let sent = max(4, (order.lastIndex { codes.lengths[$0] > 0 } ?? 0) + 1)
    return 14 + 3 * sent + codes.bits + extraBits
  }

  private static func trimmed(_ lengths: [Int], minimum: Int) -> ArraySlice<Int> {
    lengths[..<max(minimum, (lengths.lastIndex { $0 > 0 } ?? 0) + 1)]
  }
}
