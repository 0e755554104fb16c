import Diagnostics
import ProxyConfig

/// What makes a location's content when it is not a file.
struct NginxHandler: Sendable {
  /// The modules that pass a request on, and what is particular to each.
  enum Module: String, Sendable, CaseIterable {
    case proxy, fastcgi, uwsgi, scgi, grpc, memcached

    /// The module's own directive of this kind.
    func setting(_ part: NginxSetting.PassPart) -> NginxSetting { NginxSetting(part, ofModule: index) }

    /// The place in ``NginxSetting/passModules``.
    private var index: Int {
      switch self {
      case .proxy: 0
      case .fastcgi: 1
      case .uwsgi: 2
      case .scgi: 3
      case .grpc: 4
      case .memcached: 5
      }
    }
  }

  enum Kind: Sendable {
    case upstream(Module)
    case emptyGIF
    case stubStatus
    /// A module that cannot be simulated.
    case opaque
  }

  let kind: Kind
  let directive: Directive
  /// The peers it passes requests on to, when they depend on nothing.
  var peers: NginxPeerGroup?

  private static let table: [String: Kind] = [
    "proxy_pass": .upstream(.proxy), "fastcgi_pass": .upstream(.fastcgi), "uwsgi_pass": .upstream(.uwsgi),
    "scgi_pass": .upstream(.scgi), "grpc_pass": .upstream(.grpc), "memcached_pass": .upstream(.memcached),
    "empty_gif": .emptyGIF, "stub_status": .stubStatus, "flv": .opaque, "mp4": .opaque, "perl": .opaque,
    "js_content": .opaque, "content_by_lua": .opaque, "content_by_lua_block": .opaque, "content_by_lua_file": .opaque,
    "hls": .opaque, "f4f": .opaque, "api": .opaque, "status": .opaque, "echo": .opaque,
  ]

  /// Every directive of a configuration's that sets a handler: of a few names at most.
  static func kinds(in model: NginxModel) -> [(name: String, kind: Kind)] {
    table.filter { model.writtenNames.contains($0.key) }.map { ($0.key, $0.value) }
  }

  /// The handler a scope sets by itself, with its peers.
  static func own(of scope: NginxScope, _ model: NginxModel, _ kinds: [(name: String, kind: Kind)]) -> NginxHandler? {
    guard var handler = own(of: scope, kinds) else { return nil }
    if let module = handler.module, let word = handler.directive.argument(1), !word.contains(UInt8(ascii: "$")) {
      handler.peers = NginxPeerGroup(word, module, scope, model)
    }
    return handler
  }

  /// Of several the last wins.
  private static func own(of scope: NginxScope, _ kinds: [(name: String, kind: Kind)]) -> NginxHandler? {
    var found: NginxHandler?
    for (name, kind) in kinds {
      guard let directive = scope.settings[name]?.last else { continue }
      if let other = found, other.directive.place.range.lowerBound > directive.place.range.lowerBound { continue }
      found = NginxHandler(kind: kind, directive: directive)
    }
    return found
  }

  var module: Module? {
    if case .upstream(let module) = kind { module } else { nil }
  }

  /// Whether a location with this handler and a name that ends in a slash redirects requests without that slash.
  var redirectsToSlash: Bool { module != nil }
}

extension NginxRun {
  /// `ngx_http_update_location_config`: a `limit_except` may take over, and the scope's handler is noted.
  mutating func updateHandler() {
    if let limited = model.scope(scope).limitExcept, case .limitExcept(let allowed) = model.scope(limited).kind,
      !Self.isAllowed(method, by: allowed)
    {
      tell("\(method) is not among the methods listed here", at: model.scope(limited).directive)
      let outer = scope
      scope = limited
      // Its block takes the location's upstream unless it has one of its own.
      if let own = world.machine.facts[limited].handler {
        handler = own
      } else if let outerHandler = world.machine.facts[outer].handler, outerHandler.module != nil {
        handler = outerHandler
      }
      return
    }
    if let own = world.machine.facts[scope].handler { handler = own }
  }

  private static func isAllowed(_ method: RequestMethod, by list: [String]) -> Bool {
    method.isOne(of: list) || method == "HEAD" && list.contains("GET")
  }
}
