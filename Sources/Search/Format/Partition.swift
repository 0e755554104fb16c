/// Cuts the dictionary into shards of about equal size, between words that have little in common, so that the forms of a
/// word mostly lie in one shard and an edit moves few borders.
enum Partition {
  /// - Parameters:
  ///   - size: what a term takes, in any unit.
  ///   - shared: how many UTF-16 units two neighbours have in common at their beginnings, up to 5.
  static func ranges(
    of terms: Int, into count: Int, size: (Int) -> Int, shared: (Int, Int) -> Int
  ) -> [Range<Int>] {
    guard count > 1, terms > 0 else { return terms == 0 ? [] : [0..<terms] }
    let total = max(1, (0..<terms).reduce(0) { $0 + size($1) })
    var ranges: [Range<Int>] = []
    var start = 0
    var sum = 0
    for index in 0..<terms {
      // How far behind the place of an even cut this is, in hundredths of a shard.
      let behind = 100 * sum * count / total - 100 * (ranges.count + 1)
      if index > start, ranges.count < count - 1, behind >= -6, isBorder(shared(index - 1, index), behind: behind) {
        ranges.append(start..<index)
        start = index
      }
      sum += size(index)
    }
    return ranges + [start..<terms]
  }

  /// The later the cut, the more the words beside it may have in common.
  private static func isBorder(_ shared: Int, behind: Int) -> Bool {
    shared < 3 || (shared < 5 && behind >= 0) || behind >= 6
  }
}
