import Diagnostics

/// What an nginx configuration means for a request: servers, locations, upstreams and maps, ready to be asked.
///
/// A class, because every step of thousands of traces asks it. Its initialiser fills it; nobody changes it afterwards.
public final class NginxModel: @unchecked Sendable {
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
  public internal(set) var tree: ConfigTree
  private var errorPagesByScope: [[NginxErrorPage]] = []
  private var errorPagesByDirective: [Directive.Identity: [NginxErrorPage]] = [:]
  private var settingsInEffect = NginxSettingsTable()

  private init(tree: ConfigTree) {
    self.tree = tree
  }

  /// Works out what a tree means. A fragment of a configuration is read as if the blocks around it were there: servers
  /// without `http`, locations without a server.
  public convenience init(_ tree: ConfigTree) {
    self.init(tree: tree)
    read(tree.directives.expanded)
    let (settings, _) = Cores.together {
      NginxSettingsTable(scopes)
    } _: {
      addresses = Self.addresses(of: servers)
      gatherErrorPages()
    }
    settingsInEffect = settings
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

  /// The names of all directives that are written in some scope.
  public var writtenNames: Set<String> { settingsInEffect.names }

  /// The directives of a name in effect: those of the innermost scope that has any. nginx merges all lists and all
  /// single values that way.
  public func settings(_ name: String, in id: Int) -> [Directive] {
    // Rules ask for much that nobody writes.
    guard settingsInEffect.names.contains(name) else { return [] }
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

  /// The same for the directives that traces ask for, without looking for a name.
  public func settings(_ setting: NginxSetting, in id: Int) -> [Directive] { settingsInEffect[setting, id] }

  public func setting(_ setting: NginxSetting, in id: Int) -> Directive? { settingsInEffect[setting, id].last }

  public func isSet(_ setting: NginxSetting, in id: Int) -> Bool { settingsInEffect.has(setting, id) }

  public func value(_ setting: NginxSetting, in id: Int) -> ByteText? {
    isSet(setting, in: id) ? self.setting(setting, in: id)?.argument(1) : nil
  }

  /// An `on`/`off` directive in effect.
  public func flag(_ setting: NginxSetting, in id: Int, default fallback: Bool = false) -> Bool {
    value(setting, in: id).map { $0.lowercased == "on" } ?? fallback
  }

  /// The `error_page` entries in effect.
  public func errorPages(in id: Int) -> [NginxErrorPage] { errorPagesByScope[id] }

  /// The entries of one `error_page` of the configuration.
  public func errorPages(of directive: Directive) -> [NginxErrorPage] {
    errorPagesByDirective[directive.identity] ?? NginxErrorPage.entries(directive)
  }

  /// Reads them once; a scope without its own shares those around it. A scope comes after the one it stands in.
  private func gatherErrorPages() {
    var gathered: [[NginxErrorPage]] = []
    gathered.reserveCapacity(scopes.count)
    for scope in scopes {
      if let own = scope.settings["error_page"] {
        var entries: [NginxErrorPage] = []
        for directive in own {
          let read = NginxErrorPage.entries(directive)
          errorPagesByDirective[directive.identity] = read
          entries += read
        }
        gathered.append(entries)
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
