import Packing
import Testing

/// What was packed comes back as it was, and damage is noticed.
@Suite("Packing")
struct PackingTests {
  private struct Row: BitwiseCopyable, Equatable {
    let number: Int32
    let small: UInt8
  }

  private var packed: PackedWriter {
    var writer = PackedWriter()
    writer.number(-5)
    writer.flag(true)
    writer.text("Ä text")
    writer.optional(Int?.none) { $0.number($1) }
    writer.texts(["a", "", "c"])
    writer.table([Row(number: 1, small: 2), Row(number: 3, small: 4)])
    writer.data([1, 2, 3])
    return writer
  }

  private func read(_ reader: inout PackedReader) -> Bool {
    let values = (reader.number(), reader.flag(), reader.text(), reader.optional { $0.number() })
    let (texts, rows, data) = (reader.texts(), reader.table(Row.self), reader.data())
    return values == (-5, true, "Ä text", nil) && texts == ["a", "", "c"] && data == [1, 2, 3]
      && rows == [Row(number: 1, small: 2), Row(number: 3, small: 4)] && reader.isDone
  }

  @Test("values come back as they were")
  func roundTrip() {
    var reader = PackedReader(packed.bytes)
    #expect(read(&reader))
  }

  @Test("bytes that end too early are damaged, wherever they end, and bytes that go on are not done")
  func cut() {
    for length in packed.bytes.indices {
      var reader = PackedReader(Array(packed.bytes[..<length]))
      #expect(!read(&reader), "cut at \(length)")
    }
    var longer = PackedReader(packed.bytes + [0])
    #expect(!read(&longer))
  }

  @Test("any bytes can be read without harm")
  func anything() {
    for seed in 0..<2000 {
      let bytes = (0..<60).map { UInt8(truncatingIfNeeded: Hash64.of([UInt8(seed & 255), UInt8(seed >> 8), $0]) >> 9) }
      var reader = PackedReader(bytes)
      #expect(!read(&reader))
    }
  }

  @Test("a seal notices every flipped bit, another kind and a cut")
  func seal() {
    let sealed = SealedFile.seal(packed, kind: "test 1")
    #expect(SealedFile.open(sealed, kind: "test 1") != nil)
    #expect(SealedFile.open(sealed, kind: "test 2") == nil)
    for bit in 0..<sealed.count * 8 {
      var damaged = sealed
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(SealedFile.open(damaged, kind: "test 1") == nil, "bit \(bit)")
    }
    for length in sealed.indices { #expect(SealedFile.open(Array(sealed[..<length]), kind: "test 1") == nil) }
  }

  @Test("hashes depend on every byte, on lengths and on order")
  func hashes() {
    var seen: Set<UInt64> = []
    for length in 0..<70 {
      let base = [UInt8](repeating: 7, count: length)
      #expect(seen.insert(Hash64.of(base)).inserted)
      for index in base.indices {
        var other = base
        other[index] = 8
        #expect(seen.insert(Hash64.of(other)).inserted, "length \(length), byte \(index)")
      }
    }
    var (ab, split) = (Hash64(), Hash64())
    ab.combine("ab")
    ab.combine("")
    split.combine("a")
    split.combine("b")
    #expect(ab.value != split.value)
  }
}
