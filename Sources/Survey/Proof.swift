public import Diagnostics
import Multicore
import ProxyConfig
public import Trace

/// What every class of requests says of a configuration: whether a visitor can still meet the bare page.
public struct Proof: Sendable {
  /// What is to hold besides.
  public enum Also: String, Sendable, CaseIterable {
    /// Nobody passes while the service that says who may is failing.
    case auth
    /// No failure leaves with a status below 400.
    case status
    /// No error may be kept by a cache.
    case cache
  }

  public struct Counterexample: Sendable {
    public let question: Question
    public let outcome: Outcome
    public let failure: Failure
    /// What is wrong with the answer.
    public let wrong: Wrong
    /// The place that asks the upstream.
    public let place: Place?
    public let file: String
  }

  public enum Wrong: Sendable, Hashable {
    case bare, passes, status, cacheable
  }

  public struct Open: Sendable {
    public let place: Place?
    public let reason: String
  }

  public private(set) var classes = 0
  /// The places that ask an upstream.
  public private(set) var passes: [Place] = []
  public private(set) var counterexamples: [Counterexample] = []
  public private(set) var undecided: [Open] = []
  private var refuted: Set<PlaceKey> = []
  private var open: Set<PlaceKey> = []
  private var seen: Set<PlaceKey> = []

  /// Passes of which nothing is left to be said.
  public var proved: Int {
    passes.count { !refuted.contains(PlaceKey($0)) && !open.contains(PlaceKey($0)) }
  }

  public init(of tracer: any Tracer, file: String, also: Set<Also> = []) {
    passes = tracer.passes.uniqued
    let start = Judge(file: file, also: also, tracer: tracer)
    let halves = Cores.together {
      Judge.judged(start, part: 0, of: 2)
    } _: {
      Judge.judged(start, part: 1, of: 2)
    }
    var judge = halves.0
    judge.add(halves.1)
    classes = judge.classes
    counterexamples = judge.found.values.sorted { $0.question.cost < $1.question.cost }
    refuted = judge.refuted
    open = judge.open
    undecided = judge.undecided
  }
}

/// A place as a value.
struct PlaceKey: Hashable {
  let file: String
  let start: Int

  init(_ place: Place) { (file, start) = (place.source.name, place.range.lowerBound) }
}

extension [Place] {
  fileprivate var uniqued: [Place] {
    var seen: Set<PlaceKey> = []
    return filter { seen.insert(PlaceKey($0)).inserted }
  }
}

extension Question {
  /// How much a person has to read of it.
  var cost: Int {
    request.target.string.utf8.count + request.host.utf8.count + (request.method == "GET" ? 0 : 20)
      + request.headers.reduce(0) { $0 + 10 + $1.value.utf8.count } + (request.bodyLength > 0 ? 20 : 0)
      + (request.client == nil ? 0 : 10)
  }
}

/// Looks at one class after the other.
private struct Judge: Sendable {
  let file: String
  let also: Set<Proof.Also>
  let tracer: any Tracer
  private(set) var classes = 0
  private(set) var found: [Key: Proof.Counterexample] = [:]
  private(set) var refuted: Set<PlaceKey> = []
  private(set) var open: Set<PlaceKey> = []
  private(set) var undecided: [Proof.Open] = []

  private var openReasons: Set<OpenKey> = []

  private struct OpenKey: Hashable {
    let place: PlaceKey?
    let reason: String
  }

  struct Key: Hashable {
    let place: PlaceKey?
    let failure: Failure
    let wrong: Proof.Wrong
  }

  init(file: String, also: Set<Proof.Also>, tracer: any Tracer) {
    (self.file, self.also, self.tracer) = (file, also, tracer)
  }

  /// Looks at a share of all classes.
  static func judged(_ start: Judge, part: Int, of parts: Int) -> Judge {
    var judge = start
    let tracer = judge.tracer
    let languages = Languages()
    for connection in tracer.connections {
      // The answer to a HEAD has no body that could be bare.
      var explorer = Explorer(connection, from: tracer.networks, except: [.method("HEAD")]) { tracer.follow($0, $1) }
      explorer.share = (part, parts)
      explorer.explore(
        languages,
        found: { each in
          judge.classes += 1
          judge.look(at: each)
        },
        undecided: { reason, each in judge.leave(each.outcome.steps.last { $0.place != nil }?.place, reason) })
    }
    return judge
  }

