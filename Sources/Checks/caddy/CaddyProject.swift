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
  /// Every route with everything that can go wrong there, and what the visitor gets.
  public let visits: [CaddyVisit]
  /// Every handler of the configuration.
  let handlers: [CaddyFoundHandler]
  /// Every word of the configuration.
  let words: [CaddyWord]

  /// Problems of the reader that are rules here, so that they can be allowed and looked up.
  static let judgedByRules: Set<String> = [EnvUnset.description.id, ImportEmpty.description.id]

  /// Reads a configuration and follows every failure through it.
  public static func read(_ path: String, options: Project.Options) -> CaddyProject {
    let config = CaddyReader.read(
      path, files: options.files, release: options.release, environment: options.environment, surroundings: .elsewhere)
    let judged = config.judgedTree
    let report = Report(judged.report.sorted.filter { !judgedByRules.contains($0.id) })
    let tree = ConfigTree(
      kind: .caddy, main: judged.main, directives: judged.directives, sources: judged.sources, report: report)
    let files = CaddyAssumedFiles(options, config)
    let tracer = CaddyTracer(config, files: files, workingDirectory: options.prefix)
    let routes = report.hasErrors ? [] : CaddyRouteFinder(config, tracer).routes()
    let plan = CaddyVisitPlan(tracer: tracer, pages: options.pages)
    return CaddyProject(
      tree: tree, config: config, tracer: tracer, files: files, pages: options.pages, routes: routes,
      visits: routes.flatMap(plan.visits), handlers: CaddyFoundHandler.all(in: config), words: config.words)
  }
}
