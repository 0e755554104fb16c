/// How the words of a directive are taken when files are compared.
///
/// What is not listed here makes a server one of its own. A directive comes into the list when it is certain that
/// neither a trace nor a rule looks from it at anything beyond the file, such as other servers or the disk.
enum SiteDirective {
  /// The words have to be the same in all files.
  case asWritten
  /// The same, and nobody evaluates their variables.
  case unasked
  case listen
  case serverName
  case upstreamName
  /// A time or number that nobody asks for.
  case seconds
  /// A file that nobody looks at.
  case path
  case root
  case peer
  case pass
  case header

  init?(_ name: String, in outer: String) {
    switch (outer, name) {
    case ("", "upstream"): self = .upstreamName
    case ("upstream", "server"): self = .peer
    case ("upstream", "keepalive"), ("upstream", "keepalive_timeout"): self = .seconds
    case ("upstream", "least_conn"), ("upstream", "ip_hash"): self = .asWritten
    case ("upstream", _): return nil
    case ("", "server"), ("server", "location"), ("location", "location"): self = .asWritten
    default:
      guard let use = Self.inServers[name] else { return nil }
      self = use
    }
  }

  private static let inServers: [String: SiteDirective] = {
    var uses: [String: SiteDirective] = [
      "listen": .listen, "server_name": .serverName, "root": .root, "proxy_pass": .pass, "add_header": .header,
      "access_log": .path, "error_log": .path, "ssl_certificate": .path, "ssl_certificate_key": .path,
      "ssl_trusted_certificate": .path,
    ]
    for name in unaskedSeconds { uses[name] = .seconds }
    for name in [
      "proxy_set_header", "proxy_http_version", "proxy_redirect", "proxy_buffering", "proxy_buffers",
      "proxy_buffer_size", "proxy_busy_buffers_size", "proxy_hide_header", "proxy_ssl_server_name",
      "proxy_max_temp_file_size", "server_tokens", "sendfile", "tcp_nopush", "ssl_protocols", "ssl_ciphers",
      "ssl_prefer_server_ciphers", "ssl_session_cache", "ssl_session_tickets", "log_not_found",
    ] { uses[name] = .unasked }
    for name in [
      "index", "internal", "error_page", "return", "try_files", "client_max_body_size", "proxy_intercept_errors",
      "proxy_request_buffering", "proxy_next_upstream", "proxy_next_upstream_tries", "recursive_error_pages",
      "default_type", "charset", "etag", "allow", "deny", "satisfy", "absolute_redirect", "port_in_redirect", "gzip",
      "gzip_types", "gzip_vary",
    ] { uses[name] = .asWritten }
    return uses
  }()

  /// Directives of one time; a test keeps that nothing of `Trace` or `Checks` speaks of them.
  static let unaskedSeconds = [
    "proxy_read_timeout", "proxy_connect_timeout", "proxy_send_timeout", "proxy_next_upstream_timeout",
    "client_body_timeout", "client_header_timeout", "keepalive_timeout", "send_timeout", "ssl_session_timeout",
  ]
}
