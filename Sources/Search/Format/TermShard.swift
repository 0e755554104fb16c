internal import Escaping
internal import Foundation

/// Terms that stand next to each other in the dictionary, with their postings.
struct TermShard {
  private var terms = FrontCoding.Coder(separator: " ")
  private var strips: [UInt8] = []
  private var counts: [UInt8] = []
  private var gaps: [UInt8] = []
  private var payloads: [UInt8] = []
  /// Of the term that was added last: its postings so far, and the page behind the last one.
  private var count = 0
  private var next = 0

  /// Adds a term with the postings that are in the index; `frequency` also counts those that are not.
  mutating func add(_ term: ArraySlice<UInt8>, strip: UInt8, frequency: Int, _ postings: some Sequence<PackedPosting>) {
    terms.add(term)
    strips.append(0x30 + strip)
    (count, next) = (0, 0)
    for posting in postings {
      Digits.append(posting.number - next, to: &gaps)
      payloads.append(Digits.character(Int(posting.payload)))
      next = posting.number + 1
      count += 1
    }
    let missing = frequency - count
    Digits.append(2 * count + (missing > 0 ? 1 : 0), to: &counts)
    if missing > 0 { Digits.append(missing, to: &counts) }
  }

  func encode() -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(terms.bytes.count + strips.count + counts.count + gaps.count + payloads.count + 100)
    let members = [
      ("terms", terms.bytes), ("strips", strips), ("counts", counts), ("gaps", gaps), ("payloads", payloads),
    ]
    for (index, (name, value)) in members.enumerated() {
      bytes.append(UInt8(ascii: index == 0 ? "{" : ","))
      JSON.append(quoted: name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      JSON.append(quoted: value, to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// About how many bits a term takes in a shard after gzip. A gap takes the fewer the more pages have the term.
  static func size(postings: Int, pages: Int) -> Int {
    let gap = log2(Double(max(pages, 1)) / Double(max(postings, 1)))
    return 30 + Int(Double(postings) * (4.2 + 0.9 * max(0, gap)))
  }
}
