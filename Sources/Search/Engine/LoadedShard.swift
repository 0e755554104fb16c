/// A shard taken apart.
final class LoadedShard {
  let terms: [String]
  private let strips: [UInt8]
  /// On how many pages each term stands.
  private let frequencies: [Int]
  /// Where each term's postings start, and where the last ones end.
  private var starts = [0]
  private var pages: [Int32] = []
  private let payloads: [UInt8]

  init(_ value: ShardValue) {
    terms = FrontCoding.decode(value.terms, separator: " ")
    strips = Array(value.strips.utf8)
    payloads = Array(value.payloads.utf8)
    let (counts, gaps) = (ArraySlice(value.counts.utf8), ArraySlice(value.gaps.utf8))
    var (count, gap) = (0, 0)
    var frequencies: [Int] = []
    while let number = Digits.read(counts, &count) {
      var page = -1
      // Of a damaged file what can be read is taken.
      for _ in 0..<number / 2 {
        guard let next = Digits.read(gaps, &gap), page < Int(Int32.max) - next - 1 else { break }
        page += 1 + next
        pages.append(Int32(page))
      }
      starts.append(pages.count)
      frequencies.append(number / 2 + (number % 2 == 0 ? 0 : Digits.read(counts, &count) ?? 0))
    }
    self.frequencies = frequencies
  }

  /// Where `term` is, or where it would be.
  func position(of term: String) -> (index: Int, isFound: Bool) {
    var low = 0
    var high = terms.count
    while low < high {
      let middle = (low + high) / 2
      if terms[middle].utf16.lexicographicallyPrecedes(term.utf16) { low = middle + 1 } else { high = middle }
    }
    return (low, low < terms.count && terms[low] == term)
  }

  /// What the forms of the term share.
  func key(_ index: Int) -> String {
    guard index < strips.count else { return terms[index] }
    return String(decoding: Array(terms[index].utf16).dropLast(max(0, Int(strips[index]) - 0x30)), as: UTF16.self)
  }

  func frequency(_ index: Int) -> Int { index < frequencies.count ? frequencies[index] : 0 }

  /// Calls `body` with each page and payload.
  func postings(_ index: Int, _ body: (Int, Int) -> Void) {
    guard index + 1 < starts.count else { return }
    for posting in starts[index]..<starts[index + 1] where posting < payloads.count {
      let payload = Digits.value(payloads[posting])
      if Posting.payloads.contains(payload) { body(Int(pages[posting]), payload) }
    }
  }
}
