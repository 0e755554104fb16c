import Diagnostics
public import ProxyConfig

/// A handler that errors come from, with requests that may reach it, for whoever wants to try them all.
public struct CaddyErrorSource: Sendable {
  public let handler: CaddyHandler
  public let server: CaddyServer
  /// The site's host, the first of several; empty for a site that takes every host.
  public let host: ByteText
  /// The path the routes around it ask for, such as `/api/*`; empty for any.
  public let path: ByteText
  private let hints: [CaddyRequestHints]
  private let scheme: Request.Scheme
  private let port: Int

  private static let mostRequests = 64

  /// The best guesses first; whether one gets there, a trace must show.
  public var requests: [CaddyGuess] {
    var requests: [CaddyGuess] = []
    var seen: Set<CaddyGuess> = []
    for hint in hints where requests.count < Self.mostRequests {
      requests += hint.requests(scheme, port).filter { seen.insert($0).inserted }
    }
    return requests
  }

  /// The proxy, if it is one.
  public var proxy: CaddyReverseProxy? {
    if case .reverseProxy(let proxy) = handler.kind { proxy } else { nil }
  }

  /// More than this are not looked for.
  public static let most = 20_000

  /// Every `reverse_proxy` in the order of the configuration, and every handler that makes an error by itself: `error`, and
  /// `file_server`, which does not find everything. Those for errors are left out.
  public static func all(in config: CaddyConfig) -> [CaddyErrorSource] {
    config.servers.flatMap { server -> [CaddyErrorSource] in
      guard let listen = server.listens.first(where: { $0.network.hasPrefix("tcp") }) else { return [] }
      let scheme: Request.Scheme = server.hasTLS && listen.firstPort != config.httpPort ? .https : .http
      var search = Search(server: server, scheme: scheme, port: listen.firstPort)
      search.visit(server.routes, [CaddyRequestHints()], [], depth: 0)
      return search.found
    }
  }

  private struct Search {
    let server: CaddyServer
    let scheme: Request.Scheme
    let port: Int
    var found: [CaddyErrorSource] = []
    private var invoked = 0

    /// More conditions than this that turn visitors away are not opened at once.
    private static let mostGates = 8

    init(server: CaddyServer, scheme: Request.Scheme, port: Int) {
      self.server = server
      self.scheme = scheme
      self.port = port
    }

    /// - Parameter gates: what a request must be so that no answer before it turns it away.
    mutating func visit(
      _ routes: [CaddyRoute], _ hints: [CaddyRequestHints], _ gates: [CaddyMatcherSet], depth: Int
    ) {
      guard depth < 120, found.count < CaddyErrorSource.most else { return }
      var (hints, gates) = (hints, gates)
      for route in routes {
        let inner = CaddyRequestHints.narrowed(hints, route.matcherSets)
        for handler in route.handlers {
          switch handler.kind {
          case .subroute(let routes, _): visit(routes, inner, gates, depth: depth + 1)
          case .invoke(let name):
            invoked += 1
            guard invoked < 200, let route = server.namedRoutes[name] else { continue }
            visit([route], inner, gates, depth: depth + 1)
          case .reverseProxy: add(handler, inner, gates)
          case .error(_, let status) where !status.isEmpty: add(handler, inner, gates)
          case .fileServer(let files) where !files.passesThrough && !files.isBrowsing: add(handler, inner, gates)
          case .rewrite(let rewrite) where route.matcherSets.isEmpty && !rewrite.stripPrefix.isEmpty:
            // Behind it, paths are asked for without the prefix.
            for index in hints.indices { hints[index].strip(rewrite.stripPrefix) }
          default: continue
          }
        }
        if gates.count < Self.mostGates, let gate = Self.gate(route) { gates.append(gate) }
      }
    }

    /// What an answer that is only for others lets through: `respond @strangers 403`, where strangers are `not` something.
    private static func gate(_ route: CaddyRoute) -> CaddyMatcherSet? {
      guard route.matcherSets.count == 1, route.handlers.contains(where: \.isAnswer) else { return nil }
      for case .not(let sets) in route.matcherSets[0].matchers { return sets.first }
      return nil
    }

    private mutating func add(_ handler: CaddyHandler, _ hints: [CaddyRequestHints], _ gates: [CaddyMatcherSet]) {
      let opened = gates.isEmpty ? [] : gates.reduce(hints) { CaddyRequestHints.narrowed($0, [$1]) }
      found.append(
        CaddyErrorSource(
          handler: handler, server: server, host: hints.first?.hostPattern ?? "", path: hints.first?.shownPath ?? "",
          hints: hints + opened, scheme: scheme, port: port))
    }
  }
}

extension CaddyHandler {
  /// Whether it answers, so that what follows it never runs.
  fileprivate var isAnswer: Bool {
    switch kind {
    case .staticResponse, .error: true
    case .subroute(let routes, _): routes.last?.handlers.last?.isAnswer ?? false
    default: false
    }
  }
}
