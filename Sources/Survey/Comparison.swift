public import Diagnostics
import Multicore
import ProxyConfig
public import Trace

/// Which requests two configurations answer differently.
///
/// Of two kinds of proxy, a file on the disk is the same as any other file, and the bare page of the one the same as that of
/// the other, as each has its own words and keeps its pages where it likes.
public struct Comparison: Sendable {
  /// What a visitor gets on one side.
  public struct Side: Sendable {
    public let outcome: Outcome
    /// The group of upstreams whose answer it is.
    public let upstream: [String]?

    /// The words of the configuration that decide it.
    public var place: Place? { outcome.lastPlace }
  }

  public struct Difference: Sendable {
    public let question: Question
    /// What every upstream does meanwhile.
    public let failure: Failure
    public let old: Side
    public let new: Side
  }

  /// Both say the same in other words, so that no request need be followed.
  public private(set) var isRewritten = false
  public private(set) var classes = 0
  /// One for each pair of places that decide, the shortest request there is first.
  public private(set) var differences: [Difference] = []
  public private(set) var undecided: [Proof.Open] = []

  /// Compares two configurations on the same machine, which may be for different proxies.
  public init(_ old: any Tracer, _ new: any Tracer, except exceptions: [Exception] = []) {
    if let form = old.normalForm, form == new.normalForm {
      isRewritten = true
      return
    }
    let halves = Cores.together {
      Pairs.found(old, new, exceptions, part: 0, of: 2)
    } _: {
      Pairs.found(old, new, exceptions, part: 1, of: 2)
    }
    var pairs = halves.0
    pairs.merge(halves.1)
    classes = pairs.classes
    differences = pairs.all
    undecided = pairs.undecided
  }
}

/// The differences found so far.
private struct Pairs {
  let old: any Tracer
  let new: any Tracer
  private var found: [Failure: [Key: Comparison.Difference]] = [:]
  private var open: Set<String> = []
  /// Whether the two are for different proxies.
  private let areKinds: Bool
  private(set) var classes = 0
  private(set) var undecided: [Proof.Open] = []

  private struct Key: Hashable {
    let old: PlaceKey?
    let new: PlaceKey?
    let statuses: [Int]
  }

  init(old: any Tracer, new: any Tracer) {
    (self.old, self.new) = (old, new)
    areKinds = type(of: old) != type(of: new)
  }

  /// Looks at a share of all classes.
  static func found(
    _ old: any Tracer, _ new: any Tracer, _ exceptions: [Exception], part: Int, of parts: Int
  ) -> Pairs {
    var pairs = Pairs(old: old, new: new)
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
          pairs.classes += 1
          if let answers { pairs.compare(each, answers, universe) }
        }, undecided: { reason, each in pairs.addUndecided(each.outcome.lastPlace, reason) })
    }
    return pairs
  }

  mutating func merge(_ other: Pairs) {
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
      if !mayShow, !both.contains(where: \.isFile) { return }
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
    if isOpen {
      addUndecided(newest.lastPlace, "whether what is made of different parts of the request is the same")
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
    areKinds ? one.differsInKind(from: other, asked: request) : one.differs(from: other)
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

extension Comparison.Side {
  fileprivate func differs(from other: Self) -> Bool {
    outcome.status != other.outcome.status || outcome.location != other.outcome.location || upstream != other.upstream
      || !outcome.body.isSame(as: other.outcome.body)
  }
}

extension Comparison.Side {
  /// The same question where the sides are of different kinds.
  fileprivate func differsInKind(from other: Self, asked request: Request) -> Bool {
    guard outcome.status == other.outcome.status, outcome.target(of: request) == other.outcome.target(of: request)
    else {
      return true
    }
    // The answer to a HEAD has no body, whichever it would have been.
    if request.method == "HEAD" { return false }
    if case .file = outcome.body, case .file = other.outcome.body { return false }
    let isSameBody = outcome.isBare && other.outcome.isBare || outcome.body.isSame(as: other.outcome.body)
    return upstream != other.upstream || !isSameBody
  }
}

extension Outcome {
  /// Where a redirect leads, from the address that was asked for.
  fileprivate func target(of request: Request) -> String? {
    guard let location, location.hasPrefix("/"), !location.hasPrefix("//") else { return location }
    let isUsual = request.port == (request.scheme == .http ? 80 : 443)
    let host = request.header("Host") ?? request.host
    return "\(request.scheme.rawValue)://\(host)\(isUsual ? "" : ":\(request.port)")\(location)"
  }
}

extension String {
  /// An upstream's address, whatever a proxy's way to write it: without a scheme, with its port.
  fileprivate var asAddress: String {
    let isTLS = hasPrefix("https://")
    var text = self
    for scheme in ["http://", "https://", "h2c://"] where text.hasPrefix(scheme) { text.removeFirst(scheme.utf8.count) }
    if text.hasPrefix("localhost") { text = "127.0.0.1" + text.dropFirst(9) }
    if text.hasPrefix("/") || text.hasPrefix("unix:") { return text }
    let hasPort = text.split(separator: "]").last?.contains(":") == true
    return hasPort ? text : text + (isTLS ? ":443" : ":80")
  }
}

extension Outcome.Body {
  /// The same to a visitor; what words of its own a redirect has nobody sees.
  fileprivate func isSame(as other: Outcome.Body) -> Bool {
    switch (self, other) {
    case (.redirect, .redirect), (.redirect, .builtin), (.builtin, .redirect): true
    default: self == other
    }
  }
}

extension Outcome {
  /// Whether the answer has a text that may hold parts of the request.
  fileprivate var showsText: Bool { if case .inline = body { true } else { location != nil } }

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
