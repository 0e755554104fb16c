public import Checks
public import Diagnostics
public import ProxyConfig
public import Trace

/// A place that asks an upstream, with a request that gets there.
public struct ApacheRoute: Pass {
  public let place: Place
  public let site: String
  public let title: String
  public let request: TraceRequest
  /// The addresses that may be asked.
  let peers: [String]
}

/// A configuration that was read and traced, as rules see it.
public struct ApacheProject: LoadedProxy {
  public let model: ApacheModel
  public let tracer: ApacheTracer
  public let pages: BuiltPages?
  public let routes: [ApacheRoute]
  public let visitsByRoute: [[Visit<ApacheRoute>]]
  public let unreachedCount: Int
  private let files: ServedFiles

  public var tree: ConfigTree { model.tree }
  public let name = "Apache httpd"
  public let barePage = "httpd's own bare page"
  public var machineFiles: any FileView { files }

  init(_ path: String, _ machine: Machine) {
    model = ApacheModel(path, machine)
    files = ServedFiles(machine, model)
    tracer = ApacheTracer(model, files: files)
    pages = machine.pages
    guard !model.report.hasErrors else {
      (routes, visitsByRoute, unreachedCount) = ([], [], 0)
      return
    }
    (routes, unreachedCount) = RouteFinder(model, tracer).find()
    let codes = Set([504] + (machine.pages?.codes ?? [])).sorted()
    visitsByRoute = routes.map { [tracer] route in
      let failures = Failure.tried + [.noLiveUpstream]
      var visits = failures.map { Self.visit(route, route.request, .upstream($0), tracer) }
      visits += codes.map { Self.visit(route, route.request, .code($0), tracer) }
      var post = route.request
      post.method = "POST"
      visits.append(Self.visit(route, post, .upstream(.refused), tracer, .post))
      return visits
    }
  }

  private static func visit(
    _ route: ApacheRoute, _ request: TraceRequest, _ trouble: Trouble, _ tracer: ApacheTracer, _ manner: Manner = .plain
  ) -> Visit<ApacheRoute> {
    var failures = Failures()
    if case .upstream(let failure) = trouble { for peer in route.peers { failures.byAddress[peer] = failure } }
    if case .code(let code) = trouble { failures.raised = code }
    let outcome = tracer.trace(request, failures: failures)
    return Visit(
      route, trouble, manner,
      TracedRequest(
        file: tracer.model.config.main.name, request: request, failures: failures, outcome: outcome))
  }

  public func isElsewhere(_ path: String) -> Bool { files.isElsewhere(path) }

  public func advice(_ remedy: Remedy, _ visit: Visit<ApacheRoute>) -> Advice? {
    switch remedy {
    case .addPages:
      Advice("add: ErrorDocument 503 /errors/503.html and the same for 500, 502 and 504, with an Alias for /errors/")
    case .listCodes(let codes), .importPack(let codes):
      Advice("add: " + codes.map { "ErrorDocument \($0) /errors/\($0).html" }.joined(separator: ", "))
    case .nameByCode: Advice("name a page of its own for each code")
    case .keepStatus:
      Advice("name a path of this server in ErrorDocument: a whole address makes a redirect of the error")
    case .serveFromDisk:
      Advice("put ProxyPass /errors/ ! before the other ProxyPass lines, so that httpd serves the pages itself")
    case .ship(let path): Advice("put the page there: \(path)")
    case .addHeader(let name, let value):
      Advice("add: Header always set \(name) \"\(value)\" \"expr=%{REQUEST_STATUS} in {'502','503','504'}\"")
    }
  }
}
