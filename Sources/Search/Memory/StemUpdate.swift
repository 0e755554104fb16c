/// Renews what words of one stem share, after words have come or gone.
struct StemUpdate {
  private let groups: StemGroups

  init(language: String) {
    groups = StemGroups(Stemmer(language))
  }

  /// Returns the rows for which anything may be different.
  func renew(_ rows: [Int32], in terms: inout TermColumns) -> Set<Int32> {
    var stems: Set<UInt64> = []
    var names: [UInt64: String] = [:]
    for row in rows {
      let text = terms.text(Int(row))
      guard StemGroups.isWord(text) else { continue }
      let stem = groups.stem(text)
      let hash = StemGroups.hash(stem)
      names[hash] = stem
      stems.insert(hash)
      terms.stems[Int(row)] = hash
    }
    guard !stems.isEmpty else { return [] }
    // A key may now belong to another stem; so those who had it, and those who may get it, are looked at together.
    var keys: Set<UInt64> = []
    for (hash, members) in Self.members(stems, of: terms.stems) {
      for row in members where terms.keys[row] != 0 { keys.insert(terms.keys[row]) }
      let living = members.filter { terms.frequencies[$0] > 0 }
      let key = groups.key(ofStem: names[hash] ?? "", living.map { terms.text($0) })
      let isLong = key.count >= StemGroups.shortestKey && !living.isEmpty
      let keyHash = isLong ? StemGroups.hash(String(decoding: key, as: UTF16.self)) : 0
      for row in members {
        terms.keys[row] = keyHash
        if !isLong { terms.strips[row] = 0 }
      }
      if isLong { keys.insert(keyHash) }
    }
    var changed = Set(rows)
    for hash in stems { for row in Self.members([hash], of: terms.stems)[hash] ?? [] { changed.insert(Int32(row)) } }
    for (_, members) in Self.members(keys, of: terms.keys) { award(members, &terms, &changed) }
    return changed
  }

  /// Gives a key to the first stem of those that want it.
  private func award(_ members: [Int], _ terms: inout TermColumns, _ changed: inout Set<Int32>) {
    let living = members.filter { terms.frequencies[$0] > 0 }
    var owners: [UInt64: String] = [:]
    for row in living where owners[terms.stems[row]] == nil {
      owners[terms.stems[row]] = groups.stem(terms.text(row))
    }
    guard let owner = owners.min(by: { $0.value < $1.value }) else { return }
    let own = living.filter { terms.stems[$0] == owner.key }
    let length = groups.key(ofStem: owner.value, own.map { terms.text($0) }).count
    for row in living {
      let strip = terms.stems[row] == owner.key ? UInt8(StemGroups.strip(terms.text(row), to: length)) : 0
      if terms.strips[row] != strip { changed.insert(Int32(row)) }
      terms.strips[row] = strip
    }
  }

  /// The rows at which a column has one of some values.
  private static func members(_ values: Set<UInt64>, of column: [UInt64]) -> [UInt64: [Int]] {
    var members: [UInt64: [Int]] = [:]
    // Most are told apart by a few bits.
    var bits = [Bool](repeating: false, count: 4096)
    for value in values { bits[Int(value & 4095)] = true }
    for row in column.indices where bits[Int(column[row] & 4095)] && values.contains(column[row]) {
      members[column[row], default: []].append(row)
    }
    return members
  }
}
