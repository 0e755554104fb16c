import ProxyConfig

/// Finds a request that goes a way until a certain point, and another from there on.
struct Solver {
  let languages: Languages
  let universe: Universe
  let watch: TextWatch
  private var residuals: [Residual: Languages.Ways?] = [:]

  private var textsOfCases: [Case: Language?] = [:]

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

  /// Whether a request goes the way so far and takes the turn.
  func goes(
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

  mutating func residual(
    _ origin: TextOrigin, _ question: TextQuestion, _ taken: Int
  ) -> Languages.Ways? {
    let key = Residual(origin: origin, question: ObjectIdentifier(question), taken: taken)
    if let known = residuals[key] { return known }
    let found = texts(of: question, taken).flatMap { languages.inputs(origin, in: $0) }
    residuals[key] = .some(found)
    return found
  }

  mutating func texts(of question: TextQuestion, _ taken: Int) -> Language? {
    let key = Case(question: ObjectIdentifier(question), taken: taken)
    if let known = textsOfCases[key] { return known }
    let found = languages.texts(of: question, taken: taken)
    textsOfCases[key] = .some(found)
    return found
  }
}
