public import Checks
public import Diagnostics
public import ProxyConfig
import Trace

/// A configuration that was read and traced, as rules see it.
public struct ApacheProject: LoadedProxy {
  public let model: ApacheModel
  public let tracer: ApacheTracer
  public let pages: BuiltPages?
  public let routes: [FoundRoute]
  public let visitsByRoute: [[Visit<FoundRoute>]]
  public let unreachedPlaces: [Place]
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
      (routes, visitsByRoute, unreachedPlaces) = ([], [], [])
      return
    }
    (routes, unreachedPlaces) = RouteFinder(model, tracer).find()
    let file = model.config.main.name
    visitsByRoute = routes.map { [tracer] route in
      Visit.standard(route, codes: machine.pages?.codes ?? [], file: file, tracer)
    }
  }

  public func isElsewhere(_ path: String) -> Bool { files.isElsewhere(path) }

  /// Members of a balancer that are hot standbys.
  public var spares: [Place] {
    model.servers.flatMap(\.balancers.values).flatMap(\.members).filter(\.isStandby).map(\.place)
  }

  public func advice(_ remedy: Remedy, _ visit: some FollowedError) -> Advice? {
    switch remedy {
    case .addPages:
      Advice("add: ErrorDocument 503 /errors/503.html and the same for 500, 502 and 504, with an Alias for /errors/")
    case .listCodes(let codes), .importPack(let codes):
      Advice("add: " + codes.map { "ErrorDocument \($0) /errors/\($0).html" }.joined(separator: ", "))
    case .nameByCode: Advice("name a page of its own for each code")
    case .keepStatus:
      Advice("name a path of this server in ErrorDocument: a whole address makes a redirect of the error")
    case .keepOnSite where visit.outcome.steps.contains { if case .errorPage = $0.event { true } else { false } }:
      Advice("name a page in ErrorDocument that is on this server, and that no rule sends on")
    case .serveFromDisk, .keepOnSite:
      Advice("put ProxyPass /errors/ ! before the other ProxyPass lines, so that httpd serves the pages itself")
    case .ship(let path): AliasWithoutSlash.explains(path, in: model) ? nil : Advice("put the page there: \(path)")
    case .takeOver(let codes): Advice("add: ProxyErrorOverride On \(codes.map(String.init).joined(separator: " "))")
    case .nameByAddress(let path):
      Advice("write /errors/\(PathText.name(path)), and beside it: Alias /errors/ \(PathText.parent(path))/")
    case .limitWait: Advice("add: ProxyTimeout 30")
    case .letThrough: Advice("write in a <Directory> of the pages' folder: Require all granted")
    case .addHeader(let name, let value):
      Advice("add: Header always set \(name) \"\(value)\" \"expr=%{REQUEST_STATUS} in {'502','503','504'}\"")
    case .nameEncoding: Advice("add: AddDefaultCharset utf-8")
    case .nameFile(let path): Advice("name a file in \(path)")
    case .keepAnswers: Advice("write in a <Location> of the API: ProxyErrorOverride Off")
    case .escape: Advice("leave it out, or encode it: %{escape:%{REQUEST_URI}}")
    }
  }
}
