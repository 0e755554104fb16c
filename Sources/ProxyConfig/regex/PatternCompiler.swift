/// Turns a tree into a program for the matcher.
struct PatternCompiler {
  private(set) var program: [Instruction] = []
  private(set) var sets: [ByteSet] = []
  private(set) var loopCount = 0

  /// Counted repetitions are unrolled; a pattern that grows beyond this is refused.
  private static let largest = 50_000

  mutating func compile(_ tree: PatternTree, groupCount: Int) throws(Pattern.Refusal) {
    try emit(tree)
    program.append(.accept)
  }

  private mutating func emit(_ tree: PatternTree) throws(Pattern.Refusal) {
    guard program.count < Self.largest else {
      throw Pattern.Refusal(reason: "is too large to be tried here", isInvalid: false)
    }
    switch tree {
    case .empty: break
    case .set(let set):
      sets.append(set)
      program.append(.set(sets.count - 1))
    case .sequence(let parts):
      for part in parts { try emit(part) }
    case .choice(let ways): try emitChoice(ways)
    case .group(let number, let inner):
      program.append(.save(2 * number))
      try emit(inner)
      program.append(.save(2 * number + 1))
    case .atomic(let inner):
      let at = reserve()
      try emit(inner)
      program.append(.subEnd)
      program[at] = .atomic(next: program.count)
    case .look(let inner, let isBehind, let isNegative): try emitLook(inner, isBehind, isNegative)
    case .repeated(let inner, let least, let most, let isLazy): try emitLoop(inner, least, most, isLazy)
    case .assertion(let assertion): program.append(.assertion(assertion))
    case .backReference(let group, let ignoresCase): program.append(.backReference(group, ignoresCase: ignoresCase))
    case .keepOut: program.append(.save(0))
    }
  }

  private mutating func emitChoice(_ ways: [PatternTree]) throws(Pattern.Refusal) {
    var jumps: [Int] = []
    for (index, way) in ways.enumerated() {
      guard index < ways.count - 1 else {
        try emit(way)
        break
      }
      let at = reserve()
      try emit(way)
      jumps.append(reserve())
      program[at] = .split(at + 1, program.count)
    }
    for jump in jumps { program[jump] = .jump(program.count) }
  }

  /// A lookbehind whose ways differ in length becomes several, one for each length, as PCRE does.
  private mutating func emitLook(_ inner: PatternTree, _ isBehind: Bool, _ isNegative: Bool) throws(Pattern.Refusal) {
    guard isBehind, inner.fixedLength == nil, case .choice(let ways) = inner else {
      var behind: Int?
      if isBehind {
        guard let length = inner.fixedLength else {
          throw Pattern.Refusal(reason: "has a lookbehind of no fixed length", isInvalid: true)
        }
        behind = length
      }
      let at = reserve()
      try emit(inner)
      program.append(.subEnd)
      program[at] = .look(next: program.count, behind: behind, isNegative: isNegative)
      return
    }
    if isNegative {
      for way in ways { try emitLook(way, true, true) }
    } else {
      try emitChoice(ways.map { .look($0, isBehind: true, isNegative: false) })
    }
  }

  private mutating func emitLoop(
    _ inner: PatternTree, _ least: Int, _ most: Int?, _ isLazy: Bool
  ) throws(Pattern.Refusal) {
    for _ in 0..<least { try emit(inner) }
    guard let most else {
      let loop = loopCount
      loopCount += 1
      let top = reserve()
      program.append(.loopStart(loop))
      try emit(inner)
      let check = reserve()
      program.append(.jump(top))
      program[check] = .loopCheck(loop, exit: program.count)
      program[top] = isLazy ? .split(program.count, top + 1) : .split(top + 1, program.count)
      return
    }
    var exits: [Int] = []
    for _ in least..<max(least, most) {
      exits.append(reserve())
      try emit(inner)
    }
    for exit in exits {
      program[exit] = isLazy ? .split(program.count, exit + 1) : .split(exit + 1, program.count)
    }
  }

  private mutating func reserve() -> Int {
    program.append(.accept)
    return program.count - 1
  }
}
