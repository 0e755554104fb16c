import Diagnostics
import Multicore

/// What an nginx configuration means for a request: servers, locations, upstreams and maps, ready to be asked.
///
/// A class, because every step of thousands of traces asks it.
public final class NginxModel: Sendable {
  public let scopes: [NginxScope]
  public let servers: [NginxServer]
  public let addresses: [NginxAddress]
  public let upstreams: [String: NginxUpstream]
  public let maps: [String: NginxMap]
  public let geos: [String: NginxGeo]
  public let splits: [String: NginxSplit]
  /// Variables made by Perl, njs and the like: known by name only.
  public let opaqueVariables: [String: Directive]
  /// Variables somebody sets: `set`, `auth_request_set`, named groups.
  public let userVariables: Set<String>
  /// For each variable that `set` fills, the variables in what it is filled with, anywhere.
  public let assigned: [String: [String]]
  /// The `user` the workers run as, when the file says so.
  public let workerUser: String?
  public let tree: ConfigTree
  private let errorPages: NginxErrorPageTable
  private let settingsInEffect: NginxSettingsTable

  /// The name under which `allow` and `deny` are found together, in their order.
  public static let accessRules = "allow/deny"

  /// Works out what a tree means. A fragment of a configuration is read as if the blocks around it were there: servers
  /// without `http`, locations without a server.
  public convenience init(_ tree: ConfigTree) { self.init(Parts(tree.directives), of: tree) }

  /// What can be worked out before it is known what nginx has to say of the tree.
  public struct Parts: Sendable {
    fileprivate let meaning: NginxModelBuilder
    fileprivate let addresses: [NginxAddress]
    fileprivate let errorPages: NginxErrorPageTable
    fileprivate let settings: NginxSettingsTable

    public init(_ directives: [Directive]) {
      let meaning = NginxModelBuilder(directives.expanded)
      (settings, (addresses, errorPages)) = Cores.together {
        NginxSettingsTable(meaning.scopes)
      } _: {
        (NginxModel.addresses(of: meaning.servers, meaning.scopes), NginxErrorPageTable(meaning.scopes))
      }
      self.meaning = meaning
    }
  }

  /// - Parameter tree: the one the parts were made from, its report finished.
  public init(_ parts: Parts, of tree: ConfigTree) {
    let meaning = parts.meaning
    (scopes, servers, upstreams) = (meaning.scopes, meaning.servers, meaning.upstreams)
    (maps, geos, splits) = (meaning.maps, meaning.geos, meaning.splits)
    (opaqueVariables, userVariables) = (meaning.opaqueVariables, meaning.userVariables)
    assigned = meaning.assigned
    workerUser = meaning.workerUser
    (addresses, errorPages, settingsInEffect) = (parts.addresses, parts.errorPages, parts.settings)
    self.tree = tree
  }

  /// What stands around the servers is not here: the file is somebody's include.
  public var isFragment: Bool { scopes[0].directive == nil }

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
  public func errorPages(in id: Int) -> [NginxErrorPage] { errorPages.inScopes[id] }

  /// The entries of one `error_page` of the configuration.
  public func errorPages(of directive: Directive) -> [NginxErrorPage] {
    errorPages.ofDirectives[directive.identity] ?? NginxErrorPage.entries(directive)
  }

  /// The server a scope belongs to; nil for `http`.
  public func serverScope(of id: Int) -> Int? {
    chain(from: id).first { if case .server = $0.kind { true } else { false } }?.id
  }
}
