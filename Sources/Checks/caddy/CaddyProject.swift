import Diagnostics
public import ProxyConfig
public import Trace

/// A Caddy configuration, a Caddyfile or JSON, that was read and traced, as rules see it.
public struct CaddyProject: Sendable {
  public let tree: ConfigTree
  public let config: CaddyConfig
  public let tracer: CaddyTracer
  public let files: CaddyAssumedFiles
  public let pages: BuiltPages?
  /// Every `reverse_proxy` that a request was found for.
  public let routes: [CaddySiteRoute]
  /// For every route everything that can go wrong there, and what the visitor gets.
  public let visitsByRoute: [[CaddyVisit]]
  /// Those of all routes, and of handlers that make an error by themselves.
  public let visits: [CaddyVisit]
  /// Visits of a browser that sends nothing special.
  let plainVisits: [CaddyVisit]
  /// Plain visits that can happen.
  public let likelyVisits: [CaddyVisit]
  /// Every `reverse_proxy` that no request was found for.
  let unreached: [CaddyUnreached]
  /// Every handler of the configuration.
  let handlers: [CaddyFoundHandler]
  private let handlersBySpot: [Spot: Int]
  /// The words of handlers by file, in the order in which they begin.
  let handlersByFile: [String: [(range: Range<Int>, index: Int)]]
  /// Every word of the configuration.
  let words: [CaddyWord]

  /// Problems of the reader that are rules here, so that they can be allowed and looked up.
  static let judgedByRules: Set<String> = [EnvUnset.description.id, ImportEmpty.description.id]

  /// How many routes are looked at in all traces together before the search for further requests ends, whatever the
  /// configuration holds: about a second's work for two cores.
  static let budget = 600_000

  /// Reads a configuration and follows every failure through it.
  public init(_ path: String, _ options: Machine) {
    let config = CaddyReader.read(
      path, files: options.files, release: options.caddyRelease, environment: options.environment,
      surroundings: .unknownMachine)
    let judged = config.judgedTree
    let report = Report(judged.report.sorted.filter { !Self.judgedByRules.contains($0.id) })
    let tree = ConfigTree(
      kind: .caddy, main: judged.main, directives: judged.directives, sources: judged.sources, report: report)
    self.init(tree, config, options)
  }

  private init(_ tree: ConfigTree, _ config: CaddyConfig, _ options: Machine) {
    (self.tree, self.config, pages) = (tree, config, options.pages)
    files = CaddyAssumedFiles(options, config)
    tracer = CaddyTracer(config, files: files, workingDirectory: options.prefix, tellsAsked: false)
    let plan = CaddyVisitPlan(tracer: tracer, pages: options.pages)
    let (found, visited) =
      tree.report.hasErrors ? (CaddyRouteFinder.Found(), []) : CaddyRouteFinder(config).find(visiting: plan)
    routes = found.routes.filter { $0.proxy != nil }
    unreached = found.unreached
    visitsByRoute = visited.filter { $0.0.proxy != nil }.map(\.1)
    visits = visitsByRoute.flatMap(\.self) + visited.filter { $0.0.proxy == nil }.flatMap(\.1)
    plainVisits = visits.filter { $0.manner == .plain }
    likelyVisits = visits.filter(\.isLikely)
    handlers = CaddyFoundHandler.all(in: config)
    handlersBySpot = Dictionary(
      handlers.enumerated().compactMap { index, found in found.handler.place.map { (Spot($0), index) } },
      uniquingKeysWith: { first, _ in first })
    var byFile: [String: [(range: Range<Int>, index: Int)]] = [:]
    for (index, found) in handlers.enumerated() {
      guard let extent = found.handler.extent else { continue }
      byFile[extent.source.name, default: []].append((extent.range, index))
    }
    handlersByFile = byFile.mapValues {
      $0.sorted { ($0.range.lowerBound, $0.index) < ($1.range.lowerBound, $1.index) }
    }
    words = config.words
  }

  /// The handler at a place.
  func handler(at place: Place?) -> CaddyFoundHandler? {
    place.flatMap { handlersBySpot[Spot($0)] }.map { handlers[$0] }
  }
}
