internal import Packing

/// Works out what the words of one stem share, so that engines find a word's other forms without a stemmer.
struct StemGroups {
  private let stemmer: Stemmer

  init(_ stemmer: Stemmer) { self.stemmer = stemmer }

  /// Shorter keys would make strangers kin.
  static let shortestKey = 3
  static let longestStrip = 40

  /// What the words of a stem have in common.
  private struct Group {
    var members: [Int] = []
    /// How many bytes of the stem the members share; counts only while all of them are ASCII.
    var shared: Int
    var isPlain: Bool
  }

  func mark(_ table: inout TermTable) {
    var stems = TermPool()
    var groups: [Group] = []
    table.names.withUnsafeBufferPointer { names in
      for row in 0..<table.count {
        let text = UnsafeBufferPointer(rebasing: names[table.name(row)])
        let isPlain = Self.isPlain(text)
        guard isPlain ? Self.isPlainWord(text) : Self.isWord(table.text(row)) else { continue }
        let (stem, shared, count) = stemmer.withStem(of: text) { stem in
          (stems.number(of: stem), Self.shared(stem, text), stem.count)
        }
        if stem == groups.count { groups.append(Group(shared: count, isPlain: true)) }
        groups[stem].members.append(row)
        groups[stem].shared = min(groups[stem].shared, shared)
        if !isPlain { groups[stem].isPlain = false }
      }
    }
    award(groups, stems, &table)
  }

  /// Marks the words of all stems. Of stems with the same key the first has it.
  private func award(_ groups: [Group], _ stems: TermPool, _ table: inout TermTable) {
    var owners: [UInt64: (group: Int, length: Int)] = [:]
    for (number, group) in groups.enumerated() {
      let stem = stems.bytes[stems.range(number)]
      let stemHash = Self.hash(stem)
      for member in group.members { table.stems[member] = stemHash }
      let (keyHash, length) = key(group, stem, table)
      guard length >= Self.shortestKey else { continue }
      for member in group.members { table.keys[member] = keyHash }
      if let owner = owners[keyHash], stems.text(owner.group) < stems.text(number) { continue }
      owners[keyHash] = (number, length)
    }
    for (group, length) in owners.values {
      for member in groups[group].members {
        let text = table.names[table.name(member)]
        let units = groups[group].isPlain ? text.count : String(decoding: text, as: UTF8.self).utf16.count
        table.strips[member] = UInt8(min(Self.longestStrip, units - length))
      }
    }
  }

  /// The key's hash, and how many UTF-16 units it has.
  private func key(_ group: Group, _ stem: ArraySlice<UInt8>, _ table: TermTable) -> (hash: UInt64, length: Int) {
    if group.isPlain, stem.allSatisfy({ $0 < 0x80 }) { return (Self.hash(stem.prefix(group.shared)), group.shared) }
    let key = key(ofStem: String(decoding: stem, as: UTF8.self), group.members.lazy.map { table.text($0) })
    return (Self.hash(String(decoding: key, as: UTF16.self)), key.count)
  }

  func stem(_ text: String) -> String {
    var text = text
    return text.withUTF8 { stemmer.withStem(of: $0) { String(decoding: $0, as: UTF8.self) } }
  }

  /// What the words of a stem share; it counts if it is long enough.
  func key(ofStem stem: String, _ members: some Sequence<String>) -> [UInt16] {
    var key = Array(stem.utf16)
    for member in members { key = commonPrefix(key, Array(member.utf16)) }
    return key
  }

  static func strip(_ text: String, to length: Int) -> Int { min(longestStrip, text.utf16.count - length) }

  static func hash(_ text: String) -> UInt64 {
    var hash = Hash64()
    hash.combine(text)
    return hash.value
  }

  private static func hash(_ text: ArraySlice<UInt8>) -> UInt64 {
    var hash = Hash64()
    text.withUnsafeBytes { hash.combine($0) }
    return hash.value
  }

  /// Identifiers, numbers and hashes have one form.
  static func isWord(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      Tokenizer.isWord($0) && $0.properties.numericType == nil && !Tokenizer.isPaired($0.value)
    }
  }

  private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in text where byte >= 0x80 { return false }
    return true
  }

  /// The same as `isWord` for ASCII.
  private static func isPlainWord(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in text where (byte | 0x20) &- 0x61 >= 26 { return false }
    return true
  }

  private static func shared(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
    let most = min(left.count, right.count)
    var count = 0
    while count < most, left[count] == right[count] { count += 1 }
    return count
  }

  private func commonPrefix(_ left: [UInt16], _ right: [UInt16]) -> [UInt16] {
    Array(zip(left, right).prefix { $0 == $1 }.map { $0.0 })
  }
}
