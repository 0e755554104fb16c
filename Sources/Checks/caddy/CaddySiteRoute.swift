public import Diagnostics
public import ProxyConfig
public import Trace

/// A handler that errors come from, with a request that certainly gets there.
public struct CaddySiteRoute: Pass {
  public let source: CaddyErrorSource
  /// What gets there, a plain visitor's GET if the routes allow one.
  public let question: Question
  /// The codes that the site's error routes name.
  let namedCodes: [Int]
  /// Whether the site has error routes at all.
  let hasErrorRoutes: Bool

  /// The upstreams' side of it; a handler that fails by itself has none.
  public var proxy: CaddyReverseProxy? { source.proxy }
  public var place: Place { source.handler.place ?? Place(file: "") }
  /// The site as a visitor names it.
  public var site: String { Self.site(source, request) }
  /// The route's path, and the upstream asked.
  public var title: String {
    let path = source.path.isEmpty ? "*" : source.path.string
    return place.text.hasPrefix("forward_auth") ? path + " (forward_auth)" : path
  }

  static func site(_ source: CaddyErrorSource, _ request: Request) -> String {
    let usual = request.scheme == .https ? 443 : 80
    let host = source.host.isEmpty ? "(any host)" : source.host.string
    return request.port == usual ? host : "\(host):\(request.port)"
  }

  /// This route's upstreams fail; when their addresses are not known, everybody does.
  func failures(_ failure: Failure) -> Failures {
    guard let proxy else { return Failures() }
    let addresses = proxy.upstreams.map(\.written.string)
    guard !proxy.hasDynamicUpstreams, !addresses.contains(where: { $0.contains("{") }) else {
      return Failures(everywhere: failure)
    }
    return Failures(byAddress: Dictionary(addresses.map { ($0, failure) }, uniquingKeysWith: { first, _ in first }))
  }
}

/// A visit to a route of Caddy's.
public typealias CaddyVisit = Visit<CaddySiteRoute>
