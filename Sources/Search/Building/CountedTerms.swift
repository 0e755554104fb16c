internal import Packing

/// What was counted of pages that follow each other.
struct CountedTerms: Sendable {
  struct Page: Sendable {
    /// Where its entries lie, in no order.
    let entries: Range<Int>
    /// How many words its text and code have.
    let length: Int
    /// How many different words its title has.
    let titleLength: Int
  }

  /// A term on a page: its most prominent field and its weighted frequency.
  struct Entry: BitwiseCopyable, Sendable {
    let term: Int32
    /// The frequency in halves of an occurrence, above three bits of the field.
    var bits: UInt32

    var field: Field { Field(rawValue: Int(bits & 7)) ?? .text }
    var frequency: Double { Double(bits >> 3) / 2 }
  }

  /// The UTF-8 of all terms, one after another, and where each begins.
  let names: [UInt8]
  let nameStarts: [UInt32]
  /// On how many pages each term stands.
  let frequencies: [UInt32]
  let entries: Entries
  let pages: [Page]

  func name(_ term: Int) -> Range<Int> { Int(nameStarts[term])..<Int(nameStarts[term + 1]) }

  /// Entries in four bytes each, since a page has some hundreds of them: 23 bits for the term, nine for what was counted.
  /// The few that do not fit stand beside.
  struct Entries: Sendable {
    private static let countedBits: UInt32 = 9
    private static let isElsewhere = UInt32.max
    private(set) var count = 0
    private var packed: [UInt32] = []
    private var wide: [Int: Entry] = [:]
    private var shelved: ShelvedBytes?

    mutating func append(_ entry: Entry) {
      let term = UInt32(bitPattern: entry.term)
      let isNarrow = term < UInt32.max >> Self.countedBits && entry.bits < 1 << Self.countedBits
      if !isNarrow { wide[count] = entry }
      count += 1
      packed.append(isNarrow ? term << Self.countedBits | entry.bits : Self.isElsewhere)
    }

    /// Lets them wait in a store, if that has room, until they are `read`.
    mutating func putAway(in store: any ByteStore) {
      shelved = ShelvedBytes(PackedWriter.bytes(of: packed), in: store)
      guard let shelved else { return }
      shelved.release()
      packed = []
    }

    /// The same in memory. What cannot be read back is all the same term: the store says that nothing made of it is any good.
    func read() -> Entries {
      guard let shelved else { return self }
      var entries = self
      entries.packed = PackedReader.rows(of: UInt32.self, in: shelved.bytes)
      if entries.packed.count != count { entries.packed = [UInt32](repeating: 0, count: count) }
      entries.shelved = nil
      return entries
    }

    @inline(__always)
    subscript(_ index: Int) -> Entry {
      let bits = packed[index]
      if bits == Self.isElsewhere, let entry = wide[index] { return entry }
      return Entry(term: Int32(bits >> Self.countedBits), bits: bits & (1 << Self.countedBits - 1))
    }
  }
}
