import Diagnostics
import ProxyConfig
import Trace

/// Follows all requests through two configurations, and keeps where they part.
struct DifferenceFinder {
  let old: any Tracer
  let new: any Tracer
  private var found: [Failure: [Key: Comparison.Difference]] = [:]
  private var open: Set<String> = []
  private let areDifferentProxies: Bool
  private(set) var classes = 0
  private(set) var undecided: [Proof.Open] = []

  private struct Key: Hashable {
    let old: PlaceKey?
    let new: PlaceKey?
    let statuses: [Int]
  }

  init(old: any Tracer, new: any Tracer) {
    (self.old, self.new) = (old, new)
    areDifferentProxies = type(of: old) != type(of: new)
  }

  /// Looks at a share of all classes.
  static func found(
    _ old: any Tracer, _ new: any Tracer, _ exceptions: [Exception], part: Int, of parts: Int
  ) -> Self {
    var finder = Self(old: old, new: new)
    let languages = Languages()
    let universe = Universe(languages)
    var connections: [Request] = []
    for connection in old.connections + new.connections where !connections.contains(connection) {
      connections.append(connection)
    }
    for connection in connections {
      var answers: AnswerPair?
      var explorer = Explorer(connection, from: old.networks + new.networks, failing: .all, except: exceptions) {
        question, watch in
        guard let first = old.follow(question, watch), let second = new.follow(question, watch) else { return nil }
        answers = AnswerPair(
          newest: second.outcome, shown: (first.shown, second.shown), question.request, watch, languages, exceptions)
        var circumstances = first.circumstances
        // Where only one side asks for a password or an upstream, that one knows what became of it.
        let newest = second.circumstances
        circumstances.hasRightPassword = circumstances.hasRightPassword && newest.hasRightPassword
        if circumstances.failures.everywhere == .none { circumstances.failures = newest.failures }
        return Followed(outcome: first.outcome, circumstances: circumstances)
      }
      explorer.share = (part, parts)
      explorer.explore(
        languages,
        found: { each in
          finder.classes += 1
          if let answers { finder.compare(each, answers, universe) }
        }, undecided: { reason, each in finder.addUndecided(each.outcome.lastPlace, reason) })
    }
    return finder
  }

  mutating func merge(_ other: Self) {
    classes += other.classes
    for open in other.undecided { addUndecided(open.place, open.reason) }
    for difference in other.found.values.joined() { add(difference.value) }
  }

  mutating func addUndecided(_ place: Place?, _ reason: String) {
    let key = place.map { "\(PlaceKey($0)) \(reason)" } ?? reason
    if open.insert(key).inserted { undecided.append(Proof.Open(place: place, reason: reason)) }
  }

  mutating func compare(_ each: RequestClass, _ answers: AnswerPair, _ universe: Universe) {
    let newest = answers.newest
    let failure = each.question.circumstances.failures.everywhere
    for outcome in [each.outcome, newest] {
      if case .unknown(let reason) = outcome.certainty {
        // Two places that nobody can follow may do different things, whatever both are called.
        addUndecided(newest.lastPlace ?? each.outcome.lastPlace, reason)
        return
      }
    }
    let isPlain = !differ(side(each.outcome), side(newest), each.question.request)
    let areFilteredAlike = each.outcome.filters == newest.filters
    var isOpen = false
    var examples: [Question] = []
    if isPlain {
      let both = [each.outcome, newest]
      var mayShow = both.contains(where: \.showsText)
      switch answers.difference(in: each) {
      case .none: mayShow = false
      case .untold: break
      case .parts(let found): (mayShow, isOpen, examples) = (true, true, found)
      }
      // What is shown to every visitor in the same words need not be asked for again.
      if !mayShow, !both.contains(where: \.isFile), areFilteredAlike { return }
    }
    for (index, question) in ([each.question] + each.others(universe) + examples).enumerated()
    where index > 0 || !isPlain {
      let (first, second) = (side(old.trace(question)), side(new.trace(question)))
      let areAlike = !differ(first, second, question.request)
      if areAlike, index > 0 { continue }
      guard !areAlike, first.outcome.certainty == .exact, second.outcome.certainty == .exact else {
        addUndecided(second.place ?? first.place, "an answer that could not be had again: \(each.reasons)")
        return
      }
      guard failure == .none || isRoutedAlike(question) else { continue }
      add(Comparison.Difference(question: question, failure: failure, old: first, new: second))
      return
    }
    if isPlain, !areFilteredAlike {
      addUndecided(newest.lastPlace, "whether sub_filter, ssi and their like change the text in the same way")
    }
    if isOpen {
      addUndecided(newest.lastPlace, "whether texts made of different parts of the request are the same")
    }
  }

