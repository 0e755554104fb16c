import Diagnostics
import Multicore
import ProxyConfig
import Trace

/// A place that passes requests on and that no request was found for.
struct Unreached: Sendable {
  enum Reason: Sendable {
    /// The best guess, and what became of it.
    case answered(TracedRequest)
    /// Only other locations lead there, or the application itself with `X-Accel-Redirect`.
    case isInternal
    /// No path that its name takes could be made up.
    case noExample
    /// The server's addresses and names all lead to other servers, or it has a UNIX socket alone.
    case noWayIn
    /// So many requests were tried, and more are possible.
    case searchEnded(tries: Int)
  }

  let scope: Int
  let reason: Reason
}

/// Finds a request for every place that passes requests on, by trying.
struct RouteFinder: Sendable {
  let model: NginxModel
  let tracer: NginxTracer
  let doors: Doors

  /// How a request comes to an upstream.
  private enum Way {
    case plain
    /// An `error_page` leads there, which is not how an ordinary visitor comes if there is another way.
    case byError
    /// It depends on something unknowable whether it does.
    case doubtful
  }

  /// What was found, and what was not.
  struct Found: Sendable {
    var routes: [NginxRoute] = []
    var unreached: [Unreached] = []
  }

  func find() -> Found {
    let budget = SearchBudget(model)
    var all = Found()
    for found in Cores.map(model.servers, { find(in: $0, budget.share(of: $0), budget.cost(of: $0)) }) {
      all.routes += found.routes
      all.unreached += found.unreached
    }
    return all
  }

  /// What one server's search has come to so far.
  private struct Search {
    var routes: [NginxRoute] = []
    /// Where it depends on something unknowable, or takes an error, that a plain visitor gets there.
    var doubtful: [NginxRoute] = []
    /// Scopes that have a route.
    var known: Set<Int> = []
  }

  /// - Parameter cost: what each request costs.
  private func find(in server: NginxServer, _ budget: SearchBudget.Share, _ cost: Int) -> Found {
    let locations = model.locations(of: server)
    let pages = OwnPages(locations + [server.scope], model)
    let wanted = locations.filter { model.pass(in: $0) != nil && !pages.isMade($0) }
    var search = Search()
    var found = Found()
    guard let door = doors.first(of: server) else {
      let passes = !wanted.isEmpty || model.pass(in: server.scope) != nil
      found.unreached = passes ? [Unreached(scope: server.scope, reason: .noWayIn)] : []
      return found
    }
    var budget = budget
    var ended: Set<Int> = []
    for location in locations + [server.scope] {
      guard budget.allows(cost) else {
        ended.insert(location)
        continue
      }
      look(for: location, server, door, pages, &search)
    }
    // A server's other names and addresses may be let through where the first is sent away.
    for door in doors.all(of: server).dropFirst() {
      for location in wanted where !search.known.contains(location) && budget.allows(cost) {
        look(for: location, server, door, pages, &search)
      }
    }
    ended.formUnion(lookBehindGates(server, locations + [server.scope], door, Set(wanted), &search, &budget))
    for route in search.doubtful where search.known.insert(route.location).inserted {
      search.known.formUnion(coverage(of: route.location))
      search.routes.append(route)
    }
    found.routes = search.routes
    found.unreached = wanted.filter { !search.known.contains($0) }.map { location in
      Unreached(scope: location, reason: reason(location, door, ended.contains(location) ? budget.tries : nil))
    }
    return found
  }

  private func look(
    for location: Int, _ server: NginxServer, _ door: Door, _ pages: OwnPages, _ search: inout Search
  ) {
    guard !search.known.contains(location), !pages.isMade(location) else { return }
    for path in PathGuesses(model: model).of(location) where !pages.targets.contains(path) {
      guard let (route, way) = reach(server, door.question(path)) ?? insider(server, door, path, location) else {
        continue
      }
      guard model.serverScope(of: route.location) == server.scope else { break }
      if way != .plain {
        search.doubtful.append(route)
      } else if search.known.insert(route.location).inserted {
        search.known.formUnion(coverage(of: route.location))
        search.routes.append(route)
      }
      if route.location == location { break }
    }
  }

  /// The scopes whose upstream a request through a scope asks: an `if` without an upstream of its own is its location's.
  private func coverage(of scope: Int) -> [Int] {
    var covered = [scope]
    for outer in model.chain(from: scope) {
      guard case .condition = outer.kind, let parent = outer.parent,
        !NginxModel.passModules.contains(where: { outer.settings["\($0)_pass"] != nil })
      else { break }
      covered.append(parent)
    }
    return covered
  }

