import Checks
import Diagnostics
import ProxyConfig
import Trace

/// Finds a plain visitor's request for every place that asks an upstream.
///
/// What `ProxyPass`, sections and rules say of paths makes the candidates; each is traced, and those that get to a place
/// stand for it.
struct RouteFinder {
  let model: ApacheModel
  let tracer: ApacheTracer

  /// More candidates than this are not tried for a server.
  private static let mostCandidates = 300

  init(_ model: ApacheModel, _ tracer: ApacheTracer) { (self.model, self.tracer) = (model, tracer) }

  /// The routes in the order of the configuration, and the places that no request was found for.
  func find() -> (routes: [FoundRoute], unreached: [Place]) {
    var found: [Int: FoundRoute] = [:]
    var wanted: [(number: Int, place: Place)] = []
    for server in model.servers {
      for place in asking(server) where !wanted.contains(where: { $0.number == place.number }) { wanted.append(place) }
      for question in candidates(for: server).map({ Question.plainVisitor($0) }) {
        let (request, outcome) = (question.request, tracer.trace(question))
        guard let step = outcome.steps.last(where: { if case .asked = $0.event { true } else { false } }),
          case .asked(let peers)? = step.event, let number = step.scope, found[number] == nil, let place = step.place
        else { continue }
        let answering = outcome.server(in: model)
        found[number] = FoundRoute(
          place: place, site: answering.name ?? request.host, title: request.target.string, question: question,
          peers: peers)
      }
    }
    let routes = found.sorted { $0.key < $1.key }.map(\.value)
    return (routes, wanted.filter { found[$0.number] == nil }.map(\.place))
  }

  /// Places that ask an upstream, by the number of their scope.
  private func asking(_ server: Server) -> [(number: Int, place: Place)] {
    var all = server.proxyPasses.filter { !$0.isExclusion }.map { ($0.number, $0.place) }
    for section in server.locations {
      if let pass = section.settings.proxyPass, !pass.isExclusion { all.append((pass.number, pass.place)) }
    }
    let rules =
      (server.rewriting?.rules ?? [])
      + (server.directories + server.locations).flatMap {
        $0.settings.rewriting?.rules ?? []
      }
    all += rules.filter(\.flags.isProxy).map { ($0.number, $0.place) }
    return all
  }

  private func candidates(for server: Server) -> [Request] {
    let port = server.addresses.compactMap(\.port).first ?? model.listens.compactMap(\.port).first
    // The main server's port may be one at which a virtual host speaks TLS.
    let isSecure =
      server.isSSL || port == 443 || model.servers.contains { $0.isSSL && $0.addresses.contains { $0.port == port } }
    let start = Request(scheme: isSecure ? .https : .http, host: server.name ?? "www.example.com", port: port)
    var paths: [ByteText] = ["/", "/x", "/index.php"]
    for pass in server.proxyPasses { paths += Self.paths(pass.prefix, pass.pattern) }
    for section in server.locations {
      switch section.match {
      case .prefix(let path): paths += Self.paths(path, nil)
      case .glob: break
      case .pattern(let pattern): paths += Self.paths("", pattern)
      }
    }
    for rule in server.rewriting?.rules ?? [] { paths += Self.paths("", rule.pattern) }
    for section in server.directories {
      for rule in section.settings.rewriting?.rules ?? [] {
        paths += Self.paths("", rule.pattern).map { $0.first == UInt8(ascii: "/") ? $0 : "/" + $0 }
      }
    }
    var seen: Set<ByteText> = []
    return paths.filter { seen.insert($0).inserted }.prefix(Self.mostCandidates).map { path in
      var request = start
      request.target = Escape.path(path)
      return request
    }
  }

  private static func paths(_ prefix: ByteText, _ pattern: Pattern?) -> [ByteText] {
    guard let pattern else {
      return prefix.last == UInt8(ascii: "/") ? [prefix, prefix + "x"] : [prefix + "/x", prefix]
    }
    return pattern.examples.prefix(8).flatMap { example -> [ByteText] in
      let path = example.first == UInt8(ascii: "/") ? example : "/" + example
      return [path, path + "x"]
    }
  }
}

extension Outcome {
  /// The virtual host that has answered.
  func server(in model: ApacheModel) -> Server {
    let scopes = Set(steps.compactMap(\.scope))
    return model.servers.first { scopes.contains($0.number) } ?? model.servers[0]
  }
}
