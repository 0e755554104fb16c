import ProxyConfig

/// Requests that are worked out by languages.
extension Solver {
  mutating func byLanguages(
    _ notes: ArraySlice<TextWatch.Note>, _ origin: TextOrigin, _ question: TextQuestion, _ taken: Int, _ request: Sent
  ) -> Answer {
    let together = together(notes, origin, question, taken)
    guard let ways = together ?? residual(origin, question, taken) else {
      return .unknown("no request could be worked out for a test on \(origin.description)")
    }
    let pieces = together == nil ? nil : origin.core.pieces
    let others = notes.filter { note in
      if case .text(let other, _, _) = note { other.core.pieces != pieces } else { true }
    }
    var why: String?
    for way in ways {
      switch follow(way, notes, beside: others, origin, question, taken, request) {
      case .none: continue
      case .found(let sent): return .found(sent)
      case .unknown(let reason): why = why ?? reason
      }
    }
    return why.map { .unknown($0) } ?? .none
  }

  /// Looks for a request of one way: of each input the shortest word there is.
  ///
  /// - Parameter others: notes that the way does not come of already.
  private mutating func follow(
    _ way: [String: Language], _ notes: ArraySlice<TextWatch.Note>, beside others: [TextWatch.Note],
    _ origin: TextOrigin, _ question: TextQuestion, _ taken: Int, _ request: Sent
  ) -> Answer {
    let names = way.keys.sorted()
    var parts: [String: [Language]] = [:]
    for name in names {
      parts[name] = [universe.language(of: name, watch), way[name] ?? languages.all]
      parts[name]? += known(others, of: name, beside: [:])
      switch languages.shortest(languages.both(parts[name] ?? [])) {
      case .none: return .none
      case .tooMany: return .unknown("the tests on the \(name) have too many states together")
      case .found: break
      }
    }
    // An expression may read the shortest words in another way, and what inputs are together depends on all of them.
    var mayBeMissed = names.count > 1
    for turn in 0..<Self.tries {
      guard let inputs = words(of: names, parts, others, request.inputs) else {
        return mayBeMissed ? noExample(origin) : .none
      }
      if goes(notes, origin, question, taken, inputs, since: request.inputs) {
        return .found(Sent(inputs: inputs, numbers: request.numbers))
      }
      // With another word of another input, this one might have done.
      let alone = notes.filter { !$0.isOfSeveralInputs }
      mayBeMissed = mayBeMissed || goes(alone[...], origin, question, taken, inputs, since: request.inputs)
      let name = names[turn % names.count]
      parts[name]?.append(languages.not(languages.word(inputs[name] ?? [])))
    }
    return noExample(origin)
  }

  private func noExample(_ origin: TextOrigin) -> Answer {
    .unknown("no example was found for a test on \(origin.description)")
  }

  /// A word for each of some inputs, one after the other, with all others as they are; where that leaves none for one of them,
  /// whatever the others are. nil where there is none at all.
  private mutating func words(
    of names: [String], _ parts: [String: [Language]], _ notes: [TextWatch.Note], _ given: [String: [UInt8]]
  ) -> [String: [UInt8]]? {
    var fixed = given.filter { !names.contains($0.key) }
    for name in names {
      let own = parts[name] ?? []
      let beside = known(notes, of: name, beside: fixed)
      for choice in [own + beside, own] {
        if case .found(let word) = languages.shortest(languages.both(choice)) {
          fixed[name] = word
          break
        }
      }
      if fixed[name] == nil { return nil }
    }
    return fixed
  }

  /// What is known of an input.
  ///
  /// - Parameter others: what other inputs are; those that are not among them may be anything.
  private mutating func known(
    _ notes: [TextWatch.Note], of name: String, beside others: [String: [UInt8]]
  ) -> [Language] {
    notes.compactMap { note in
      let ways: Languages.Ways?
      switch note {
      case .text(let origin, let question, let taken): ways = residual(origin, question, taken)
      case .peek(let origin, let bytes): ways = languages.inputs(origin, in: languages.word(bytes))
      case .choice, .above: ways = nil
      }
      guard let ways, ways.contains(where: { $0[name] != nil }) else { return nil }
      let possible = ways.filter { way in
        way.allSatisfy { other, language in others[other].map { languages.contains($0, language) } ?? true }
      }
      return languages.either(possible.map { $0[name] ?? languages.all })
    }
  }

  private static let tries = 8

  /// What is known of a text that is made of groups or of several parts is put together before it is turned round: so no
  /// expression reads it in two ways at once, parts go with each other, and there are fewer states.
  private mutating func together(
    _ notes: ArraySlice<TextWatch.Note>, _ origin: TextOrigin, _ question: TextQuestion, _ taken: Int
  ) -> Languages.Ways? {
    guard origin.isComposite, let wanted = texts(of: question, taken) else { return nil }
    let core = origin.core
    var all = [languages.inside(core, wanted)]
    for case .text(let other, let question, let taken) in notes where other.core.pieces == core.pieces {
      if let known = texts(of: question, taken) { all.append(languages.inside(other.core, known)) }
    }
    return languages.inputs(core, in: languages.both(all))
  }
}

extension TextWatch.Note {
  /// Whether it is about a text that is made of several inputs.
  fileprivate var isOfSeveralInputs: Bool {
    switch self {
    case .text(let origin, _, _), .peek(let origin, _): Set(origin.inputs).count > 1
    case .choice, .above: false
    }
  }
}
