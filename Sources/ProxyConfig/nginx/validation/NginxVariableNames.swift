/// The variables a configuration may use: nginx's own and those it makes itself.
struct NginxVariableNames {
  private var own: Set<String> = []
  /// A module nobody here knows may bring variables along, too.
  private(set) var isOpen = false

  func contains(_ name: String) -> Bool {
    let name = name.lowercased()
    return own.contains(name) || Self.builtin.contains(name) || Self.prefixes.contains { name.hasPrefix($0) }
  }

  /// Whether a `set` or a `map` may take the name: a variable of nginx's own may not be made anew unless its module says
  /// so (`NGX_HTTP_VAR_CHANGEABLE`), as ingress controllers do with `$proxy_host`.
  static func isTaken(_ name: String) -> Bool {
    let name = name.lowercased()
    return builtin.contains(name) && !changeable.contains(name) && !name.hasPrefix("ssl_")
  }

  private static let changeable: Set<String> = [
    "args", "limit_rate", "memcached_key", "dollar", "proxy_host", "proxy_port", "invalid_referer", "ancient_browser",
    "modern_browser", "msie", "uid_reset",
  ]

  mutating func add(_ name: ByteText) { own.insert(name.string.lowercased()) }

  /// Everything that gives a value to a variable, wherever it stands.
  mutating func collect(_ directives: [Directive]) {
    for directive in directives {
      switch directive.stock?.variables ?? NginxVariableSource(directive.name) {
      case .firstWord: define(directive.argument(1))
      case .secondWord: define(directive.argument(2))
      case .lastWord: define(directive.words.last?.bytes)
      case .rewrite: groups(directive.argument(1), false)
      case .location:
        if case .regex(let pattern) = NginxLocationName(directive) { groups(of: pattern) }
      case .serverName:
        for word in directive.arguments where word.bytes.first == UInt8(ascii: "~") { groups(word.bytes.from(1), true) }
      case .condition:
        if case .matches(_, let pattern, _) = NginxCondition(directive.arguments) { groups(of: pattern) }
      case .module: isOpen = true
      case .none: break
      }
      for file in directive.included ?? [] { collect(file.directives) }
      guard let block = directive.block else { continue }
      if directive.name == "map" {
        for line in block.expanded where line.words.first?.bytes.first == UInt8(ascii: "~") {
          groups(line.words.first.map { $0.bytes.from($0.bytes.hasPrefix("~*") ? 2 : 1) }, true)
        }
      } else if !NginxValidation.dataBlocks.contains(directive.name) {
        collect(block)
      }
    }
  }

  private mutating func define(_ word: ByteText?) {
    if let word, word.first == UInt8(ascii: "$") { add(word.from(1)) }
  }

  private mutating func groups(_ text: ByteText?, _ ignoresCase: Bool) {
    if let text { groups(of: NginxPattern(text, ignoresCase: ignoresCase)) }
  }

  private mutating func groups(of pattern: NginxPattern) {
    switch pattern.compiled {
    case .success(let compiled): for group in compiled.groupNames { own.insert(group.name.lowercased()) }
    case .failure: isOpen = true
    }
  }

  private static let prefixes = [
    "http_", "sent_http_", "sent_trailer_", "upstream_http_", "upstream_trailer_", "upstream_cookie_", "cookie_",
    "arg_",
    "proxy_protocol_tlv_",
  ]

  private static let builtin: Set<String> = Set(
    """
    ancient_browser args binary_remote_addr body_bytes_sent bytes_sent connection connection_requests connection_time
    connections_active connections_reading connections_waiting connections_writing content_length content_type date_gmt
    date_local document_root document_uri fastcgi_path_info fastcgi_script_name gzip_ratio host hostname http2 http3
    http_cookie http_host http_referer http_user_agent http_via http_x_forwarded_for https invalid_referer is_args
    limit_conn_status limit_rate limit_req_status modern_browser msec msie nginx_version pid pipe
    proxy_add_x_forwarded_for proxy_host proxy_internal_body_length proxy_internal_chunked proxy_port
    proxy_protocol_addr proxy_protocol_port proxy_protocol_server_addr proxy_protocol_server_port query_string
    realip_remote_addr realip_remote_port realpath_root remote_addr remote_port remote_user request request_body
    request_body_file request_completion request_filename request_id request_length request_method request_time
    request_uri request_port is_request_port scheme secure_link secure_link_expires sent_http_cache_control
    sent_http_connection sent_http_content_length sent_http_content_type sent_http_keep_alive
    sent_http_last_modified sent_http_link sent_http_location sent_http_transfer_encoding server_addr server_name
    server_port server_protocol slice_range ssl_alpn_protocol ssl_cipher ssl_ciphers ssl_client_cert
    ssl_client_escaped_cert ssl_client_fingerprint ssl_client_i_dn ssl_client_i_dn_legacy ssl_client_raw_cert
    ssl_client_s_dn ssl_client_s_dn_legacy ssl_client_serial ssl_client_sigalg ssl_client_v_end ssl_client_v_remain
    ssl_client_v_start ssl_client_verify ssl_curve ssl_curves ssl_early_data ssl_ech_outer_server_name ssl_ech_status
    ssl_protocol ssl_server_name ssl_session_id ssl_session_reused ssl_sigalg ssl_sigalgs status tcpinfo_rcv_space
    tcpinfo_rtt tcpinfo_rttvar tcpinfo_snd_cwnd time_iso8601 time_local uid_got uid_reset uid_set
    upstream_addr upstream_bytes_received upstream_bytes_sent upstream_cache_age upstream_cache_key
    upstream_cache_last_modified upstream_cache_status upstream_connect_time upstream_header_time upstream_last_server_name
    upstream_queue_time upstream_response_length upstream_response_time upstream_status uri userid
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}

/// How a directive may give values to variables; worked out once for every stock name.
enum NginxVariableSource: Sendable {
  case firstWord, secondWord, lastWord, rewrite, location, serverName, condition, none
  /// A module that may bring any variables along.
  case module

  init(_ name: String) {
    self =
      switch name {
      case "set", "auth_request_set": .firstWord
      case "map", "split_clients": .secondWord
      case "geo": .lastWord
      case "rewrite": .rewrite
      case "location": .location
      case "server_name": .serverName
      case "if": .condition
      case "secure_link", "secure_link_md5", "secure_link_secret", "include": .none
      case "load_module", "perl_set", "js_set", "js_var", "stream", "mail", "geoip_country", "geoip_city", "geoip_org",
        "image_filter", "xslt_stylesheet", "perl", "perl_modules":
        .module
      default: NginxModel.isStock(name) ? .none : .module
      }
  }
}