  /// Whether it is answered alike while all is well: what differs then has been told.
  private func isRoutedAlike(_ question: Question) -> Bool {
    let well = question.facing(Failures())
    return !differ(side(old.trace(well)), side(new.trace(well)), question.request)
  }

  private mutating func add(_ difference: Comparison.Difference) {
    let key = Key(
      old: difference.old.place.map(PlaceKey.init), new: difference.new.place.map(PlaceKey.init),
      statuses: [difference.old.outcome.status, difference.new.outcome.status])
    let known = found[difference.failure]?[key]
    if let known, known.rank <= difference.rank { return }
    found[difference.failure, default: [:]][key] = difference
  }

  private func differ(_ one: Comparison.Side, _ other: Comparison.Side, _ request: Request) -> Bool {
    areDifferentProxies ? one.differsInKind(from: other, asked: request) : one.differs(from: other)
  }

  private func side(_ outcome: Outcome) -> Comparison.Side {
    var upstream: [String]?
    if outcome.body == .upstream {
      for case .asked(let addresses) in outcome.steps.compactMap(\.event) {
        upstream = addresses.map(\.asAddress).sorted()
      }
    }
    return Comparison.Side(outcome: outcome, upstream: upstream)
  }

  /// What differs while less goes wrong is not told again.
  var all: [Comparison.Difference] {
    var told: Set<Key> = []
    return Failure.compared.flatMap { failure in
      let new = (found[failure] ?? [:]).filter { !told.contains($0.key) }
      told.formUnion(new.keys)
      return new.values.sorted { $0.rank < $1.rank }
    }
  }
}

extension Comparison.Difference {
  /// The easiest to read first; the rest keeps every run in the same order.
  fileprivate var rank: (Int, String, Int) {
    (question.cost, question.request.line, old.place?.range.lowerBound ?? new.place?.range.lowerBound ?? 0)
  }
}

extension Outcome {
  /// Whether the answer has a text that may hold parts of the request.
  fileprivate var showsText: Bool { if case .inline = body { true } else { location != nil } }

  /// The words that say how its text is changed on its way out.
  fileprivate var filters: [[String]] {
    steps.compactMap { if case .filtered(let words) = $0.event { words } else { nil } }
  }

  fileprivate var isFile: Bool { if case .file = body { true } else { false } }
}

extension RequestClass {
  /// A few more of the class, which differ in what no question was about: two answers that agree on one request may be made
  /// of different parts of it.
  fileprivate func others(_ universe: Universe) -> [Question] {
    let target = question.request.target
    let hasQuery = target.contains(UInt8(ascii: "?"))
    let targets: [ByteText] = [
      target + (hasQuery ? "&q=1" : "?q=1"), target.before(UInt8(ascii: "?")) + "x",
      target.before(UInt8(ascii: "?")) + "x?q=1",
    ]
    var found = targets.map { target in question.sending { $0.target = target } }
    if question.request.header("Host") == nil {
      found.append(question.sending { $0.host = "www." + $0.host })
    }
    return found.filter { contains($0, universe) }
  }

  private func contains(_ question: Question, _ universe: Universe) -> Bool {
    guard let sent = universe.inputs(of: question.request, knowing: notes) else { return false }
    return contains(sent.inputs, sent.numbers, question.circumstances.failures)
  }
}
