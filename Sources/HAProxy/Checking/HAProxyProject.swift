public import Checks
public import Diagnostics
public import ProxyConfig
import Trace

/// A configuration that was read and traced, as rules see it.
public struct HAProxyProject: LoadedProxy {
  public let model: HAProxyModel
  public let tracer: HAProxyTracer
  public let machineFiles: any FileView
  public let pages: BuiltPages?
  public let routes: [FoundRoute]
  public let visitsByRoute: [[Visit<FoundRoute>]]
  public let unreachedPlaces: [Place]

  public var tree: ConfigTree { model.tree }
  public let name = "HAProxy"
  public let barePage = "HAProxy's own page"

  init(_ path: String, _ machine: Machine) {
    model = HAProxyModel(path, machine)
    tracer = HAProxyTracer(model)
    (machineFiles, pages) = (machine.files, machine.pages)
    guard !model.tree.report.hasErrors else {
      (routes, visitsByRoute, unreachedPlaces) = ([], [], [])
      return
    }
    (routes, unreachedPlaces) = RouteFinder(model, tracer).find()
    let file = model.tree.main.name
    visitsByRoute = routes.map { [tracer] route in
      Visit.standard(route, codes: machine.pages?.codes ?? [], file: file, tracer)
    }
  }

  public func isElsewhere(_ path: String) -> Bool { model.files.isElsewhere(path) }

  public var spares: [Place] { model.sections.flatMap(\.servers).filter(\.options.isBackup).map(\.place) }

  /// The body of a stored response, or the file itself.
  public func page(in path: String) -> [UInt8]? {
    guard let bytes = try? machineFiles.read(path) else { return nil }
    return bytes.starts(with: "HTTP/".utf8) ? StoredResponse.body(of: bytes) : bytes
  }

  public func advice(_ remedy: Remedy, _ visit: some FollowedError) -> Advice? {
    switch remedy {
    case .addPages:
      return Advice(
        "add to defaults or here: errorfile 503 /etc/haproxy/errors/503.http, and the same for 500, 502, 504")
    case .listCodes(let codes), .importPack(let codes):
      let lines = codes.map { "errorfile \($0) /etc/haproxy/errors/\($0).http" }.joined(separator: ", ")
      return Advice("add: \(lines), or take them from an http-errors section with errorfiles")
    case .nameByCode: return Advice("name a page of its own for each code")
    case .keepStatus: return Advice("let the status in the page's first line, or in the rule, be that of the error")
    case .serveFromDisk, .keepOnSite:
      return Advice("let HAProxy answer with the page itself: errorfile, or http-errors and errorfiles")
    case .ship(let path): return Advice("put the page there: \(path)")
    case .takeOver(let codes):
      let lines = codes.map { "http-response return status \($0) default-errorfiles if { status \($0) }" }
      return Advice("add in the backend: " + lines.joined(separator: ", "))
    case .limitWait: return Advice("add to defaults or here: timeout server 30s")
    case .nameByAddress, .letThrough, .nameFile: return nil
    case .nameEncoding: return advice(.addHeader("Content-Type", "text/html; charset=utf-8"), visit)
    case .keepAnswers: return Advice("leave the rule out of the API's backend, or answer with a file in JSON there")
    case .escape: return Advice("leave it out, or encode it: %[path,url_enc]")
    case .addHeader(let name, let value):
      // What headers a file on another machine has, nobody knows here.
      if case .file(let path) = visit.ending, isElsewhere(path) { return nil }
      return Advice("write \(name): \(value) among the headers of the page's file, or http-after-response set-header")
    }
  }
}
