import ProxyConfig

/// Directives of modules outside stock nginx.
enum NginxForeign {
  /// Known to take an answer into their own hands.
  static func mayAnswer(_ name: String) -> Bool {
    if name.contains("_by_lua") { return !harmlessLua.contains { name.hasPrefix($0) } }
    return answering.contains(name)
  }

  /// Known to look at requests and answers that others make.
  static func isFilter(_ name: String) -> Bool { mayAnswer(name) && name != "js_content" }

  /// Neither stock nor of a kind that leaves status and body alone.
  static func isUnknown(_ name: String) -> Bool {
    !NginxModel.isStock(name) && name != "include" && name != NginxModel.accessRules
      && !harmless.contains { name.hasPrefix($0) }
  }

  /// For every scope the directive nearest to it that belongs to a module nobody here knows; nil where there is none.
  static func directives(of model: NginxModel) -> [Directive?] {
    // A configuration has few names, and many scopes.
    let answering = model.writtenNames.filter(mayAnswer)
    let foreign = answering.union(model.writtenNames.filter(isUnknown))
    var nearest: [Directive?] = []
    nearest.reserveCapacity(model.scopes.count)
    for scope in model.scopes {
      let isHTTP = if case .http = scope.kind { true } else { false }
      var own: Directive?
      for name in isHTTP ? answering : foreign {
        guard let first = scope.settings[name]?.first else { continue }
        // The first in the file, whatever the order of the set.
        if own.map({ first.range.lowerBound < $0.range.lowerBound }) ?? true { own = first }
      }
      nearest.append(own ?? scope.parent.flatMap { nearest[$0] })
    }
    return nearest
  }

  private static let harmlessLua = ["init_", "log_", "ssl_", "balancer_", "exit_"]
  private static let answering: Set<String> = [
    "js_access", "js_body_filter", "js_header_filter", "auth_jwt", "modsecurity", "auth_pam", "auth_gssapi",
    "auth_ldap",
  ]
  /// Compression, headers, counters, protocols, tuning of the modules that are known.
  private static let harmless = [
    "add_header_inherit", "add_trailer", "auth_delay", "brotli", "client_", "early_hints", "fastcgi_", "geoip", "grpc_",
    "gzip_", "health_check", "hls_", "http2",
    "http3", "image_filter_", "internal_redirect_", "js_import", "js_path", "keepalive_", "limit_", "lua_",
    "max_headers", "modsecurity_", "more_clear_",
    "more_set_", "mp4_", "opentelemetry", "opentracing", "otel_", "pagespeed_", "perl_modules", "proxy_", "quic_",
    "scgi_", "ssl_", "status_zone",
    "uwsgi_", "vhost_traffic_status", "xslt_", "zstd",
  ]
}
