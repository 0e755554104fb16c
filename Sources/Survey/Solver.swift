import ProxyConfig

/// Finds a request that goes a way until a certain point, and another from there on.
struct Solver {
  let languages: Languages
  let universe: Universe
  let watch: TextWatch
  private var residuals: [Residual: (name: String, language: Language)?] = [:]

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
    guard let own = residual(origin, question, taken) else {
      return .unknown("a test on \(origin.description) that cannot be turned round")
    }
    let together = together(notes, origin, question, taken, own.name)
    var parts = [universe.language(of: own.name, watch), together ?? own.language]
    for note in notes {
      switch note {
      case .text(origin, _, _) where together != nil: break
      case .text(let origin, let question, let taken):
        if let known = residual(origin, question, taken), known.name == own.name { parts.append(known.language) }
      case .peek(let origin, let bytes):
        if let known = languages.inputs(origin, in: languages.word(bytes)), known.name == own.name {
          parts.append(known.language)
        }
      case .choice, .above: break
      }
    }
    // An expression may read the shortest words in another way.
    for _ in 0..<Self.tries {
      switch languages.shortest(languages.both(parts)) {
      case .none: return .none
      case .tooMany: return .unknown("too many states in what is asked of the \(own.name)")
      case .found(let word):
        var inputs = request.inputs
        inputs[own.name] = word
        if goes(notes, origin, question, taken, inputs, since: request.inputs) {
          return .found(Sent(inputs: inputs, numbers: request.numbers))
        }
        parts.append(languages.not(languages.word(word)))
      }
    }
    return .unknown("a test on \(origin.description) for which no example was found")
  }

  private static let tries = 8

  /// What is known of a text that a group of an expression is part of is put together before it is turned round: so no
  /// expression reads it in two ways at once, and there are fewer states.
  private mutating func together(
    _ notes: ArraySlice<TextWatch.Note>, _ origin: TextOrigin, _ question: TextQuestion, _ taken: Int, _ name: String
  ) -> Language? {
    guard origin.hasGroup, let wanted = texts(of: question, taken) else { return nil }
    var all = [wanted]
    for case .text(origin, let question, let taken) in notes {
      guard let known = texts(of: question, taken) else { continue }
      all.append(known)
    }
    return languages.inputs(origin, in: languages.both(all)).flatMap { $0.name == name ? $0.language : nil }
  }

  private mutating func residual(
    _ origin: TextOrigin, _ question: TextQuestion, _ taken: Int
  ) -> (name: String, language: Language)? {
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

extension TextOrigin {
  /// Whether it is made of a group of an expression.
  fileprivate var hasGroup: Bool {
    switch source {
    case .group: true
    case .input: false
    case .joined(let pieces): pieces.contains { if case .origin(let inner) = $0 { inner.hasGroup } else { false } }
    case .from(_, let inner), .upTo(_, let inner), .before(_, let inner), .after(_, let inner), .small(let inner),
      .queryValue(_, let inner), .withoutEnd(_, let inner), .escaped(_, let inner), .changed(_, let inner):
      inner.hasGroup
    }
  }
}
