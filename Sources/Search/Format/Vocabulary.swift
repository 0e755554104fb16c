internal import Escaping

/// The terms of a large site that a misspelt word may have meant, when the shard it would lie in does not tell.
enum Vocabulary {
  static func importances(_ table: TermTable, _ rows: [Int32], _ plan: Pruning.Plan) -> [Int] {
    rows.map { row in
      let row = Int(row)
      return isWord(table.names[table.name(row)])
        ? importance(frequency: table.frequency(row), field: Int(plan.fields[row])) : 0
    }
  }

  static func encode(_ terms: [(text: String, frequency: Int)]) -> String {
    JSON.object([
      .init("terms", .string(FrontCoding.encode(terms.lazy.map(\.text), separator: " "))),
      .init("ranks", .string(Digits.text(terms.map { rank(frequency: $0.frequency) }))),
    ]).serialized()
  }

  /// The `size` most important terms, in order; earlier ones of those that are equally important. 0 is no candidate.
  static func chosen(_ importances: [Int], _ size: Int) -> [Int] {
    var histogram = [Int](repeating: 0, count: (importances.max() ?? 0) + 1)
    for importance in importances where importance > 0 { histogram[importance] += 1 }
    var (least, left) = (histogram.count, size)
    while least > 1, histogram[least - 1] <= left {
      least -= 1
      left -= histogram[least]
    }
    var chosen: [Int] = []
    for (index, importance) in importances.enumerated() where importance > 0 {
      if importance >= least {
        chosen.append(index)
      } else if importance == least - 1, left > 0 {
        chosen.append(index)
        left -= 1
      }
    }
    return chosen
  }

  /// How common a term is: six for each power of two.
  static func rank(frequency: Int) -> Int {
    min(84, 6 * (Int.bitWidth - 1 - max(1, frequency).leadingZeroBitCount))
  }

  /// Corrections are made to words of four characters and more, and not to numbers.
  static func isWord(_ bytes: ArraySlice<UInt8>) -> Bool {
    var isPlain = true
    for byte in bytes {
      if byte &- 0x30 < 10 { return false }
      if byte >= 0x80 { isPlain = false }
    }
    return isPlain ? bytes.count >= 3 && bytes.first != mark : isWord(String(decoding: bytes, as: UTF8.self))
  }

  private static let mark = Shingles.mark.asciiValue

  private static func isWord(_ text: String) -> Bool {
    text.utf16.count >= 3 && text.first != Shingles.mark
      && text.unicodeScalars.allSatisfy { $0.properties.numericType == nil }
  }

  /// Of a word with some frequency and most prominent field; 0 for what only one page says in passing.
  static func importance(frequency: Int, field: Int) -> Int {
    frequency > 1 || field > 0 ? min(frequency, 1000) + 1000 * field : 0
  }
}