  mutating func add(_ other: Judge) {
    classes += other.classes
    refuted.formUnion(other.refuted)
    for open in other.undecided { leave(open.place, open.reason) }
    found.merge(other.found) { $1.question.cost < $0.question.cost ? $1 : $0 }
  }

  mutating func leave(_ place: Place?, _ reason: String) {
    if let place { open.insert(PlaceKey(place)) }
    let isNew = openReasons.insert(OpenKey(place: place.map(PlaceKey.init), reason: reason)).inserted
    if isNew { undecided.append(Proof.Open(place: place, reason: reason)) }
  }

  mutating func look(at each: RequestClass) {
    let failures = each.question.circumstances.failures.byAddress
    let outcome = each.outcome
    let place = outcome.steps.last { step in
      if case .asked(let names) = step.event {
        failures.isEmpty || failures.keys.contains { names.contains($0) }
      } else {
        false
      }
    }?.place
    if case .unknown(let reason) = outcome.certainty {
      leave(place ?? outcome.steps.last { $0.place != nil }?.place, reason)
      return
    }
    guard let failure = failures.values.first else { return }
    for wrong in wrongs(each, failure) {
      let key = Key(place: place.map(PlaceKey.init), failure: failure, wrong: wrong)
      if let known = found[key], known.question.cost <= each.question.cost { continue }
      // It is run once more, by itself, before anybody is shown it.
      let again = tracer.trace(each.question)
      guard again.certainty == .exact, again.status == outcome.status, again.body.isLike(outcome.body) else {
        leave(place, "an answer that could not be had again: \(each.reasons)")
        continue
      }
      if let place { refuted.insert(PlaceKey(place)) }
      found[key] = Proof.Counterexample(
        question: each.question, outcome: again, failure: failure, wrong: wrong, place: place, file: file)
    }
  }

  private func wrongs(_ each: RequestClass, _ failure: Failure) -> [Proof.Wrong] {
    let outcome = each.outcome
    var wrongs: [Proof.Wrong] = []
    if outcome.isBare { wrongs.append(.bare) }
    let asksLeave = outcome.steps.contains { $0.event == .authAsked }
    if also.contains(.auth), asksLeave, 200..<300 ~= outcome.status { wrongs.append(.passes) }
    if also.contains(.status), 200..<300 ~= outcome.status, !asksLeave, outcome.body != .upstream || failure == .garbage
    {
      wrongs.append(.status)
    }
    if also.contains(.cache), outcome.status >= 400, outcome.body != .upstream, outcome.isCacheable {
      wrongs.append(.cacheable)
    }
    return wrongs
  }
}

extension RequestClass {
  /// What nobody can know, that its answer depends on.
  var reasons: String {
    let reasons = notes.compactMap { note -> String? in
      if case .choice(_, _, _, let reason, true) = note { reason } else { nil }
    }
    return reasons.isEmpty ? "it depends on the way there" : reasons.joined(separator: "; ")
  }
}

extension Outcome.Body {
  /// The same but for what a text says to this visitor.
  fileprivate func isLike(_ other: Outcome.Body) -> Bool {
    if case .inline = self, case .inline = other { return true }
    return self == other
  }
}

extension Outcome {
  /// The proxy's own page, an empty body, or nothing at all.
  var isBare: Bool {
    switch body {
    case .builtin: status >= 400
    case .none: status == 0 || status >= 400
    case .inline(let text): text.isEmpty && status >= 400
    // Rubbish that is passed on as it came is no page of the proxy's.
    case .file, .redirect, .upstream: false
    }
  }

  /// A cache may keep it without asking (RFC 9111).
  var isCacheable: Bool {
    let control = headers.filter { $0.name == "cache-control" }.map { $0.value.lowercased() }.joined(separator: ",")
    if control.contains("no-store") || control.contains("no-cache") || control.contains("private") { return false }
    let words = control.split { $0 == "," || $0 == " " }
    let ages = words.compactMap { word -> Int? in
      let parts = word.split(separator: "=", maxSplits: 1)
      return parts.count == 2 && (parts[0] == "max-age" || parts[0] == "s-maxage") ? Int(parts[1]) : nil
    }
    return ages.contains { $0 > 0 } || words.contains("public")
  }
}
