import ProxyConfig

/// Finds a request that goes a way until a certain point, and another from there on.
struct Solver {
  let languages: Languages
  let universe: Universe
  let watch: TextWatch
  private var residuals: [Residual: Languages.Ways?] = [:]

  private var known: [Case: Language?] = [:]

  private struct Case: Hashable {
    let question: ObjectIdentifier
    let taken: Int
  }

  private struct Residual: Hashable {
    let origin: TextOrigin
    let question: ObjectIdentifier
    let taken: Int
  }

  /// What is sent.
  struct Sent {
    var inputs: [String: [UInt8]]
    var numbers: [String: Int]
  }

  enum Answer {
    case found(Sent)
    /// There is none.
    case none
    /// There may be one.
    case unknown(String)
  }

  init(_ languages: Languages, _ watch: TextWatch, _ exceptions: [Exception] = []) {
    (self.languages, self.watch) = (languages, watch)
    universe = Universe(languages, except: exceptions)
  }

  /// - Parameters:
  ///   - notes: the way so far.
  ///   - turn: what is to be found out at its end.
  ///   - request: one that goes the way so far.
  mutating func solve(_ notes: ArraySlice<TextWatch.Note>, _ turn: TextWatch.Note, _ request: Sent) -> Answer {
    switch turn {
    case .choice, .peek: return .found(request)
    case .above(let name, let limit, let isAbove):
      let bounds = notes.reduce(into: (least: isAbove ? limit + 1 : 0, most: isAbove ? .max : limit)) { bounds, note in
        guard case .above(name, let limit, let isAbove) = note else { return }
        if isAbove { bounds.least = max(bounds.least, limit + 1) } else { bounds.most = min(bounds.most, limit) }
      }
      guard bounds.least <= bounds.most else { return .none }
      var copy = request
      copy.numbers[name] = bounds.least
      return .found(copy)
    case .text(let origin, let question, let taken):
      return text(notes, origin, question, taken, request)
    }
  }

  private mutating func text(
    _ notes: ArraySlice<TextWatch.Note>, _ origin: TextOrigin, _ question: TextQuestion, _ taken: Int, _ request: Sent
  ) -> Answer {
    for example in examples(question, taken, origin, request) {
      var inputs = request.inputs
      guard assign(example, to: origin, &inputs) else { continue }
      if goes(notes, origin, question, taken, inputs, since: request.inputs) {
        return .found(Sent(inputs: inputs, numbers: request.numbers))
      }
    }
    return byLanguages(notes, origin, question, taken, request)
  }

  // MARK: - Guessing

  private func examples(_ question: TextQuestion, _ taken: Int, _ origin: TextOrigin, _ request: Sent) -> [[UInt8]] {
    guard taken == question.cases.count else { return question.cases[taken].prefix(8).flatMap(\.examples) }
    let now = origin.value { request.inputs[$0] ?? [] }
    return [[], now + Array("x".utf8), Array("x".utf8), Array("/x".utf8)]
  }

  /// Makes a text of this origin say something, by way of what is sent.
  private func assign(_ text: [UInt8], to origin: TextOrigin, _ inputs: inout [String: [UInt8]]) -> Bool {
    let given = inputs
    func now(_ origin: TextOrigin) -> [UInt8] { origin.value { given[$0] ?? [] } }
    switch origin.source {
    case .input(let name):
      inputs[name] = text
      return true
    case .small(let inner): return assign(text, to: inner, &inputs)
    case .from(let start, let inner): return assign(now(inner).prefix(start) + text, to: inner, &inputs)
    case .upTo(let end, let inner): return assign(text + now(inner).dropFirst(end), to: inner, &inputs)
    case .withoutEnd(let count, let inner): return assign(text + now(inner).suffix(count), to: inner, &inputs)
    case .before(let byte, let inner): return assign(text + now(inner).drop { $0 != byte }, to: inner, &inputs)
    case .after(let byte, let inner):
      return assign(now(inner).prefix { $0 != byte } + (text.isEmpty ? [] : [byte] + text), to: inner, &inputs)
    case .queryValue(let name, let inner):
      return assign(text.isEmpty ? [] : name + Array("=".utf8) + text, to: inner, &inputs)
    case .group, .escaped, .changed: return false
    case .joined(let pieces):
      // The first part that was sent takes what the others leave.
      guard let place = pieces.firstIndex(where: { if case .origin = $0 { true } else { false } }),
        case .origin(let inner) = pieces[place]
      else { return false }
      func value(_ pieces: ArraySlice<TextOrigin.Piece>) -> [UInt8] {
        pieces.flatMap { piece in
          switch piece {
          case .text(let text): text
          case .origin(let origin): now(origin)
          }
        }
      }
      let (head, tail) = (value(pieces[..<place]), value(pieces[(place + 1)...]))
      guard text.count >= head.count + tail.count, text.starts(with: head), text.suffix(tail.count) == tail[...] else {
        return false
      }
      return assign(Array(text[head.count..<(text.count - tail.count)]), to: inner, &inputs)
    }
  }

