/// A directive's name that stock nginx knows, as a number: what is said of the name need not be looked for by its text.
struct NginxStockName: Sendable, Hashable {
  private let number: Int16

  /// - Parameter range: where the name stands in `bytes`.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    guard let number = Self.table.number(bytes, range) else { return nil }
    self.number = number
  }

  var text: String { Self.table.names[Int(number)] }
  var rules: [NginxDirectiveRule] { Self.table.rules[Int(number)] }
  /// What is asked of the directive beyond its rules; nil for nothing.
  var check: NginxDirectiveCheck.Check? { Self.table.checks[Int(number)] }
  var variables: NginxVariableSource { Self.table.variables[Int(number)] }

  private static let table = Table()

  /// Everything known of the names, and a hash table from their bytes to their numbers (open addressing).
  private struct Table: Sendable {
    let names: [String]
    let rules: [[NginxDirectiveRule]]
    let checks: [NginxDirectiveCheck.Check?]
    let variables: [NginxVariableSource]
    private let bytes: [[UInt8]]
    private var slots: [Int16]

    init() {
      let sorted = NginxDirectiveRule.all.sorted { $0.key < $1.key }
      names = sorted.map(\.key)
      rules = sorted.map(\.value)
      checks = names.map(NginxDirectiveCheck.of)
      variables = names.map(NginxVariableSource.init)
      bytes = names.map { Array($0.utf8) }
      // A power of two, at most half full.
      var size = 64
      while size < 2 * names.count { size *= 2 }
      slots = Array(repeating: -1, count: size)
      for (number, name) in bytes.enumerated() {
        var slot = Self.hash(name, name.indices) & (size - 1)
        while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
        slots[slot] = Int16(number)
      }
    }

    func number(_ text: [UInt8], _ range: Range<Int>) -> Int16? {
      var slot = Self.hash(text, range) & (slots.count - 1)
      while slots[slot] >= 0 {
        if Self.isEqual(bytes[Int(slots[slot])], text, range) { return slots[slot] }
        slot = (slot + 1) & (slots.count - 1)
      }
      return nil
    }

    private static func isEqual(_ name: [UInt8], _ text: [UInt8], _ range: Range<Int>) -> Bool {
      guard name.count == range.count else { return false }
      for index in name.indices where name[index] != text[range.lowerBound + index] { return false }
      return true
    }

    /// FNV-1a; long words are no names, so that their ends do not matter.
    private static func hash(_ text: [UInt8], _ range: Range<Int>) -> Int {
      var hash: UInt32 = 2_166_136_261
      for index in range.prefix(64) { hash = (hash ^ UInt32(text[index])) &* 16_777_619 }
      return Int(hash ^ hash >> 15)
    }
  }
}
