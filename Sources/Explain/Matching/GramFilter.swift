internal import CSkim

/// Finds where in a line one of many texts may stand, looking at few of its bytes.
///
/// Each text has an anchor of `stride + width - 1` bytes. Whatever position the anchor stands at, one of the groups of
/// `width` bytes ("grams") that begin at a multiple of `stride` lies wholly inside it. So it is enough to look up every
/// `stride`-th gram of the line in a table of all grams that any anchor has at its first `stride` offsets: the idea of
/// q-sampling (Sutinen and Tarhio, "On Using q-Gram Locations in Approximate String Matching", 1995). The look-ups do
/// not depend on one another, so the processor overlaps them, where an automaton waits for its next state at each byte.
///
/// All of it is memory of its own and not arrays, because counting an array's references would cost more than looking
/// into it. Whoever makes one must free it.
struct GramFilter {
  /// What C looks into, and its memory.
  let grams: interlude_grams
  /// From one gram looked at to the next.
  let stride: Int
  /// A gram's bytes: with six, ordinary words seldom share one with an anchor.
  private let width: Int
  private let words: UnsafeMutablePointer<UInt64>
  private let keys: UnsafeMutablePointer<UInt64>
  private let starts: UnsafeMutablePointer<Int32>
  private let origins: UnsafeMutablePointer<interlude_origin>
  private let anchorBytes: UnsafeMutablePointer<UInt8>

  /// The logarithm of the Bloom filter's words: three grams set six bits of a word's 64, so that one answer of a hundred
  /// is wrong.
  private static func logarithm(_ grams: Int) -> Int {
    var logarithm = 10
    while 3 << logarithm < grams { logarithm += 1 }
    return logarithm
  }

  /// `anchors` gives the bytes of each text, where the piece starts that is looked for, and where in it the `length`
  /// bytes start by which it is.
  init(_ anchors: [(bytes: [UInt8], piece: Int, start: Int)], length: Int) {
    let width = length < 12 ? 4 : 6
    let stride = length - width + 1
    (self.width, self.stride) = (width, stride)
    var byGram: [UInt64: [interlude_origin]] = [:]
    for (text, anchor) in anchors.enumerated() {
      for offset in anchor.start..<anchor.start + stride {
        let gram = anchor.bytes.withUnsafeBufferPointer { bytes in
          bytes.baseAddress.map { Bytes($0, count: bytes.count).gram(at: offset, width) } ?? 0
        }
        byGram[gram, default: []].append(
          interlude_origin(
            text: Int32(text), offset: Int32(offset), lead: Int32(offset - anchor.piece),
            back: Int32(offset - anchor.start)))
      }
    }
    var size = 64
    while size < byGram.count * 4 { size *= 2 }
    let logarithm = Self.logarithm(byGram.count)
    words = .allocate(capacity: 1 << logarithm)
    words.initialize(repeating: 0, count: 1 << logarithm)
    keys = .allocate(capacity: size)
    keys.initialize(repeating: 0, count: size)
    starts = .allocate(capacity: size)
    starts.initialize(repeating: -1, count: size)
    let count = byGram.reduce(0) { $0 + $1.value.count + 1 }
    anchorBytes = .allocate(capacity: max(1, anchors.count * length))
    for (text, anchor) in anchors.enumerated() {
      for offset in 0..<length { anchorBytes[text * length + offset] = anchor.bytes[anchor.start + offset] }
    }
    origins = .allocate(capacity: max(1, count))
    grams = interlude_grams(
      words: words, shift: UInt32(64 - logarithm), stride: UInt32(stride), width: UInt32(width),
      length: UInt32(length), anchors: anchorBytes,
      mask: UInt64(size - 1), keys: keys, starts: starts, origins: origins)
    var grams = self.grams
    var filled = 0
    for (gram, list) in byGram.sorted(by: { $0.key < $1.key }) {
      let hash = interlude_gram_hash(gram)
      words[Int(hash >> UInt64(grams.shift))] |= interlude_gram_bits(hash)
      var slot = Int(interlude_gram_slot(&grams, hash))
      while starts[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      keys[slot] = gram
      starts[slot] = Int32(filled)
      for origin in list + [interlude_origin(text: -1, offset: 0, lead: 0, back: 0)] {
        (origins + filled).initialize(to: origin)
        filled += 1
      }
    }
  }

  func deallocate() {
    words.deallocate()
    keys.deallocate()
    starts.deallocate()
    origins.deallocate()
    anchorBytes.deallocate()
  }

  /// The first position at or after `start` and before `end`, in steps of `stride`, around which an anchor stands.
  func next(in line: Bytes, from start: Int, before end: Int) -> Int? {
    let end = min(end, line.count - width + 1)
    guard start < end else { return nil }
    var grams = self.grams
    let found = interlude_first_gram(&grams, line.base, line.count, start, end)
    return found < end ? found : nil
  }

  /// Hands to `body` every text whose anchor stands around the gram at `position`.
  @inline(__always)
  func forEach(_ line: Bytes, at position: Int, _ body: (interlude_origin) -> Void) {
    var grams = self.grams
    let gram = line.gram(at: position, width)
    var slot = Int(interlude_gram_slot(&grams, interlude_gram_hash(gram)))
    while starts[slot] >= 0 {
      if keys[slot] == gram {
        var index = Int(starts[slot])
        while origins[index].text >= 0 {
          if interlude_stands(&grams, origins + index, line.base, line.count, position) { body(origins[index]) }
          index += 1
        }
        return
      }
      slot = (slot + 1) & Int(grams.mask)
    }
  }
}