  private func reason(_ location: Int, _ door: Door, _ tries: Int?) -> Unreached.Reason {
    if model.setting("internal", in: location) != nil { return .isInternal }
    guard let path = PathGuesses(model: model).of(location).first else { return .noExample }
    if let tries { return .searchEnded(tries: tries) }
    return .answered(tracer.traced(door.question(path)))
  }

  /// What only those reach who have what is asked for.
  ///
  /// - Returns: the locations that the search was ended for.
  private func lookBehindGates(
    _ server: NginxServer, _ locations: [Int], _ door: Door, _ wanted: Set<Int>, _ search: inout Search,
    _ budget: inout SearchBudget.Share
  ) -> Set<Int> {
    var wanted = wanted.subtracting(search.known)
    for location in locations where !wanted.isEmpty {
      let gates = RequestGuesses(to: location, model)
      guard !gates.answers.isEmpty, let path = PathGuesses(model: model).of(location).first else { continue }
      for variant in gates.variants(of: door.question(path)) {
        guard budget.allows(gates.cost) else { return wanted }
        guard let (route, way) = reach(server, variant), way != .doubtful,
          model.serverScope(of: route.location) == server.scope
        else { continue }
        // By way of an error only what cannot be reached otherwise.
        if way == .plain || wanted.contains(route.location), search.known.insert(route.location).inserted {
          search.routes.append(route)
        }
        if way == .plain || model.scope(route.location).isNamed { wanted.subtract(coverage(of: route.location)) }
        search.known.formUnion(way == .plain ? coverage(of: route.location) : [])
        if wanted.isEmpty { break }
      }
    }
    return []
  }

  private func reach(_ server: NginxServer, _ question: Question) -> (route: NginxRoute, way: Way)? {
    var visitor = tracer.visitor(question)
    let outcome = visitor.outcome(Failures())
    let own = outcome.firstUpstream
    // Where files are served behind an auth service, that is the only upstream, and its outage is the visitor's.
    guard let upstream = own ?? outcome.authUpstream else { return nil }
    let auth = own == nil ? nil : outcome.authUpstream
    let route = NginxRoute(
      model, server: server, location: place(of: upstream.location), visitor: visitor, peers: upstream.peers,
      authPeers: auth?.peers ?? [], authLocation: auth?.location)
    guard outcome.certainty == .exact else { return (route, .doubtful) }
    // Who is asked may depend on something unknowable although everybody answers alike.
    let pass = model.pass(in: route.location)?.directive.argument(1)
    if let pass, NginxText(pass).hasVariables,
      visitor.outcome(.of(upstream.peers, .status(599))).certainty != .exact
    {
      return (route, .doubtful)
    }
    return (route, outcome.asksAfterError ? .byError : .plain)
  }

  /// An `if` that says nothing of its own is its location.
  private func place(of scope: Int) -> Int {
    var place = model.scope(scope)
    while case .condition = place.kind, place.settings.isEmpty, let parent = place.parent {
      place = model.scope(parent)
    }
    return place.id
  }

  /// The same from an address that the location lets in.
  private func insider(
    _ server: NginxServer, _ door: Door, _ path: ByteText, _ location: Int
  ) -> (route: NginxRoute, way: Way)? {
    for rule in model.settings(NginxModel.accessRules, in: location) where rule.name == "allow" {
      guard let word = rule.argument(1)?.string, word != "all" else { continue }
      let address = word.split(separator: "/").first.map(String.init) ?? word
      if let found = reach(server, door.question(path, client: address)) { return found }
    }
    return nil
  }
}

/// The locations that a server has for its pages alone: nobody asks for them but an `error_page`.
private struct OwnPages {
  let targets: Set<ByteText>
  private let model: NginxModel

  init(_ scopes: [Int], _ model: NginxModel) {
    var targets: Set<ByteText> = []
    for scope in scopes where scope == scopes.last || model.scope(scope).settings["error_page"] != nil {
      for entry in model.errorPages(in: scope) where entry.isPath && entry.code >= 400 {
        targets.insert(entry.target.source)
      }
    }
    self.targets = targets
    self.model = model
  }

  /// Whether a location is a page's own by its name.
  func isMade(_ location: Int) -> Bool {
    switch model.scope(location).name {
    case .exact(let path): targets.contains(path)
    case .prefix(let path, _): path.count > 1 && targets.contains(path)
    case .regex:
      !targets.isEmpty
        && {
          let paths = PathGuesses(model: model).of(location)
          return !paths.isEmpty && paths.allSatisfy(targets.contains)
        }()
    case .named, nil: false
    }
  }
}

extension NginxScope {
  fileprivate var isNamed: Bool { if case .named = name { true } else { false } }
}

extension NginxTracer {
  /// A question followed, with all that is needed to follow it again.
  func traced(_ question: Question, _ failures: Failures = Failures()) -> TracedRequest {
    var visitor = visitor(question)
    return visitor.traced(failures)
  }
}
