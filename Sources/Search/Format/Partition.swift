/// Cuts the dictionary into shards of about equal size, between words that have little in common, so that the forms of a
/// word mostly lie in one shard and an edit moves few borders.
struct Partition {
  static func ranges(of terms: [TermTable.Term], count: Int) -> [Range<Int>] {
    guard count > 1, !terms.isEmpty else { return terms.isEmpty ? [] : [0..<terms.count] }
    let total = terms.reduce(0) { $0 + TermShard.size($1) }
    var ranges: [Range<Int>] = []
    var start = 0
    var size = 0
    for index in terms.indices {
      // How far behind the place of an even cut this is, in hundredths of a shard.
      let behind = 100 * size * count / max(1, total) - 100 * (ranges.count + 1)
      if index > start, ranges.count < count - 1, behind >= -10, isBorder(terms, index, behind: behind) {
        ranges.append(start..<index)
        start = index
      }
      size += TermShard.size(terms[index])
    }
    return ranges + [start..<terms.count]
  }

  /// The later the cut, the more the words beside it may have in common.
  private static func isBorder(_ terms: [TermTable.Term], _ index: Int, behind: Int) -> Bool {
    let (left, right) = (terms[index - 1].text.utf16, terms[index].text.utf16)
    let shared = zip(left, right).prefix { $0 == $1 }.count
    return shared < 3 || (shared < 5 && behind >= 5) || behind >= 20
  }
}
