/// What single directives ask of their words beyond a kind of value, by name.
enum NginxDirectiveCheck {
  typealias Check = @Sendable (inout NginxValidation, Directive, NginxContext?, NginxValidation.Level) -> Void

  /// Nil for directives of which nothing more is asked.
  static func of(_ name: String) -> Check? {
    if let check = table[name] { return check }
    guard NginxBuffers.concerns(name) else { return nil }
    return { NginxBuffers.note($1, in: &$3.buffers, &$0) }
  }

  private static let table: [String: Check] = {
    var table = Table()
    table.on("error_page") { $0.checkErrorPage($1) }
    table.on("return") { $0.checkReturn($1) }
    table.on("rewrite") { $0.checkRewrite($1) }
    table.on("set", "auth_request_set") { $0.checkSet($1) }
    table.on("if") { $0.checkCondition($1) }
    table.on("upstream") { $0.checkUpstream($1) }
    table.on("server_name") { $0.checkServerNames($1) }
    table.on("try_files") { $0.checkTryFiles($1) }
    table.on("add_header", "add_trailer") { $0.checkLast($1, of: 4, "always") }
    table.on("fastcgi_param", "scgi_param", "uwsgi_param") { $0.checkLast($1, of: 4, "if_not_empty") }
    table.on("allow", "deny") { $0.checkAddress($1) }
    table.on("keepalive_timeout") { $0.checkKeepalive($1) }
    table.on("expires") { $0.checkExpires($1) }
    table.on("limit_rate", "limit_rate_after") { $0.checkRate($1) }
    table.on("sub_filter") { $0.checkSearch($1) }
    table.on("charset", "source_charset") { $0.checkCharset($1) }
    table.on("limit_req_zone", "limit_conn_zone") { $0.checkZone($1) }
    table.on("access_log") { $0.checkAccessLog($1) }
    table.on("log_format") { $0.checkLogFormat($1) }
    table.on("error_log") { $0.checkErrorLog($1) }
    table.on("map", "split_clients") { $0.checkMap($1) }
    table.on("geo") { $0.checkGeo($1) }
    table.on("open_file_cache") { $0.checkFileCache($1) }
    table.on("zone") { $0.checkPeerZone($1) }
    table.on("proxy_cookie_domain", "proxy_cookie_path") { $0.checkCookieChange($1) }
    table.on("worker_processes") { $0.checkWorkers($1) }
    table.on("proxy_cache", "fastcgi_cache", "uwsgi_cache", "scgi_cache") { $0.checkCache($1) }
    table.on("index") { $0.checkIndex($1) }
    table.on("fastcgi_split_path_info") { if let word = $1.words.last { $0.checkSplitPattern(word) } }

    table.onLevel("location") { $0.checkLocation($1, $3) }
    table.onLevel("listen") { $0.checkListen($1, $3) }
    table.onLevel("server") { if $2 == .upstream { $0.checkPeer($1, $3) } }
    table.onLevel("hash", "ip_hash", "random") {
      $3.refusesBackup = true
      $0.checkMethod($1)
    }
    table.onLevel("limit_req") { $0.checkLimit($1, $3) }
    table.onLevel("limit_conn") { $0.checkConnectionLimit($1, $3) }
    table.onLevel("large_client_header_buffers") {
      $3.headerBuffer = $1.argument(2).flatMap(NginxSize.small) ?? 8192
    }
    table.onLevel("valid_referers") { $0.checkReferers($1, $3) }
    table.onLevel("alias", "root") { $0.checkRoot($1, $3) }
    table.onLevel("proxy_pass", "fastcgi_pass", "uwsgi_pass", "scgi_pass", "grpc_pass", "memcached_pass") {
      $0.checkPass($1, $2, $3)
    }
    table.onLevel("proxy_redirect") { $0.checkRedirect($1, $3) }
    table.onLevel("gzip_window", "gzip_hash", "connection_pool_size", "request_pool_size") {
      $0.checkSpecialSize($1, $3)
    }
    return table.checks
  }()

  private struct Table {
    var checks: [String: Check] = [:]

    /// For checks that look at the directive alone.
    mutating func on(_ names: String..., check: @escaping @Sendable (inout NginxValidation, Directive) -> Void) {
      for name in names { checks[name] = { validation, directive, _, _ in check(&validation, directive) } }
    }

    /// For those that also look at what stands beside it.
    mutating func onLevel(_ names: String..., check: @escaping Check) {
      for name in names { checks[name] = check }
    }
  }
}
