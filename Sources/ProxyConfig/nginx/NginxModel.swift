/// What an nginx configuration means for a request: servers, locations, upstreams and maps, ready to be asked.
public struct NginxModel: Sendable {
  public internal(set) var scopes: [NginxScope] = []
  public internal(set) var servers: [NginxServer] = []
  public internal(set) var addresses: [NginxAddress] = []
  public internal(set) var upstreams: [String: NginxUpstream] = [:]
  public internal(set) var maps: [String: NginxMap] = [:]
  public internal(set) var geos: [String: NginxGeo] = [:]
  public internal(set) var splits: [String: NginxSplit] = [:]
  /// Variables made by Perl, njs and the like: known by name only.
  public internal(set) var opaqueVariables: [String: Directive] = [:]
  /// Variables somebody sets: `set`, `auth_request_set`, named groups.
  public internal(set) var userVariables: Set<String> = []
  /// The `user` the workers run as, when the file says so.
  public internal(set) var workerUser: String?
  public let tree: ConfigTree
  private var errorPagesByScope: [[NginxErrorPage]] = []
  /// By scope, the directives in effect there; empty while the model is made.
  private var settingsByScope: [[String: [Directive]]] = []

  init(tree: ConfigTree) {
    self.tree = tree
  }

  /// Whether stock nginx has a directive of this name.
  public static func isStock(_ name: String) -> Bool { NginxDirectiveRule.all[name] != nil }

  /// The names of all directives stock nginx has, in order.
  public static let stockDirectives: [String] = NginxDirectiveRule.all.keys.sorted()

  public func scope(_ id: Int) -> NginxScope { scopes[id] }

  /// The scope and those around it, innermost first.
  public func chain(from id: Int) -> [NginxScope] {
    var chain: [NginxScope] = []
    var next: Int? = id
    while let id = next {
      chain.append(scopes[id])
      next = scopes[id].parent
    }
    return chain
  }

  /// The directives of a name in effect: those of the innermost scope that has any. nginx merges all lists and all
  /// single values that way.
  public func settings(_ name: String, in id: Int) -> [Directive] {
    if id < settingsByScope.count { return settingsByScope[id][name] ?? [] }
    var next: Int? = id
    while let id = next {
      if let own = scopes[id].settings[name] { return own }
      next = scopes[id].parent
    }
    return []
  }

  public func setting(_ name: String, in id: Int) -> Directive? { settings(name, in: id).last }

  /// An `on`/`off` directive in effect.
  public func flag(_ name: String, in id: Int, default fallback: Bool = false) -> Bool {
    setting(name, in: id)?.argument(1).map { $0.lowercased == "on" } ?? fallback
  }

  public func value(_ name: String, in id: Int) -> ByteText? { setting(name, in: id)?.argument(1) }

  /// The `error_page` entries in effect.
  public func errorPages(in id: Int) -> [NginxErrorPage] { errorPagesByScope[id] }

  /// Works out once what is in effect where: a trace asks for it hundreds of times.
  mutating func gatherSettings() {
    var gathered: [[String: [Directive]]] = []
    gathered.reserveCapacity(scopes.count)
    for scope in scopes {
      var inEffect = scope.parent.map { gathered[$0] } ?? [:]
      inEffect.merge(scope.settings) { _, own in own }
      gathered.append(inEffect)
    }
    settingsByScope = gathered
  }

  /// Reads them once; a scope without its own shares those around it. A scope comes after the one it stands in.
  mutating func gatherErrorPages() {
    var gathered: [[NginxErrorPage]] = []
    gathered.reserveCapacity(scopes.count)
    for scope in scopes {
      if let own = scope.settings["error_page"] {
        gathered.append(own.flatMap(NginxErrorPage.entries))
      } else {
        gathered.append(scope.parent.map { gathered[$0] } ?? [])
      }
    }
    errorPagesByScope = gathered
  }

  /// The server a scope belongs to; nil for `http`.
  public func serverScope(of id: Int) -> Int? {
    chain(from: id).first { if case .server = $0.kind { true } else { false } }?.id
  }
}