  /// Whether a request goes the way so far and takes the turn.
  private func goes(
    _ notes: ArraySlice<TextWatch.Note>, _ origin: TextOrigin, _ question: TextQuestion, _ taken: Int,
    _ inputs: [String: [UInt8]], since given: [String: [UInt8]]
  ) -> Bool {
    for (name, value) in inputs
    where given[name] != value && !languages.contains(value, universe.language(of: name, watch)) { return false }
    func value(_ origin: TextOrigin) -> [UInt8] { origin.value { inputs[$0] ?? watch.words[$0]?.first ?? [] } }
    guard (question.firstCase(for: value(origin)) ?? question.cases.count) == taken else { return false }
    return notes.allSatisfy { note in
      switch note {
      case .text(let origin, let question, let taken):
        (question.firstCase(for: value(origin)) ?? question.cases.count) == taken
      case .peek(let origin, let bytes): value(origin) == bytes
      case .choice, .above: true
      }
    }
  }

  // MARK: - Working out

  private mutating func byLanguages(
    _ notes: ArraySlice<TextWatch.Note>, _ origin: TextOrigin, _ question: TextQuestion, _ taken: Int, _ request: Sent
  ) -> Answer {
    let together = together(notes, origin, question, taken)
    guard let ways = together ?? residual(origin, question, taken) else {
      return .unknown("a test on \(origin.description) that cannot be turned round")
    }
    let core = together == nil ? nil : origin.core
    let others = notes.filter { note in if case .text(let other, _, _) = note { other.core != core } else { true } }
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
      case .tooMany: return .unknown("too many states in what is asked of the \(name)")
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
      let alone = notes.filter { !$0.isOfSeveral }
      mayBeMissed = mayBeMissed || goes(alone[...], origin, question, taken, inputs, since: request.inputs)
      let name = names[turn % names.count]
      parts[name]?.append(languages.not(languages.word(inputs[name] ?? [])))
    }
    return noExample(origin)
  }

  private func noExample(_ origin: TextOrigin) -> Answer {
    .unknown("a test on \(origin.description) for which no example was found")
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
    guard origin.isManifold, let wanted = texts(of: question, taken) else { return nil }
    let core = origin.core
    var all = [languages.inside(core, wanted)]
    for case .text(let other, let question, let taken) in notes where other.core == core {
      if let known = texts(of: question, taken) { all.append(languages.inside(other.core, known)) }
    }
    return languages.inputs(core, in: languages.both(all))
  }

  private mutating func residual(
    _ origin: TextOrigin, _ question: TextQuestion, _ taken: Int
  ) -> Languages.Ways? {
    let key = Residual(origin: origin, question: ObjectIdentifier(question), taken: taken)
    if let known = residuals[key] { return known }
    let found = texts(of: question, taken).flatMap { languages.inputs(origin, in: $0) }
    residuals[key] = .some(found)
    return found
  }

  private mutating func texts(of question: TextQuestion, _ taken: Int) -> Language? {
    let key = Case(question: ObjectIdentifier(question), taken: taken)
    if let known = known[key] { return known }
    let found = languages.texts(of: question, taken: taken)
    known[key] = .some(found)
    return found
  }
}

extension TextWatch.Note {
  /// Whether it is about a text that is made of several inputs.
  fileprivate var isOfSeveral: Bool {
    switch self {
    case .text(let origin, _, _), .peek(let origin, _): Set(origin.inputs).count > 1
    case .choice, .above: false
    }
  }
}
