internal import Content

/// All terms of a site with their postings, in the order of UTF-16, which is that of JavaScript's strings. A row a term.
struct TermTable: Sendable {
  /// The UTF-8 of all terms, one after another, and where each begins.
  private(set) var names: [UInt8] = []
  private(set) var nameStarts: [UInt32] = [0]
  /// Who has each term, by ascending page, and where each term's list begins.
  private(set) var postings: [PackedPosting] = []
  private(set) var starts: [UInt32] = [0]
  /// How many characters (UTF-16 units) to take off for the key that the words of a stem share.
  var strips: [UInt8] = []
  /// Hashes of each term's stem and of that key; 0 where there is none.
  var stems: [UInt64] = []
  var keys: [UInt64] = []
  /// By page: words in text and code, different words of the title, and different terms.
  private(set) var lengths: [Int] = []
  private(set) var titleLengths: [Int] = []
  private(set) var termsOfPage: [Int] = []

  var count: Int { nameStarts.count - 1 }

  func name(_ row: Int) -> Range<Int> { Int(nameStarts[row])..<Int(nameStarts[row + 1]) }
  func text(_ row: Int) -> String { String(decoding: names[name(row)], as: UTF8.self) }
  func list(_ row: Int) -> Range<Int> { Int(starts[row])..<Int(starts[row + 1]) }

  /// Where a term's list has pages below `page`, from a place in it on.
  @inline(__always)
  func list(_ row: Int, from place: UInt32, below page: Int) -> Range<Int> {
    let last = Int(starts[row + 1])
    var end = Int(place)
    while end < last, postings[end].number < page { end += 1 }
    return Int(place)..<end
  }

  /// On how many pages a term stands.
  func frequency(_ row: Int) -> Int { Int(starts[row + 1] - starts[row]) }

  /// The row of a term; nil if no page has it.
  func row(of text: String) -> Int? {
    let wanted = Array(text.utf8)[...]
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if TermOrder.precedes(names[name(middle)], wanted) { low = middle + 1 } else { high = middle }
    }
    return low < count && names[name(low)] == wanted ? low : nil
  }

  /// How many UTF-16 units two terms have in common at their beginnings, up to 5.
  func shared(_ left: Int, _ right: Int) -> Int { TermColumns.shared(names[name(left)], names[name(right)]) }

  /// - Parameter counters: of pages that follow each other.
  init(_ counters: [CountedTerms]) {
    for page in counters.lazy.flatMap(\.pages) {
      lengths.append(page.length)
      titleLengths.append(page.titleLength)
      termsOfPage.append(page.entries.count)
    }
    let average = Self.averageLength(words: lengths.reduce(0, +), pages: lengths.count)

    // Each counter has numbers of its own; those that occur get common ones.
    var pool = TermPool()
    var frequencies: [UInt32] = []
    var numbers: [[Int32]] = []
    for counter in counters {
      let occurs = counter.frequencies
      var known = [Int32](repeating: 0, count: occurs.count)
      counter.names.withUnsafeBufferPointer { bytes in
        for number in occurs.indices where occurs[number] > 0 {
          let common = pool.number(of: UnsafeBufferPointer(rebasing: bytes[counter.name(number)]))
          if common == frequencies.count { frequencies.append(0) }
          frequencies[common] += occurs[number]
          known[number] = Int32(common)
        }
      }
      numbers.append(known)
    }

    let order = DictionaryOrder.order(pool)
    var rows = [Int32](repeating: 0, count: order.count)
    names.reserveCapacity(pool.bytes.count)
    nameStarts.reserveCapacity(order.count + 1)
    starts.reserveCapacity(order.count + 1)
    for (row, number) in order.enumerated() {
      rows[Int(number)] = Int32(row)
      names.append(contentsOf: pool.bytes[pool.range(Int(number))])
      nameStarts.append(UInt32(names.count))
      starts.append(starts[row] + frequencies[Int(number)])
    }
    fill(counters, numbers.map { $0.map { rows.isEmpty ? 0 : rows[Int($0)] } }, average)
    strips = [UInt8](repeating: 0, count: count)
    stems = [UInt64](repeating: 0, count: count)
    keys = stems
  }

  /// Puts each page's entries into the lists of their terms.
  private mutating func fill(_ counters: [CountedTerms], _ rows: [[Int32]], _ average: Double) {
    var next = starts
    postings = [PackedPosting](repeating: PackedPosting(0, payload: 0), count: Int(starts[count]))
    var number = 0
    for (part, counter) in counters.enumerated() {
      let entries = counter.entries.read()
      for page in counter.pages {
        for index in page.entries {
          let entry = entries[index]
          let row = Int(rows[part][Int(entry.term)])
          let payload = Posting.payload(
            field: entry.field, frequency: entry.frequency, length: page.length, averageLength: average)
          postings[Int(next[row])] = PackedPosting(number, payload: payload)
          next[row] += 1
        }
        number += 1
      }
    }
  }

  /// The middle of the length's step on a scale of quarters of a power of two, so that an edit rarely moves it.
  static func averageLength(words: Int, pages: Int) -> Double {
    var step = 16.0
    while step * 1.19 < Double(words) / Double(max(1, pages)) { step *= 1.189_207_115 }
    return step
  }
}
