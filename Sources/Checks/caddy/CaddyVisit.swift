import Diagnostics
import ProxyConfig
public import Trace

/// One visitor, one thing that goes wrong, and what the visitor gets.
public struct CaddyVisit: Sendable, Traced {
  public enum Trouble: Sendable, Hashable {
    /// What the route's upstreams do.
    case upstream(Failure)
    /// Nothing fails but the request itself: `error`, or a file that is not there.
    case own
    /// The proxy fails with a status, whether or not it can come to that.
    case code(Int)
  }

  /// What is special about the request.
  public enum Manner: Sendable, Hashable { case plain, post, conditional, partial }

  public let route: CaddySiteRoute
  public let trouble: Trouble
  public let manner: Manner
  public let traced: TracedRequest
  public let ending: Ending

  public var request: TraceRequest { traced.request }
  public var outcome: Outcome { traced.outcome }

  /// How a visit ends.
  public enum Ending: Sendable, Hashable {
    case file(String)
    case inline(String)
    /// The failing upstream's own answer.
    case upstream
    /// The answer of an upstream that the error routes ask.
    case otherUpstream
    /// The error routes ask an upstream that fails as well.
    case deadUpstream
    case missingFile(String)
    /// The file is hidden, a directory, or may not be read.
    case unusableFile(String)
    case redirect
    /// No error routes.
    case noErrorRoutes
    /// The error routes have nothing for this error.
    case unanswered
    case waits
    case template
    case unknown(String)
    case other
  }

  init(_ route: CaddySiteRoute, _ trouble: Trouble, _ manner: Manner, _ traced: TracedRequest) {
    self.route = route
    self.trouble = trouble
    self.manner = manner
    self.traced = traced
    ending = Self.ending(traced.outcome)
  }

  /// The steps that have a value.
  var events: [(event: Outcome.Step.CaddyEvent, place: Place?)] {
    outcome.steps.compactMap { step in
      if case .caddy(let event) = step.event { (event, step.place) } else { nil }
    }
  }

  /// The place of the last step of a kind.
  func lastPlace(_ isWanted: (Outcome.Step.CaddyEvent) -> Bool) -> Place? {
    events.last { isWanted($0.event) && $0.place != nil }?.place
  }

  /// A page, or a text in its place.
  var isPage: Bool {
    switch ending {
    case .file, .inline: true
    default: false
    }
  }

  /// The status that the trouble stands for.
  var code: Int {
    switch trouble {
    case .code(let code), .upstream(.status(let code)): code
    case .own: errorStatus ?? outcome.status
    case .upstream(.timeout): 504
    case .upstream(.noLiveUpstream): 503
    case .upstream: 502
    }
  }

  /// The status of the error that goes to the error routes.
  var errorStatus: Int? {
    for (event, _) in events {
      switch event {
      case .errorRoutes(let status), .noErrorRoutes(let status): return status
      default: continue
      }
    }
    return nil
  }

  private static func ending(_ outcome: Outcome) -> Ending {
    let events = outcome.steps.compactMap { step -> Outcome.Step.CaddyEvent? in
      if case .caddy(let event) = step.event { event } else { nil }
    }
    if events.contains(.template) { return .template }
    if case .unknown(let reason) = outcome.certainty { return .unknown(reason) }
    if events.contains(.waits) { return .waits }
    let handling = events.firstIndex { event in
      switch event {
      case .errorRoutes: true
      // Of other answers it is how things go when all is well, as with forward_auth.
      case .takenOver(let status): status >= 400
      default: false
      }
    }
    let later = handling.map { events[$0...] } ?? []
    let asksAgain = later.contains { if case .asked = $0 { true } else { false } }
    switch outcome.body {
    case .file(let path): return .file(path)
    case .inline(let text): return .inline(text)
    case .redirect: return .redirect
    case .upstream: return asksAgain ? .otherUpstream : .upstream
    case .builtin, .none: break
    }
    for event in later.reversed() {
      switch event {
      case .file(let path, .missing): return .missingFile(path)
      case .file(let path, .denied), .file(let path, .directory): return .unusableFile(path)
      case .unanswered: return .unanswered
      case .asked: return .deadUpstream
      default: continue
      }
    }
    if events.contains(where: { if case .noErrorRoutes = $0 { true } else { false } }) { return .noErrorRoutes }
    return .other
  }
}
