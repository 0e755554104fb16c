internal import Packing

/// Every term of an index, also those that were pruned away: a row a term, a column a fact.
///
/// The first `sorted` rows are in the dictionary's order (UTF-16); behind them stand the terms that edits brought, and
/// `added` has those in order. A term that no page has any more keeps its row, with a frequency of 0.
struct TermColumns: Sendable {
  /// The UTF-8 of all terms, one after another, and where each begins.
  private(set) var names: [UInt8] = []
  private var starts: [UInt32] = [0]
  private(set) var sorted = 0
  private(set) var added: [Int32] = []
  /// On how many pages each stands.
  var frequencies: [Int32] = []
  /// How many postings it has after pruning, and how many it would have with the next more generous limit.
  var kept: [Int32] = []
  var keptBelow: [Int32] = []
  var strips: [UInt8] = []
  /// The most prominent field of its postings after pruning.
  var fields: [UInt8] = []
  /// Hashes of its stem and of what the words of that stem share; 0 where there is none.
  var stems: [UInt64] = []
  var keys: [UInt64] = []
  /// Whether it may be what a misspelt word meant.
  private(set) var isWord: [Bool] = []

  var count: Int { frequencies.count }

  init() {}

  /// The terms of a new index.
  init(_ table: TermTable, _ plan: Pruning.Plan) {
    (names, starts, sorted) = (table.names, table.nameStarts, table.count)
    frequencies = (0..<table.count).map { Int32(table.frequency($0)) }
    (kept, keptBelow, fields) = (plan.kept, plan.keptBelow, plan.fields)
    (strips, stems, keys) = (table.strips, table.stems, table.keys)
    isWord = (0..<table.count).map { Vocabulary.isWord(table.names[table.name($0)]) }
  }

  /// Adds a row; `isSorted` rows come in order.
  mutating func append(_ text: String, frequency: Int, isSorted: Bool = true) {
    names.append(contentsOf: text.utf8)
    starts.append(UInt32(names.count))
    frequencies.append(Int32(frequency))
    kept.append(0)
    keptBelow.append(0)
    strips.append(0)
    fields.append(0)
    stems.append(0)
    keys.append(0)
    isWord.append(Vocabulary.isWord(Array(text.utf8)[...]))
    if isSorted { sorted += 1 }
  }

  func text(_ row: Int) -> String { String(decoding: bytes(row), as: UTF8.self) }

  /// The row of a term, made if there is none.
  mutating func row(of text: String) -> Int {
    let wanted = Array(text.utf8)
    let place = Self.place(sorted) { TermOrder.precedes(bytes($0), wanted[...]) }
    if place < sorted, bytes(place).elementsEqual(wanted) { return place }
    let among = Self.place(added.count) { TermOrder.precedes(bytes(Int(added[$0])), wanted[...]) }
    if among < added.count, bytes(Int(added[among])).elementsEqual(wanted) { return Int(added[among]) }
    added.insert(Int32(count), at: among)
    append(text, frequency: 0, isSorted: false)
    return count - 1
  }

  /// Whether some page is found by a term.
  func isKept(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    let place = Self.place(sorted) { TermOrder.precedes(bytes($0), wanted[...]) }
    if place < sorted, bytes(place).elementsEqual(wanted) { return kept[place] > 0 }
    return added.contains { kept[Int($0)] > 0 && bytes(Int($0)).elementsEqual(wanted) }
  }

  /// All rows in the dictionary's order.
  func order() -> [Int32] {
    guard !added.isEmpty else { return Array(0..<Int32(sorted)) }
    var order: [Int32] = []
    order.reserveCapacity(count)
    var next: Int32 = 0
    for row in added {
      let place = Int32(Self.place(sorted) { TermOrder.precedes(bytes($0), bytes(Int(row))) })
      order.append(contentsOf: next..<max(next, place))
      next = max(next, place)
      order.append(row)
    }
    order.append(contentsOf: next..<Int32(sorted))
    return order
  }

  /// How many UTF-16 units two terms have in common at their beginnings, up to 5.
  func shared(_ left: Int, _ right: Int) -> Int { Self.shared(bytes(left), bytes(right)) }

  static func shared(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
    let isPlain = left.prefix(5).allSatisfy { $0 < 0x80 } && right.prefix(5).allSatisfy { $0 < 0x80 }
    if isPlain { return zip(left, right).prefix(5).prefix { $0 == $1 }.count }
    let texts = [left, right].map { Array(String(decoding: $0, as: UTF8.self).utf16.prefix(5)) }
    return zip(texts[0], texts[1]).prefix { $0 == $1 }.count
  }

  func bytes(_ row: Int) -> ArraySlice<UInt8> { names[Int(starts[row])..<Int(starts[row + 1])] }

  /// The first place from which `isBefore` no longer holds.
  private static func place(_ count: Int, _ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension TermColumns {
  /// A row as an edit left it.
  struct Row: BitwiseCopyable, Sendable {
    var stem: UInt64
    var key: UInt64
    var row: Int32
    var frequency: Int32
    var kept: Int32
    var keptBelow: Int32
    var strip: UInt8
    var field: UInt8
  }

  subscript(row row: Int32) -> Row {
    get {
      let index = Int(row)
      return Row(
        stem: stems[index], key: keys[index], row: row, frequency: frequencies[index], kept: kept[index],
        keptBelow: keptBelow[index], strip: strips[index], field: fields[index])
    }
    set {
      let index = Int(row)
      (stems[index], keys[index], frequencies[index]) = (newValue.stem, newValue.key, newValue.frequency)
      (kept[index], keptBelow[index]) = (newValue.kept, newValue.keptBelow)
      (strips[index], fields[index]) = (newValue.strip, newValue.field)
    }
  }

  func pack(into writer: inout PackedWriter) {
    writer.number(sorted)
    writer.data(names)
    writer.table(starts)
    writer.table(frequencies)
    writer.table(kept)
    writer.table(keptBelow)
    writer.data(strips)
    writer.data(fields)
    writer.data(isWord.map { $0 ? 1 : 0 })
    writer.table(stems)
    writer.table(keys)
  }

  init(from reader: inout PackedReader) {
    sorted = reader.number()
    names = reader.data()
    starts = reader.table(UInt32.self)
    frequencies = reader.table(Int32.self)
    kept = reader.table(Int32.self)
    keptBelow = reader.table(Int32.self)
    strips = reader.data()
    fields = reader.data()
    isWord = reader.data().map { $0 != 0 }
    stems = reader.table(UInt64.self)
    keys = reader.table(UInt64.self)
    let counts = [
      starts.count - 1, frequencies.count, kept.count, keptBelow.count, strips.count, fields.count, isWord.count,
      stems.count, keys.count,
    ]
    guard counts.allSatisfy({ $0 == sorted }), starts.last.map(Int.init) == names.count,
      zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 })
    else {
      reader.reject()
      return
    }
  }
}
