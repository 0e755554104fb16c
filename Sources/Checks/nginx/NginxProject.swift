import Diagnostics
import Multicore
public import ProxyConfig
public import Trace

/// A configuration that was read and traced, as rules see it.
public struct NginxProject: Sendable {
  public let tree: ConfigTree
  public let model: NginxModel
  public let tracer: NginxTracer
  /// The ways into each server.
  let doors: Doors
  public let files: AssumedFiles
  public let prefix: String
  public let pages: BuiltPages?
  /// Includes whose file is not on this machine, and which were read as empty.
  public let holes: [IncludeHole]
  /// Every location that passes requests on and that a request was found for.
  public let routes: [NginxRoute]
  /// Places that pass requests on and that no request was found for.
  let unreached: [Unreached]
  /// For every route everything that can go wrong there, and what the visitor gets.
  public let visitsByRoute: [[NginxVisit]]
  public let visits: [NginxVisit]
  /// Every `error_page` entry followed to its end.
  public let pageCalls: [PageCall]
  /// Calls of a visitor who only reads; a page may treat them differently from others.
  let readingCalls: [PageCall]
  let directivesByName: [String: [(directive: Directive, scope: Int)]]
  let errorPageEntries: [(entry: NginxErrorPage, scope: Int)]
  let returns: [(status: Int, text: NginxText?, directive: Directive, scope: Int)]

  private let workingPages: [EntryKey: [Int]]
  /// Where the `error_page` directives outside all servers stand.
  private let sharedPages: Set<Spot>

  /// Reads an nginx configuration and follows every failure through it.
  public init(_ path: String, _ machine: Machine) {
    self.init(NginxReader.model(path, files: EmptyIncludes(machine, main: path)), machine)
  }

  /// Follows every failure through a configuration that was read.
  ///
  /// - Parameter elsewhere: folders that are certainly not on this machine, besides those the model names.
  init(_ model: NginxModel, _ options: Machine, elsewhere: Set<String> = []) {
    let tree = model.tree
    let (files, scopes) = Cores.together {
      AssumedFiles(options, model, elsewhere: elsewhere)
    } _: {
      NginxTracer.Scopes(model)
    }
    let tracer = NginxTracer(model, scopes, files: files, prefix: options.prefix, eventsOnly: true)
    guard !tree.report.hasErrors else {
      self.init(tree, model, tracer, Doors(model), files, options, found: .init(), visits: [], pageCalls: [])
      return
    }
    let doors = Doors(model)
    let found = RouteFinder(model: model, tracer: tracer, doors: doors).find()
    let routes = found.routes
    let plan = VisitPlan(model, tracer)
    self.init(
      tree, model, tracer, doors, files, options, found: found, visits: Cores.map(routes, plan.visits),
      pageCalls: PageCallPlan(model, tracer, doors, routes).calls())
  }

  private init(
    _ tree: ConfigTree, _ model: NginxModel, _ tracer: NginxTracer, _ doors: Doors, _ files: AssumedFiles,
    _ options: Machine, found: RouteFinder.Found, visits: [[NginxVisit]], pageCalls: [PageCall]
  ) {
    self.tree = tree
    self.model = model
    self.tracer = tracer
    self.doors = doors
    self.files = files
    prefix = options.prefix
    pages = options.pages
    routes = found.routes
    visitsByRoute = visits
    self.visits = visits.flatMap(\.self)
    self.pageCalls = pageCalls
    // Nobody asks for an auth service or for a page's upstream, and yet requests get there.
    let asked = Set((pageCalls.map(\.outcome) + self.visits.map(\.outcome)).flatMap(\.steps).compactMap(\.askedFrom))
    unreached = found.unreached.filter { !asked.contains($0.scope) }
    let reading = pageCalls.filter { $0.request.method == $0.route?.request.method ?? "GET" }
    let (read, written) = Cores.together {
      (pages: Self.workingPages(reading), holes: EmptyIncludes.holes(in: tree, options), returns: Self.returns(model))
    } _: {
      (directives: Self.directivesByName(model), entries: Self.errorPageEntries(model))
    }
    readingCalls = reading
    (workingPages, holes, returns) = read
    (directivesByName, errorPageEntries) = written
    let outer = model.scopes.filter { if case .http = $0.kind { true } else { false } }
    let shared = outer.flatMap { $0.settings["error_page"] ?? [] }.map(Spot.init)
    sharedPages = Set(shared)
  }

  /// Where each entry's page is a file that was found: at most two servers, which is enough to name another one.
  private static func workingPages(_ calls: [PageCall]) -> [EntryKey: [Int]] {
    var found: [EntryKey: [Int]] = [:]
    for call in calls {
      guard case .file = call.ending else { continue }
      let key = EntryKey(spot: Spot(call.entry.directive), code: call.entry.code)
      if found[key, default: []].count < 2, found[key]?.contains(call.server.scope) != true {
        found[key, default: []].append(call.server.scope)
      }
    }
    return found
  }

  /// One code of one directive.
  private struct EntryKey: Hashable {
    let spot: Spot
    let code: Int
  }

  /// Whether a directive stands outside all servers.
  func isShared(_ entry: NginxErrorPage) -> Bool { sharedPages.contains(Spot(entry.directive)) }

  /// Whether an entry's page is served by another server than this one.
  func isServedElsewhere(_ entry: NginxErrorPage, than server: Int) -> Bool {
    let key = EntryKey(spot: Spot(entry.directive), code: entry.code)
    return workingPages[key]?.contains { $0 != server } ?? false
  }

  /// A file was left out that could change what the servers do.
  public var hasHoles: Bool { holes.contains { !$0.isHarmless } }
}
