import ProxyConfig
import Trace

/// Requests that show what rules have read in the configuration.
extension NginxProject {
  /// A request that follows an entry.
  func call(of entry: NginxErrorPage) -> PageCall? {
    readingCalls.first { $0.entry.code == entry.code && $0.entry.directive.identity == entry.directive.identity }
  }

  /// A request that follows an entry of a directive.
  func call(of directive: Directive) -> PageCall? {
    readingCalls.first { $0.entry.directive.identity == directive.identity }
  }

  /// A request that a scope takes: to a page, to an upstream, or else a plain visitor's.
  func request(through scope: Int) -> TracedRequest? {
    func isThere(_ traced: TracedRequest) -> Bool { traced.outcome.ownSteps.contains { $0.scope == scope } }
    if let call = readingCalls.first(where: { isThere($0.traced) }) { return call.traced }
    if let visit = visits.first(where: { isThere($0.traced) }) { return visit.traced }
    guard let owner = model.serverScope(of: scope), let server = model.servers.first(where: { $0.scope == owner }),
      let door = doors.first(of: server), let path = PathGuesses(model: model).of(scope).first
    else { return nil }
    let traced = tracer.traced(door.question(path))
    return isThere(traced) ? traced : nil
  }
}
