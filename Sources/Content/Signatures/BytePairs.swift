/// Which pairs of neighbouring bytes occur in some texts, as 64 bits that all pairs share.
///
/// A text can only be part of another whose bits hold all of its own. Whether one of a hundred signatures is part of one
/// of a thousand others is so answered, nearly always, without looking at a byte of either.
struct BytePairs: Sendable {
  private var bits: UInt64 = 0

  init(_ texts: [[UInt8]]) {
    for text in texts {
      for (first, second) in zip(text, text.dropFirst()) {
        // Multiplied by a number without a pattern (2³² over the golden ratio), so that common pairs fall apart.
        let pair = (UInt32(first) << 8 | UInt32(second)) &* 0x9E37_79B1
        bits |= 1 << UInt64(pair >> 26)
      }
    }
  }

  /// What occurs in any of several.
  init(unionOf parts: some Sequence<BytePairs>) {
    for part in parts { bits |= part.bits }
  }

  /// False only if some pair of `other` is missing here.
  func mayHold(_ other: BytePairs) -> Bool { other.bits & ~bits == 0 }
}
