public import Diagnostics
public import Trace

/// A place of a configuration that asks an upstream, or makes an error by itself, with a request that certainly gets there.
public protocol Pass: Sendable {
  /// The words that ask.
  var place: Place { get }
  /// The server or site as a visitor names it.
  var site: String { get }
  /// The location or route in it.
  var title: String { get }
  /// What gets there: a plain visitor's GET, if the configuration allows one.
  var question: Question { get }
}

extension Pass {
  public var request: Request { question.request }
}

/// What goes wrong on a visit.
public enum Trouble: Sendable, Hashable {
  /// The upstream that is asked.
  case upstream(Failure)
  /// The service that says whether the visitor may pass; the upstream itself is well.
  case auth(Failure)
  /// Nothing but the request itself: the configuration raises an error, or a file is not there.
  case own
  /// The proxy fails with a status, whether or not it can come to that.
  case code(Int)
}

extension Failure {
  /// What goes wrong with an upstream on the visits of every route.
  public static let tried: [Failure] = [
    .refused, .timeout, .closed, .status(500), .status(502), .status(503), .status(404),
  ]
}

/// What is special about a visit's request.
public enum Manner: Sendable, Hashable { case plain, post, conditional, partial }

/// One visitor, one thing that goes wrong, and what the visitor gets.
///
/// A class, because rules pass thousands of them on and each is many values.
public final class Visit<Route: Pass>: FollowedError {
  public let route: Route
  public let trouble: Trouble
  public let manner: Manner
  public let traced: TracedRequest
  /// The steps of the request itself, those of auth subrequests left out.
  public let ownSteps: [Outcome.Step]
  public let ending: Ending

  public init(_ route: Route, _ trouble: Trouble, _ manner: Manner = .plain, _ traced: TracedRequest) {
    (self.route, self.trouble, self.manner, self.traced) = (route, trouble, manner, traced)
    ownSteps = traced.outcome.ownSteps
    let ending = Ending(traced.outcome, ownSteps)
    // An upstream that answers with a status is not down, and might answer otherwise when it is asked for the page.
    if ending == .deadUpstream, case .upstream(.status) = trouble {
      self.ending = .otherUpstream
    } else {
      self.ending = ending
    }
  }

  /// A visit that a trace can show: somebody sends the request, and something fails that can fail.
  public var isLikely: Bool {
    if case .code = trouble { return false }
    return manner == .plain
  }

  /// The status that the trouble stands for.
  public var code: Int {
    switch trouble {
    case .code(let code), .upstream(.status(let code)), .auth(.status(let code)): code
    case .own: errorStatus ?? outcome.status
    // Which code a dead upstream is differs from proxy to proxy.
    case .upstream(.timeout), .auth(.timeout): errorStatus ?? 504
    case .upstream(.noLiveUpstream), .auth(.noLiveUpstream): errorStatus ?? 503
    case .upstream, .auth: errorStatus ?? 502
    }
  }
}
