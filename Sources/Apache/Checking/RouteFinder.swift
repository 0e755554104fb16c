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
    // Where it depends on something unknown who is asked; only for places that nothing else leads to.
    var doubtful: [Int: FoundRoute] = [:]
    var wanted: [(number: Int, place: Place)] = []
    for server in model.servers {
      for place in asking(server) where !wanted.contains(where: { $0.number == place.number }) { wanted.append(place) }
      for question in candidates(for: server).map({ Question.plainVisitor($0) }) {
        let (request, outcome) = (question.request, tracer.trace(question))
        guard let step = outcome.steps.last(where: { if case .asked = $0.event { true } else { false } }),
          case .asked(let peers)? = step.event, let number = step.scope, found[number] == nil, let place = step.place
        else { continue }
        let answering = outcome.server(in: model)
        let route = FoundRoute(
          place: place, site: answering.name ?? request.host, title: request.target.string, question: question,
          peers: peers)
        if outcome.certainty == .exact {
          found[number] = route
        } else if doubtful[number] == nil {
          doubtful[number] = route
        }
      }
    }
    found.merge(doubtful) { certain, _ in certain }
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
    var start = Request(scheme: isSecure ? .https : .http, host: server.name ?? "www.example.com", port: port)
    // A virtual host of one address answers there alone, whatever its name.
    if let address = server.ownAddress {
      if let name = server.name { start.headers = [.init("Host", name)] }
      start.host = address
    }
    var paths: [ByteText] = ["/", "/x", "/index.php"]
    for pass in server.proxyPasses { paths += Self.paths(pass.prefix, pass.pattern) }
    for section in server.locations {
      switch section.match {
      case .prefix(let path): paths += Self.paths(path, nil)
      case .glob: break
      case .pattern(let pattern): paths += Self.paths("", pattern)
      }
    }
    let rules =
      (server.rewriting?.rules ?? []) + server.directories.flatMap { $0.settings.rewriting?.rules ?? [] }
    for rule in rules { paths += Self.paths("", rule.pattern) }
    var seen: Set<ByteText> = []
    let plain = paths.filter { seen.insert($0).inserted }.map(start.asking(for:))
    let conditional = rules.filter(\.flags.isProxy).flatMap { rule in
      Self.paths("", rule.pattern).prefix(2).compactMap { rule.asked(of: start.asking(for: $0)) }
    }
    return Array((plain + conditional).prefix(Self.mostCandidates))
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

extension Request {
  /// The same for a path.
  fileprivate func asking(for path: ByteText) -> Request {
    var copy = self
    copy.target = Escape.path(path)
    return copy
  }
}

extension Server {
  /// The address that all connections to it go to; nil where it answers at any address, or at a name that would have to be
  /// looked up.
  fileprivate var ownAddress: String? {
    let all = addresses.map(\.address)
    guard !all.contains(nil) else { return nil }
    return all.compactMap(\.self).first { $0.contains(":") || $0.allSatisfy { $0.isNumber || $0 == "." } }
  }
}

extension RewriteRule {
  /// The request with what the rule's conditions ask for: a header, a path, a host, a method, a query. nil when they ask for
  /// nothing that can be put in.
  fileprivate func asked(of start: Request) -> Request? {
    var request = start
    for condition in conditions where !condition.isNegated {
      guard let example = condition.example else { continue }
      let name = condition.input.string
      switch name {
      case "%{REQUEST_URI}": request.target = Escape.path(example.hasPrefix("/") ? example : "/" + example)
      case "%{REQUEST_METHOD}": request.method = example.string
      case "%{QUERY_STRING}": request.target += "?" + example
      case "%{HTTP_HOST}": request.set("Host", example)
      case "%{HTTP_USER_AGENT}": request.set("User-Agent", example)
      case "%{HTTP_COOKIE}": request.set("Cookie", example)
      case "%{HTTP_REFERER}": request.set("Referer", example)
      case "%{HTTP_ACCEPT}": request.set("Accept", example)
      default:
        guard name.hasPrefix("%{HTTP:"), name.hasSuffix("}") else { continue }
        request.set(String(name.dropFirst("%{HTTP:".count).dropLast()), example)
      }
    }
    return request == start ? nil : request
  }
}

extension RewriteCondition {
  /// A text that it holds for, if one can be made up.
  fileprivate var example: ByteText? {
    switch test {
    case .pattern(let pattern): pattern.examples.first
    case .text("=", let text): text
    case .text, .expression, .file, .number: nil
    }
  }
}

extension Request {
  fileprivate mutating func set(_ name: String, _ value: ByteText) {
    headers.removeAll { $0.name.lowercased() == name.lowercased() }
    headers.append(.init(name, value.string))
  }
}

extension Outcome {
  /// The virtual host that has answered.
  func server(in model: ApacheModel) -> Server {
    let scopes = Set(steps.compactMap(\.scope))
    return model.servers.first { scopes.contains($0.number) } ?? model.servers[0]
  }
}
