import Diagnostics
import ProxyConfig
public import Trace

/// Looks at one class after the other.
struct Judge: Sendable {
  let file: String
  let also: Set<Proof.Also>
  let tracer: any Tracer
  private(set) var classes = 0
  private(set) var found: [Key: Proof.Counterexample] = [:]
  private(set) var refuted: Set<PlaceKey> = []
  private(set) var open: Set<PlaceKey> = []
  private(set) var undecided: [Proof.Open] = []
  private(set) var isComplete = true

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
          judge.judge(each)
        },
        undecided: { reason, each in
          judge.isComplete = false
          judge.addUndecided(each.outcome.lastPlace, reason)
        })
    }
    return judge
  }

  mutating func merge(_ other: Judge) {
    classes += other.classes
    isComplete = isComplete && other.isComplete
    refuted.formUnion(other.refuted)
    for open in other.undecided { addUndecided(open.place, open.reason) }
    found.merge(other.found) { $1.question.cost < $0.question.cost ? $1 : $0 }
  }

  private mutating func addUndecided(_ place: Place?, _ reason: String) {
    if let place { open.insert(PlaceKey(place)) }
    let isNew = openReasons.insert(OpenKey(place: place.map(PlaceKey.init), reason: reason)).inserted
    if isNew { undecided.append(Proof.Open(place: place, reason: reason)) }
  }

  private mutating func judge(_ each: RequestClass) {
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
      // Wherever such a request goes, it may come by any place there is.
      isComplete = false
      addUndecided(place ?? outcome.lastPlace, reason)
      return
    }
    guard let failure = failures.values.first else { return }
    for wrong in wrongs(each) {
      let key = Key(place: place.map(PlaceKey.init), failure: failure, wrong: wrong)
      if let known = found[key], known.question.cost <= each.question.cost { continue }
      // It is run once more, by itself, before anybody is shown it.
      let again = tracer.trace(each.question)
      guard again.certainty == .exact, again.status == outcome.status, again.body.isLike(outcome.body) else {
        addUndecided(place, "an answer that could not be had again: \(each.reasons)")
        continue
      }
      if let place { refuted.insert(PlaceKey(place)) }
      found[key] = Proof.Counterexample(
        question: each.question, outcome: again, failure: failure, wrong: wrong, place: place, file: file)
    }
  }

  private func wrongs(_ each: RequestClass) -> [Proof.Wrong] {
    let outcome = each.outcome
    var wrongs: [Proof.Wrong] = []
    if outcome.isBare { wrongs.append(.bare) }
    let isFine = 200..<300 ~= outcome.status
    let isAuth = each.isAuthFailing
    if also.contains(.auth), isAuth, isFine { wrongs.append(.passes) }
    if also.contains(.status), !isAuth, isFine, outcome.body != .upstream { wrongs.append(.status) }
    if also.contains(.cache), outcome.status >= 400, outcome.body != .upstream, outcome.keptFor != nil {
      wrongs.append(.cacheable)
    }
    return wrongs
  }
}

extension RequestClass {
  /// Whether the upstream that fails is the one that says who may pass.
  fileprivate var isAuthFailing: Bool {
    let failing = question.circumstances.failures.byAddress
    var isAsking = false
    for event in outcome.steps.compactMap(\.event) {
      switch event {
      case .authAsked: isAsking = true
      case .authEnded: isAsking = false
      case .asked(let addresses) where isAsking && addresses.contains { failing[$0] != nil }: return true
      default: break
      }
    }
    return false
  }

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
  /// The last words of the configuration that it comes by.
  var lastPlace: Place? { steps.last { $0.place != nil }?.place }

  /// The last place that did something: that no `error_page` lists a status is no more than what came of it.
  var decisivePlace: Place? {
    let last = steps.last { step in
      if case .noErrorPage = step.event { return false }
      return step.place != nil
    }
    return last?.place ?? lastPlace
  }

  /// The proxy's own page, an empty body, or nothing at all.
  public var isBare: Bool {
    switch body {
    case .builtin: status >= 400
    case .none: status == 0 || status >= 400
    case .inline(let text): text.isEmpty && status >= 400
    // Rubbish that is passed on as it came is no page of the proxy's.
    case .file, .redirect, .upstream: false
    }
  }
}
