import Diagnostics
import ProxyConfig
public import Trace

/// A `reverse_proxy` with a request that certainly gets there.
public struct CaddySiteRoute: Sendable {
  public let proxied: CaddyProxiedRoute
  /// The request that gets there, a plain visitor's GET if the routes allow one.
  public let request: TraceRequest
  /// The codes that the site's error routes name.
  let namedCodes: [Int]
  /// Whether the site has error routes at all.
  let hasErrorRoutes: Bool

  var place: Place { proxied.handler.place ?? Place(file: "") }
  /// The site as a visitor names it.
  var site: String {
    let usual = request.scheme == .https ? 443 : 80
    let host = proxied.host.isEmpty ? "(any host)" : proxied.host.string
    return request.port == usual ? host : "\(host):\(request.port)"
  }
  /// The route's path, and the upstream asked.
  var title: String {
    let path = proxied.path.isEmpty ? "*" : proxied.path.string
    return place.text.hasPrefix("forward_auth") ? path + " (forward_auth)" : path
  }

  /// This route's upstreams fail; when their addresses are not known, everybody does.
  func failures(_ failure: Failure) -> Failures {
    let upstreams = proxied.proxy.upstreams
    let addresses = upstreams.flatMap { [$0.dial.string, $0.written.string] }
    guard !proxied.proxy.hasDynamicUpstreams, !addresses.contains(where: { $0.contains("{") }) else {
      return Failures(everywhere: failure)
    }
    return Failures(byAddress: Dictionary(addresses.map { ($0, failure) }, uniquingKeysWith: { first, _ in first }))
  }
}

/// Finds a request for every `reverse_proxy`, by trying.
struct CaddyRouteFinder {
  let config: CaddyConfig
  let tracer: CaddyTracer

  init(_ config: CaddyConfig, _ tracer: CaddyTracer) {
    self.config = config
    self.tracer = tracer
  }

  func routes() -> [CaddySiteRoute] {
    let unasked = Dictionary(
      config.moduleMatchers.map { ("@" + $0.string, ByteText("0")) }, uniquingKeysWith: { first, _ in first })
    return CaddyProxiedRoute.all(in: config).compactMap { proxied in
      guard let place = proxied.handler.place else { return nil }
      for guess in proxied.requests {
        let request = CaddyVisitor.request(guess, unasked)
        let outcome = tracer.trace(request, failures: Failures())
        let isThere = outcome.steps.contains { step in
          guard case .caddy(.asked) = step.event, let asked = step.place else { return false }
          return asked.source.name == place.source.name && asked.range == place.range
        }
        guard isThere else { continue }
        let (server, host) = (proxied.server, proxied.host)
        return CaddySiteRoute(
          proxied: proxied, request: request, namedCodes: CaddyCodes.named(in: server, host: host),
          hasErrorRoutes: !CaddyCodes.routes(of: server, host: host).isEmpty)
      }
      return nil
    }
  }
}

/// An ordinary visitor: a browser somewhere on the internet that knows every password it is asked for.
enum CaddyVisitor {
  /// - Parameter unasked: what matchers of modules say that the way to the route does not ask.
  static func request(_ guess: TraceRequest, _ unasked: [String: ByteText] = [:]) -> TraceRequest {
    var request = guess
    request.variables.merge(unasked) { asked, _ in asked }
    request.becomePlainVisitor()
    return request
  }
}
