import Checks
import Diagnostics
import ProxyConfig
import Trace

/// Finds a plain visitor's request for every backend that asks servers.
///
/// Texts that conditions compare with the host, the path and the method make the candidates; each is traced, and those
/// that get to a backend stand for it.
struct RouteFinder {
  let model: HAProxyModel
  let tracer: HAProxyTracer

  /// More candidates than this are not tried for a frontend.
  private static let mostCandidates = 800
  /// A host that no condition asks for.
  private static let anyHost = "www.example.com"
  /// The same for those that rules let through.
  private static let mostAdmitted = 12

  init(_ model: HAProxyModel, _ tracer: HAProxyTracer) {
    (self.model, self.tracer) = (model, tracer)
  }

  /// The routes in the order of the configuration, and the backends that no request was found for.
  func find() -> (routes: [FoundRoute], unreached: [Place]) {
    var found: [Int: FoundRoute] = [:]
    let asking = model.sections.filter { $0.isBackend && !$0.servers.isEmpty && $0.settings.mode == .http }
    for frontend in model.sections where frontend.isFrontend && frontend.settings.mode == .http {
      for question in candidates(for: frontend).map({ Question.plainVisitor($0) }) {
        let request = question.request
        guard let section = reached(by: question), found[section.number] == nil else { continue }
        found[section.number] = FoundRoute(
          place: section.servers.first?.place ?? section.place, site: "\(request.host), \(frontend.name)",
          title: section.name, question: question, peers: section.servers.map(\.address))
      }
    }
    return (
      asking.compactMap { found[$0.number] },
      asking.filter { found[$0.number] == nil }.map { $0.servers.first?.place ?? $0.place }
    )
  }

  /// The section whose servers a request asks when all is well.
  private func reached(by question: Question) -> ProxySection? {
    let outcome = tracer.trace(question)
    let asking = outcome.steps.last { step in
      if case .asked = step.event { true } else { false }
    }
    return asking?.scope.map { model.sections[$0] }
  }

  private func candidates(for frontend: ProxySection) -> [Request] {
    let starts = ways(into: frontend).flatMap { way in
      // A site's first page is often somebody else's: a rule sends "/" on to where the application is.
      [way, way.asking(for: "/interlude-example")] + admitted(by: frontend, way)
    }
    var candidates = starts
    // Rules may turn away what comes before a choice, so that the texts of all conditions are tried together.
    for choice in frontend.useBackends {
      let alternatives = choice.condition.map { $0.isUnless ? [[]] : $0.alternatives } ?? [[]]
      for terms in alternatives {
        var requests = starts
        for term in terms where !term.isNegated {
          requests = requests.flatMap { request in
            let hinted = term.comparisons.flatMap { Self.requests(from: request, $0) }
            return hinted.isEmpty ? [request] : hinted
          }
        }
        candidates += requests.flatMap { request in [request] + Self.requests(from: request, choice.target) }
      }
    }
    return Array(candidates.prefix(Self.mostCandidates))
  }

  /// A request over TLS and one without, as far as the frontend takes them: where there is TLS, the other is often sent there.
  private func ways(into frontend: ProxySection) -> [Request] {
    let open = frontend.binds.filter { !$0.demandsCertificate }
    let binds = open.isEmpty ? Array(frontend.binds.prefix(1)) : open
    return [true, false].compactMap { isTLS in binds.first { $0.isTLS == isTLS } }.map { bind in
      Request(
        scheme: bind.isTLS ? .https : .http, host: bind.address.isEmpty ? Self.anyHost : bind.address,
        port: bind.ports.lowerBound)
    }
  }

  /// Requests of whom the rules that turn others away ask something: a host, a path, a method, a header. A choice for all
  /// that are not of some kind turns them away from those after it.
  private func admitted(by frontend: ProxySection, _ start: Request) -> [Request] {
    var requests: [Request] = []
    for choice in frontend.useBackends {
      for term in (choice.condition?.alternatives ?? []).joined() where term.isNegated {
        requests += term.comparisons.flatMap { Self.requests(from: start, $0) }
      }
    }
    for rule in frontend.settings.requestRules where rule.action.turnsAway {
      for term in (rule.condition?.alternatives ?? []).joined() {
        requests += term.comparisons.flatMap { Self.requests(from: start, $0) }
      }
    }
    return Array(requests.prefix(Self.mostAdmitted))
  }

  /// What the keys of a map say, when a map names the backend.
  private static func requests(from request: Request, _ target: Format) -> [Request] {
    var requests: [Request] = []
    for case .sample(let expression) in target.parts {
      for entry in expression.converters.compactMap(\.table).flatMap(\.entries).prefix(100) {
        requests += self.requests(from: request, expression, entry.key, .str)
      }
    }
    return requests
  }

  private static func requests(from request: Request, _ comparison: Comparison) -> [Request] {
    comparison.candidates.prefix(20).flatMap { candidate -> [Request] in
      switch candidate {
      case .text(let text):
        requests(from: request, comparison.expression, text, comparison.matching ?? .str)
      case .pattern(let pattern):
        pattern.examples.flatMap { requests(from: request, comparison.expression, $0, .str) }
      case .range, .network: []
      }
    }
  }

  /// The request with a text in the place an expression looks at.
  private static func requests(
    from request: Request, _ expression: Expression, _ text: ByteText, _ matching: Matching
  ) -> [Request] {
    var copy = request
    switch expression.fetch.name {
    case "path", "pathq", "url":
      let isInside = matching == .end || matching == .sub || matching == .dir
      let path = isInside || text.first != UInt8(ascii: "/") ? "/" + text : text
      copy.target =
        matching == .end && text.first != UInt8(ascii: "/") && text.first != UInt8(ascii: ".")
        ? "/" + text : matching == .end && text.first == UInt8(ascii: ".") ? "/x" + text : path
    case "req.hdr", "req.fhdr":
      let name = expression.fetch.arguments.first ?? ""
      if name.lowercased() == "host" {
        let host = text.string.split(separator: ":").first.map(String.init) ?? text.string
        // What an earlier condition has asked of the name stays its end.
        let rest = request.host == Self.anyHost ? "example.com" : request.host
        copy.host = matching == .beg ? host + rest : matching == .end ? "www" + host : host
      } else {
        copy.headers.removeAll { $0.name.lowercased() == name.lowercased() }
        copy.headers.append(.init(name, text.string))
      }
    case "base":
      guard let slash = text.firstIndex(of: UInt8(ascii: "/")) else { return [] }
      copy.host = text.upTo(slash).string
      copy.target = text.from(slash)
    case "method": copy.method = text.string
    case "ssl_fc_sni": copy.host = text.string
    case "url_param": copy.target += "?" + ByteText(expression.fetch.arguments.first ?? "") + "=" + text
    case "req.cook": copy.headers.append(.init("Cookie", "\(expression.fetch.arguments.first ?? "")=\(text.string)"))
    default: return []
    }
    return [copy]
  }
}

extension Request {
  /// The same with another target.
  fileprivate func asking(for target: ByteText) -> Request {
    var copy = self
    copy.target = target
    return copy
  }
}
