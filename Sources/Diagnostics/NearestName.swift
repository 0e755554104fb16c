/// Finds the real name somebody probably meant.
public enum NearestName {
  /// The candidate closest to `name`, or nil when none is close enough to be worth suggesting: at most a third of the
  /// longer name's letters may differ. Case is ignored; among equals the first candidate wins.
  ///
  /// - Parameter most: how many letters may differ at most, where a wrong suggestion would do harm.
  public static func of(_ name: String, among candidates: some Sequence<String>, within most: Int = .max) -> String? {
    // Nobody means a name by a word of this length, and comparing it with each would take long.
    guard name.utf8.count <= 200 else { return nil }
    let wanted = Array(name.lowercased().unicodeScalars)
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let letters = Array(candidate.lowercased().unicodeScalars)
      let allowed = min(most, max(1, max(wanted.count, letters.count) / 3))
      guard abs(wanted.count - letters.count) <= allowed else { continue }
      let distance = distance(wanted, letters)
      if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// Edits that turn one word into the other, a swap of two neighbours counting once (optimal string alignment).
  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      row.reserveCapacity(b.count + 1)
      for j in 1...b.count {
        var cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { cost = min(cost, beforeLast[j - 2] + 1) }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
