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
    /// No failure leaves with a status of the 2xx.
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
  /// Every class was found.
  private var isComplete = true

  /// How many passes no request can bring to a bare page. Where not every class was found, that is said of none.
  public var proved: Int {
    guard isComplete else { return 0 }
    return passes.count { !refuted.contains(PlaceKey($0)) && !open.contains(PlaceKey($0)) }
  }

  /// Whether no request can bring a place to a bare page.
  public func isProved(_ place: Place) -> Bool {
    let key = PlaceKey(place)
    return isComplete && !refuted.contains(key) && !open.contains(key) && passes.contains { PlaceKey($0) == key }
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
    judge.merge(halves.1)
    classes = judge.classes
    counterexamples = judge.found.values.sorted { $0.rank < $1.rank }
    refuted = judge.refuted
    open = judge.open
    undecided = judge.undecided
    isComplete = judge.isComplete
  }
}

extension [Place] {
  fileprivate var uniqued: [Place] {
    var seen: Set<PlaceKey> = []
    return filter { seen.insert(PlaceKey($0)).inserted }
  }
}

extension Proof.Counterexample {
  /// The easiest to read first, then by place and by failure, so that every run tells them in the same order.
  fileprivate var rank: (Int, Int, String) {
    (question.cost, place?.range.lowerBound ?? 0, failure == .refused ? "" : failure.name)
  }
}

extension Question {
  /// How much a person has to read of it.
  var cost: Int {
    // A name without a dot is one that nobody asks for.
    request.target.count + (request.host.contains(".") ? 0 : 15) + request.host.utf8.count
      + (request.method == "GET" ? 0 : 20)
      + request.headers.reduce(0) { $0 + 10 + $1.value.utf8.count } + (request.bodyLength > 0 ? 20 : 0)
      + (request.client == nil ? 0 : 10)
  }
}
