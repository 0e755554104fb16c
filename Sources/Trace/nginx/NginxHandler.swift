import Diagnostics
import ProxyConfig

/// What makes a location's content when it is not a file.
struct NginxHandler: Sendable {
  /// The modules that pass a request on, and what is particular to each.
  enum Module: String, Sendable, CaseIterable {
    case proxy, fastcgi, uwsgi, scgi, grpc, memcached
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

  private static let table: [String: Kind] = [
    "proxy_pass": .upstream(.proxy), "fastcgi_pass": .upstream(.fastcgi), "uwsgi_pass": .upstream(.uwsgi),
    "scgi_pass": .upstream(.scgi), "grpc_pass": .upstream(.grpc), "memcached_pass": .upstream(.memcached),
    "empty_gif": .emptyGIF, "stub_status": .stubStatus, "flv": .opaque, "mp4": .opaque, "perl": .opaque,
    "js_content": .opaque, "content_by_lua": .opaque, "content_by_lua_block": .opaque, "content_by_lua_file": .opaque,
    "hls": .opaque, "f4f": .opaque, "api": .opaque, "status": .opaque, "echo": .opaque,
  ]

  /// The handler a scope sets by itself; of several the last wins.
  static func own(of scope: NginxScope) -> NginxHandler? {
    var found: NginxHandler?
    for (name, directives) in scope.settings {
      guard let kind = table[name], let directive = directives.last else { continue }
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
      if let own = NginxHandler.own(of: model.scope(limited)) {
        handler = own
      } else if let outerHandler = NginxHandler.own(of: model.scope(outer)), outerHandler.module != nil {
        handler = outerHandler
      }
      return
    }
    if let own = NginxHandler.own(of: model.scope(scope)) { handler = own }
  }

  private static func isAllowed(_ method: String, by list: [String]) -> Bool {
    list.contains(method) || method == "HEAD" && list.contains("GET")
  }

  /// The pass directive in effect for a module: an `if` without its own uses its location's.
  func passDirective(_ module: NginxHandler.Module) -> Directive? {
    var next: Int? = scope
    while let id = next {
      let current = model.scope(id)
      if let own = current.settings["\(module.rawValue)_pass"]?.last { return own }
      switch current.kind {
      case .condition, .limitExcept: next = current.parent
      default: return nil
      }
    }
    return nil
  }
}
