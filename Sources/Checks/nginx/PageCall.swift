public import Diagnostics
public import ProxyConfig
public import Trace

/// One code of an `error_page`, followed from a location where it is in effect to what the visitor gets.
///
/// A class, because rules pass thousands of them on and each is many values.
public final class PageCall: FollowedError {
  public let entry: NginxErrorPage
  public let server: NginxServer
  /// The scope in which the error arises.
  public let origin: Int
  /// The route the error arises on, when the origin passes requests on.
  public let route: NginxRoute?
  public let traced: TracedRequest
  public let ending: Ending
  /// The codes of the same line for which the same comes out.
  let codesAlike: [Int]
  public let ownSteps: [Outcome.Step]
  /// The step that decided the ending.
  public let step: Outcome.Step?
  /// The location that took the path the `error_page` leads to.
  let pageLocation: Int?

  /// The scope the call ended in.
  public var location: Int? { step?.scope }

  public var code: Int { entry.code }
  public var pagePlace: Place? { entry.targetPlace }

  /// - Parameters:
  ///   - hop: the step, of the request's own, that follows the entry.
  ///   - failing: the peers that are dead.
  init(
    entry: NginxErrorPage, server: NginxServer, origin: Int, route: NginxRoute?, traced: TracedRequest, hop: Int,
    failing: Set<String>
  ) {
    self.entry = entry
    self.server = server
    self.origin = origin
    self.route = route
    self.traced = traced
    ownSteps = traced.outcome.ownSteps
    // What was asked before the error led here is not what the visitor gets.
    let last = ownSteps[hop...].last { $0.isDecisive }
    pageLocation = Self.pageLocation(ownSteps[hop...])
    step = last
    ending = Self.ending(traced.outcome, last, failing)
    codesAlike = [entry.code]
  }

  /// The same, standing for all codes of its line for which the same comes out.
  init(_ call: PageCall, codesAlike: [Int]) {
    (entry, server, origin, route, traced) = (call.entry, call.server, call.origin, call.route, call.traced)
    (ending, step, pageLocation, ownSteps) = (call.ending, call.step, call.pageLocation, call.ownSteps)
    self.codesAlike = codesAlike
  }

  private static func pageLocation(_ steps: ArraySlice<Outcome.Step>) -> Int? {
    for step in steps {
      if step.event == .entered { return step.scope }
    }
    return nil
  }

  private static func ending(_ outcome: Outcome, _ step: Outcome.Step?, _ failing: Set<String>) -> Ending {
    let isEndless = outcome.steps.contains { $0.event == .redirectLimit }
    if isEndless, outcome.certainty == .exact { return .cycle }
    // What a cache may hold does not change that the upstream is asked.
    if case .asked(let peers) = step?.event, peers.contains(where: failing.contains) { return .deadUpstream }
    if case .unknown(let reason) = outcome.certainty { return .unknown(reason) }
    if case .inline(let text) = outcome.body { return .inline(text) }
    switch step?.event {
    case .file(let path, .found): return .file(path)
    case .file(let path, .missing): return .missingFile(path)
    case .file(let path, .denied): return .unreadableFile(path)
    case .file(let path, .directory): return .directory(path)
    case .file(let path, .wrongMethod): return .wrongMethod(path)
    case .asked(let peers): return peers.contains(where: failing.contains) ? .deadUpstream : .otherUpstream
    case .denied(let code), .authEnded(let code): return .denied(code)
    case .bodyTooLarge(let limit): return .bodyTooLarge(limit: limit)
    case .answered(let code): return outcome.body == .redirect ? .redirect : .returned(code)
    case .missingNamedLocation(let name): return .missingNamedLocation(name)
    default:
      return outcome.location == nil ? .other : .redirect
    }
  }
}

extension Outcome.Step {
  /// A step that can be the reason for how a call ends; an auth service that says yes is none.
  var isDecisive: Bool {
    switch event {
    case .asked, .file, .denied, .bodyTooLarge, .answered, .missingNamedLocation: true
    case .authEnded(let status): !(200..<300).contains(status)
    default: false
    }
  }
}
