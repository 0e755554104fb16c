/// Finds where in a line one of many texts may stand, looking at few of its bytes.
///
/// Each text has an anchor of at least `stride + 3` bytes. Whatever position the anchor stands at, one of the groups of
/// four bytes ("grams") that begin at a multiple of `stride` lies wholly inside it. So it is enough to look up every
/// `stride`-th gram of the line in a table of all grams that any anchor has at its first `stride` offsets: the idea of
/// q-sampling (Sutinen and Tarhio, "On Using q-Gram Locations in Approximate String Matching", 1995). The look-ups do
/// not depend on one another, so the processor overlaps them, where an automaton waits for its next state at each byte.
///
/// All of it is memory of its own and not arrays, because counting an array's references would cost more than looking
/// into it. Whoever makes one must free it.
struct GramFilter {
  /// Where a gram comes from: a text, and the gram's offset in its bytes. Eight bytes around the gram tell almost
  /// always whether the text really stands there.
  struct Origin {
    let text: Int32
    let offset: Int32
    fileprivate let word: UInt64
    /// From the gram back to the eight bytes.
    fileprivate let back: Int32
  }

  /// From one gram looked at to the next.
  let stride: Int
  /// One bit for each hash of a gram that occurs: small enough to stay in the first-level cache.
  private let bits: UnsafeMutablePointer<UInt64>
  private let keys: UnsafeMutablePointer<UInt32>
  /// Into `origins`, -1 for an empty slot.
  private let starts: UnsafeMutablePointer<Int32>
  private let origins: UnsafeMutablePointer<Origin>
  private let mask: Int

  static let bitCount = 17

  @inline(__always)
  static func bit(of gram: UInt32) -> Int { Int((gram &* 0x9E37_79B1) >> (32 - UInt32(bitCount))) }

  /// `anchors` gives the bytes of each text and where in them the `stride + 3` bytes start that are looked for.
  init(_ anchors: [(bytes: [UInt8], start: Int)], stride: Int) {
    self.stride = stride
    var byGram: [UInt32: [Origin]] = [:]
    for (text, anchor) in anchors.enumerated() {
      for offset in anchor.start..<anchor.start + stride {
        let wordStart = max(anchor.start, min(offset - 2, anchor.start + stride + 3 - 8))
        let (gram, word) = anchor.bytes.withUnsafeBytes { bytes in
          (
            bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self),
            stride >= 5 ? bytes.loadUnaligned(fromByteOffset: wordStart, as: UInt64.self) : 0
          )
        }
        byGram[gram, default: []].append(
          Origin(text: Int32(text), offset: Int32(offset), word: word, back: Int32(offset - wordStart)))
      }
    }
    var size = 64
    while size < byGram.count * 4 { size *= 2 }
    mask = size - 1
    bits = .allocate(capacity: 1 << (Self.bitCount - 6))
    bits.initialize(repeating: 0, count: 1 << (Self.bitCount - 6))
    keys = .allocate(capacity: size)
    keys.initialize(repeating: 0, count: size)
    starts = .allocate(capacity: size)
    starts.initialize(repeating: -1, count: size)
    let count = byGram.reduce(0) { $0 + $1.value.count + 1 }
    origins = .allocate(capacity: max(1, count))
    var filled = 0
    for (gram, list) in byGram.sorted(by: { $0.key < $1.key }) {
      let bit = Self.bit(of: gram)
      bits[bit >> 6] |= 1 << UInt64(bit & 63)
      var slot = bit & mask
      while starts[slot] >= 0 { slot = (slot + 1) & mask }
      keys[slot] = gram
      starts[slot] = Int32(filled)
      for origin in list + [Origin(text: -1, offset: 0, word: 0, back: 0)] {
        (origins + filled).initialize(to: origin)
        filled += 1
      }
    }
  }

  func deallocate() {
    bits.deallocate()
    keys.deallocate()
    starts.deallocate()
    origins.deallocate()
  }

  /// The first position at or after `start` and before `end`, in steps of `stride`, at which a gram of some anchor
  /// stands.
  @inline(__always)
  func next(in line: Bytes, from start: Int, before end: Int) -> Int? {
    var position = start
    let end = min(end, line.count - 3)
    while position < end {
      let bit = Self.bit(of: line.gram(at: position))
      if bits[bit >> 6] & (1 << UInt64(bit & 63)) != 0, isAnchor(line, at: position) { return position }
      position += stride
    }
    return nil
  }

  /// Whether `forEach` would hand over anything.
  @inline(never)
  private func isAnchor(_ line: Bytes, at position: Int) -> Bool {
    var isFound = false
    forEach(line, at: position) { _ in isFound = true }
    return isFound
  }

  /// Hands to `body` every text whose anchor seems to lie around the gram at `position`.
  @inline(__always)
  func forEach(_ line: Bytes, at position: Int, _ body: (Origin) -> Void) {
    let gram = line.gram(at: position)
    var slot = Self.bit(of: gram) & mask
    while starts[slot] >= 0 {
      if keys[slot] == gram {
        var index = Int(starts[slot])
        while origins[index].text >= 0 {
          let origin = origins[index]
          let word = position - Int(origin.back)
          if stride < 5 || word >= 0 && word + 8 <= line.count && line.word(at: word) == origin.word { body(origin) }
          index += 1
        }
        return
      }
      slot = (slot + 1) & mask
    }
  }
}
