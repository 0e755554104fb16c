import Diagnostics
import Foundation
import ProxyConfig
import Survey
public import Trace

/// Holds what is proved of a configuration against what a real server answers: wherever an answer is bare while an upstream
/// fails, `prove` must not say *never*. `INTERLUDE_PROVE=1` turns it on, since it costs more than the comparison itself.
public final class LiveProof {
  private let tracer: any Tracer
  private lazy var proof = Proof(of: tracer, file: "")
  private let universe = Universe(Languages())

  /// What came of an answer.
  public enum Verdict: Sendable, Equatable {
    /// It is not bare, or nothing is said of such requests.
    case none
    /// There is a counterexample, or something is open.
    case fine
    case contradiction(String)
  }

  public init(_ tracer: any Tracer) { self.tracer = tracer }

  /// - Parameter outcome: what the real server has answered as well.
  public func judge(_ request: Request, _ outcome: Outcome, _ failures: Failures) -> Verdict {
    guard outcome.isBare, outcome.certainty == .exact, request.method != "HEAD", universe.inputs(of: request) != nil
    else { return .none }
    // One group fails at a time, all its servers in the same way.
    var places: [Place] = []
    var failing: Set<Failure> = []
    for step in outcome.steps {
      guard case .asked(let names) = step.event else { continue }
      let kinds = Set(names.map(failures.ofPeer))
      guard kinds.count == 1, let failure = kinds.first else { return .none }
      if failure == .none || failure == .status(200) { continue }
      failing.insert(failure)
      if let place = step.place { places.append(place) }
    }
    guard failing.count == 1, let place = places.last else { return .none }
    if case .status(let code)? = failing.first, !(300...599 ~= code) { return .none }
    let isHeld = proof.holds || proof.isProved(place)
    return isHeld
      ? .contradiction("\(request.line) gets a bare \(outcome.status), which prove says never happens") : .fine
  }
}

/// Counts verdicts; shared by the threads of a run.
public final class ProofTally: @unchecked Sendable {
  public static let isOn = ProcessInfo.processInfo.environment["INTERLUDE_PROVE"] == "1"
  private let lock = NSLock()
  private var bare = 0
  private var found: [String] = []

  public init() {}

  public var contradictions: [String] { lock.withLock { found } }
  public var summary: String {
    lock.withLock { "\(bare) bare answers while an upstream failed, \(found.count) of which prove says never" }
  }

  public func note(_ verdict: LiveProof.Verdict, of configuration: String) {
    lock.withLock {
      if verdict != .none { bare += 1 }
      if case .contradiction(let what) = verdict { found.append("\(what)\n\(configuration)") }
    }
  }
}
