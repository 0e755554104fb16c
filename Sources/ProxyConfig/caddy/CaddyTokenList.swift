/// Words of which some are replaced on the way: what lies ahead stays where it is, however often an import puts words in its
/// place (a gap buffer).
struct CaddyTokenList {
  private var before: [CaddyToken] = []
  /// What follows, its first word last.
  private var after: [CaddyToken]

  init(_ tokens: [CaddyToken]) { after = tokens.reversed() }

  var count: Int { before.count + after.count }
  var isEmpty: Bool { before.isEmpty && after.isEmpty }
  var indices: Range<Int> { 0..<count }

  subscript(index: Int) -> CaddyToken {
    index < before.count ? before[index] : after[after.count - 1 - (index - before.count)]
  }

  func slice(_ range: Range<Int>) -> [CaddyToken] { range.map { self[$0] } }

  mutating func replace(_ range: Range<Int>, with tokens: [CaddyToken]) {
    while before.count < range.upperBound, let next = after.popLast() { before.append(next) }
    while before.count > range.upperBound, let last = before.popLast() { after.append(last) }
    before.removeLast(range.count)
    after += tokens.reversed()
  }
}
