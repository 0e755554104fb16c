/// Runs a pattern's program by backtracking, with a stack of its own and a limit on steps.
struct PatternMatcher {
  private enum Entry {
    case branch(pc: Int, position: Int)
    case restoreSlot(Int, Int)
    case restoreLoop(Int, Int)
  }

  private let pattern: Pattern
  private let subject: [UInt8]
  private var stepsLeft: Int
  private var slots: [Int]
  private var loops: [Int]
  private var stack: [Entry] = []

  init(_ pattern: Pattern, _ subject: [UInt8], stepLimit: Int) {
    self.pattern = pattern
    self.subject = subject
    stepsLeft = stepLimit
    slots = Array(repeating: -1, count: 2 * (pattern.groupCount + 1))
    loops = Array(repeating: -1, count: pattern.loopCount)
  }

  mutating func search() -> Pattern.Outcome {
    for start in 0...subject.count {
      for index in slots.indices { slots[index] = -1 }
      stack.removeAll(keepingCapacity: true)
      slots[0] = start
      if let end = run(from: 0, at: start) {
        slots[1] = end
        return .match(
          stride(from: 0, to: slots.count, by: 2).map {
            slots[$0] >= 0 && slots[$0 + 1] >= slots[$0] ? slots[$0]..<slots[$0 + 1] : nil
          })
      }
      if stepsLeft <= 0 { return .gaveUp }
    }
    return .noMatch
  }

  /// Runs until `accept` or `subEnd`; the result is where that was, or nil. Only entries of its own are popped.
  private mutating func run(from start: Int, at begin: Int) -> Int? {
    let floor = stack.count
    var pc = start
    var position = begin
    while true {
      stepsLeft -= 1
      if stepsLeft <= 0 { return nil }
      var isAlive = true
      switch pattern.program[pc] {
      case .set(let index):
        isAlive = position < subject.count && pattern.sets[index].contains(subject[position])
        (pc, position) = (pc + 1, position + 1)
      case .byte(let byte):
        isAlive = position < subject.count && subject[position] == byte
        (pc, position) = (pc + 1, position + 1)
      case .split(let first, let second):
        stack.append(.branch(pc: second, position: position))
        pc = first
      case .jump(let target): pc = target
      case .save(let slot):
        stack.append(.restoreSlot(slot, slots[slot]))
        slots[slot] = position
        pc += 1
      case .assertion(let assertion):
        isAlive = holds(assertion, at: position)
        pc += 1
      case .backReference(let group, let ignoresCase):
        if let end = endOfRepeat(of: group, ignoresCase, at: position) { position = end } else { isAlive = false }
        pc += 1
      case .atomic(let next):
        let mark = stack.count
        if let end = run(from: pc + 1, at: position) {
          dropBranches(above: mark)
          position = end
        } else {
          isAlive = false
        }
        pc = next
      case .look(let next, let behind, let isNegative):
        let from = position - (behind ?? 0)
        let mark = stack.count
        var found = from >= 0 && run(from: pc + 1, at: from) != nil
        if isNegative {
          if found { unwind(to: mark) }
          found.toggle()
        } else if found {
          dropBranches(above: mark)
        }
        isAlive = found
        pc = next
      case .loopStart(let loop):
        stack.append(.restoreLoop(loop, loops[loop]))
        loops[loop] = position
        pc += 1
      case .loopCheck(let loop, let exit): pc = loops[loop] == position ? exit : pc + 1
      case .subEnd, .accept: return position
      }
      if isAlive { continue }
      guard let branch = backtrack(to: floor) else { return nil }
      (pc, position) = branch
    }
  }

  /// Undoes what was saved up to the last branch not taken.
  private mutating func backtrack(to floor: Int) -> (Int, Int)? {
    while stack.count > floor {
      switch stack.removeLast() {
      case .branch(let pc, let position): return (pc, position)
      case .restoreSlot(let slot, let value): slots[slot] = value
      case .restoreLoop(let loop, let value): loops[loop] = value
      }
    }
    return nil
  }

  private mutating func unwind(to floor: Int) {
    while backtrack(to: floor) != nil {}
  }

  /// Forgets the ways back into a group that is final, but not how to undo its captures.
  private mutating func dropBranches(above mark: Int) {
    let kept = stack[mark...].filter { if case .branch = $0 { false } else { true } }
    stack.replaceSubrange(mark..., with: kept)
  }

  private func holds(_ assertion: PatternTree.Assertion, at position: Int) -> Bool {
    switch assertion {
    case .start: position == 0
    case .end: position == subject.count
    case .endBeforeNewline: position == subject.count || position == subject.count - 1 && subject[position] == 0x0A
    case .lineStart: position == 0 || position < subject.count && subject[position - 1] == 0x0A
    case .lineEnd: position == subject.count || subject[position] == 0x0A
    case .wordEdge: isWord(position - 1) != isWord(position)
    case .noWordEdge: isWord(position - 1) == isWord(position)
    }
  }

  private func isWord(_ position: Int) -> Bool {
    subject.indices.contains(position) && ByteSet.words.contains(subject[position])
  }

  private func endOfRepeat(of group: Int, _ ignoresCase: Bool, at position: Int) -> Int? {
    let (start, end) = (slots[2 * group], slots[2 * group + 1])
    guard start >= 0, end >= start, position + end - start <= subject.count else { return nil }
    for offset in 0..<end - start {
      let (a, b) = (subject[start + offset], subject[position + offset])
      if a != b, !ignoresCase || ByteSet([a]).caseless != ByteSet([b]).caseless { return nil }
    }
    return position + end - start
  }
}
