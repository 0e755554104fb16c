/// The fields of Caddy's JSON: what `caddy validate` of 2.6 and 2.11 takes when each name is tried at each place.
///
/// One object a line: its name, then its fields. `field:shape` holds another object, `field[]:shape` a list of them and
/// `field{}:shape` one for each of its keys; `+` stands before what only 2.11 has, `-` before what only 2.6 has.
enum CaddyJSONFieldTable {
  struct Field: Sendable {
    enum Holds: Sendable { case one, list, map }
    let name: String
    let shape: String?
    let holds: Holds
    /// Nil for both.
    let release: CaddyRelease?
  }

  static let shapes: [String: [Field]] = {
    var shapes: [String: [Field]] = [:]
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let name = words.first else { continue }
      shapes[String(name)] = words.dropFirst().map(field)
    }
    return shapes
  }()

  private static func field(_ word: Substring) -> Field {
    let release: CaddyRelease? = word.hasPrefix("+") ? .release211 : word.hasPrefix("-") ? .release26 : nil
    let parts = (release == nil ? word : word.dropFirst()).split(separator: ":", maxSplits: 1)
    let name = parts[0]
    let holds: Field.Holds = name.hasSuffix("[]") ? .list : name.hasSuffix("{}") ? .map : .one
    return Field(
      name: String(holds == .one ? name : name.dropLast(2)), shape: parts.count > 1 ? String(parts[1]) : nil,
      holds: holds, release: release)
  }

  private static let table = """
    root admin logging storage apps:apps
    http http_port https_port grace_period shutdown_delay servers{}:server +metrics
    server listen listener_wrappers read_timeout read_header_timeout write_timeout idle_timeout keepalive_interval max_header_bytes routes[]:route errors:errors tls_connection_policies[]:connection automatic_https:automatic strict_sni_host logs:logs metrics protocols +allow_0rtt +client_ip_headers +enable_full_duplex +expected_dot_headers +expected_underscore_headers +keepalive_count +keepalive_idle +listen_protocols +max_write_chunk +named_routes{}:route +packet_conn_wrappers +read_idle_timeout +read_min_rate +trusted_proxies +trusted_proxies_strict +trusted_proxies_unix +write_idle_timeout +write_min_rate -experimental_http3 -allow_h2c
    errors routes[]:route
    logs default_logger_name logger_names skip_hosts skip_unmapped_hosts should_log_credentials +trace
    automatic disable disable_redirects disable_certificates skip skip_certificates ignore_loaded_certificates
    connection match certificate_selection cipher_suites curves alpn protocol_min protocol_max client_authentication default_sni insecure_secrets_log +drop +fallback_sni
    route group match[]:matchers handle[]:handler terminal
    matcher.path_regexp name pattern
    matcher.regexp name pattern
    matcher.file fs root try_files try_policy split_path
    matcher.remote_ip ranges -forwarded
    matcher.client_ip ranges
    matcher.tls handshake_complete
    handler.subroute routes[]:route errors:errors
    handler.static_response status_code headers body close abort
    handler.error error status_code
    handler.file_server root hide index_names browse:browse canonical_uris status_code pass_thru precompressed precompressed_order +fs +etag_file_extensions -file_system
    browse template_file +file_limit +reveal_symlinks +sort
    handler.reverse_proxy transport:transport circuit_breaker load_balancing:balancing health_checks:health upstreams[]:upstream dynamic_upstreams flush_interval trusted_proxies headers:headers handle_response[]:response rewrite:rewrite verbose_logs +request_buffers +response_buffers +stream_timeout +stream_close_delay -buffer_requests -buffer_responses -max_buffer_size
    upstream dial max_requests
    balancing selection_policy:policy retries try_duration try_interval retry_match[]:matchers
    health active:active passive:passive
    active path uri port headers interval timeout max_size expect_status expect_body +body +fails +follow_redirects +method +passes +upstream
    passive fail_duration max_fails unhealthy_status unhealthy_latency unhealthy_request_count
    policy.random policy
    policy.random_choose policy choose
    policy.least_conn policy
    policy.round_robin policy
    policy.weighted_round_robin policy weights
    policy.first policy
    policy.ip_hash policy
    policy.client_ip_hash policy
    policy.uri_hash policy
    policy.query policy key fallback:policy
    policy.header policy field +fallback:policy
    policy.cookie policy name secret +max_age +fallback:policy
    transport.http protocol resolver tls:tls keep_alive:kept compression max_conns_per_host dial_timeout dial_fallback_delay response_header_timeout expect_continue_timeout max_response_header_size write_buffer_size read_buffer_size read_timeout write_timeout versions +forward_proxy_url +local_address +network_proxy +proxy_protocol
    transport.fastcgi protocol root split_path resolve_root_symlink env dial_timeout read_timeout write_timeout capture_stderr
    tls root_ca_pool root_ca_pem_files client_certificate_file client_certificate_key_file client_certificate_automate insecure_skip_verify handshake_timeout server_name renegotiation except_ports +ca +curves
    kept enabled probe_interval max_idle_conns max_idle_conns_per_host idle_timeout
    response match:answer status_code routes[]:route
    answer status_code headers
    headers request:changes response:response-changes
    changes add set delete replace
    response-changes add set delete replace require:answer deferred
    handler.headers request:changes response:response-changes
    handler.rewrite method uri strip_path_prefix strip_path_suffix uri_substring[]:substring path_regexp[]:replacement +query:query
    rewrite method uri strip_path_prefix strip_path_suffix uri_substring[]:substring path_regexp[]:replacement +query:query handler
    substring find replace limit
    replacement find replace
    query rename[]:pair set[]:pair add[]:pair replace[]:exchange delete
    pair key val
    exchange key search search_regexp replace
    handler.intercept handle_response[]:response
    handler.copy_response status_code
    handler.copy_response_headers include exclude
    handler.invoke name
    handler.encode encodings prefer minimum_length match:answer
    handler.templates file_root mime_types delimiters +match
    handler.request_body max_size +set +read_timeout +write_timeout
    handler.authentication providers
    handler.map source destinations mappings[]:mapping defaults
    mapping input input_regexp outputs
    handler.tracing span +span_attributes
    handler.push resources headers
    handler.log_append key value +early
    handler.acme_server ca host path_prefix sign_with_root +resolvers +challenges +lifetime +policy
    handler.metrics disable_openmetrics
    """
}
