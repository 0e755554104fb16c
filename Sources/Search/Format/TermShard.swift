internal import Escaping

/// Terms that stand next to each other in the dictionary, with their postings.
enum TermShard {
  static func encode(_ terms: ArraySlice<TermTable.Term>) -> String {
    var counts: [UInt8] = []
    var gaps: [UInt8] = []
    var payloads: [UInt8] = []
    for term in terms {
      let missing = term.frequency - term.postings.count
      Digits.append(2 * term.postings.count + (missing > 0 ? 1 : 0), to: &counts)
      if missing > 0 { Digits.append(missing, to: &counts) }
      var next = 0
      for posting in term.postings {
        Digits.append(Int(posting.page) - next, to: &gaps)
        payloads.append(Digits.character(Int(posting.payload)))
        next = Int(posting.page) + 1
      }
    }
    let strips = terms.map { 0x30 + UInt8($0.strip) }
    func string(_ bytes: [UInt8]) -> JSON { .string(String(decoding: bytes, as: UTF8.self)) }
    return JSON.object([
      .init("terms", .string(FrontCoding.encode(terms.lazy.map(\.text), separator: " "))),
      .init("strips", string(strips)), .init("counts", string(counts)), .init("gaps", string(gaps)),
      .init("payloads", string(payloads)),
    ]).serialized()
  }

  /// About how many bytes a term takes in a shard.
  static func size(postings: Int) -> Int { 4 + postings + postings / 5 }
}
