/// Where the characters of a text lie: libyaml counts Unicode scalars, a source is addressed by bytes. Questions come in
/// ascending order, or nearly, so each goes on from where the last one ended.
struct ScalarOffsets {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The offset of the first byte in its source.
  let start: Int
  /// In ASCII a scalar is a byte.
  private let isPlain: Bool
  private var scalar = 0
  private var index = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    (self.bytes, self.start) = (bytes, start)
    isPlain = bytes.reduce(0) { $0 | $1 } < 0x80
  }

  /// The offset in the source of the scalar with this number, from 0; the end for one that is not there.
  mutating func offset(ofScalar number: Int) -> Int {
    if isPlain { return start + min(number, bytes.count) }
    if number < scalar { (scalar, index) = (0, 0) }
    while scalar < number, index < bytes.count {
      index += 1
      while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
      scalar += 1
    }
    return start + index
  }
}
