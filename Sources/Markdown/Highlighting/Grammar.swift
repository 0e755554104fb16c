struct Grammar: Sendable {
  static func named(_ name: String) -> Grammar? { nil }
}
enum Highlighter {
  static func highlight(_ bytes: [UInt8], _ range: Range<Int>, as grammar: Grammar, to output: inout [UInt8]) {}
}
