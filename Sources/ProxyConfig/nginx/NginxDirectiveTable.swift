/// What stock nginx knows about its directives: where each may stand, how many words it takes, whether it has a block.
///
/// The table is what `nginx -t` of Debian's 1.22 says when each directive is tried in each context with each number of
/// words. A directive that is not here belongs to another module or to a later release and is left alone.
struct NginxDirectiveRule: Sendable {
  let contexts: Set<NginxContext>
  let fewest: Int
  /// Nil for no limit.
  let most: Int?
  let hasBlock: Bool

  /// A name may have several rules: a `server` is one thing in `http` and another in `upstream`.
  static let all: [String: [NginxDirectiveRule]] = {
    var rules: [String: [NginxDirectiveRule]] = [:]
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 3 else { continue }
      let counts = words[2].split(whereSeparator: { $0 == "-" || $0 == "+" }).compactMap { Int($0) }
      guard let fewest = counts.first else { continue }
      let rule = NginxDirectiveRule(
        contexts: Set(words[1].compactMap { NginxContext(rawValue: $0) }), fewest: fewest,
        most: words[2].hasSuffix("+") ? nil : counts.last,
        hasBlock: words.count > 3)
      rules[String(words[0]), default: []].append(rule)
    }
    return rules
  }()

  /// Name, contexts, number of words after the name, and `{` for a block. Contexts: main, events, http, server, location,
  /// upstream, `if` in a server, `if` in a location (j), limit_except (x).
  private static let table = """
    absolute_redirect hsl 1
    accept_mutex e 1
    accept_mutex_delay e 1
    access_log hsljx 1+
    add_after_body hsl 1
    add_before_body hsl 1
    add_header hslj 2-3
    add_trailer hslj 2-3
    addition_types hsl 1+
    aio hsl 1
    aio_write hsl 1
    alias l 1
    allow hslx 1
    ancient_browser hsl 1+
    ancient_browser_value hsl 1
    auth_basic hslx 1
    auth_basic_user_file hslx 1
    auth_delay hsl 1
    auth_request hsl 1
    auth_request_set hsl 2
    autoindex hsl 1
    autoindex_exact_size hsl 1
    autoindex_format hsl 1
    autoindex_localtime hsl 1
    break slij 0
    charset hslj 1
    charset_map h 2 {
    charset_types hsl 1+
    chunked_transfer_encoding hsl 1
    client_body_buffer_size hsl 1
    client_body_in_file_only hsl 1
    client_body_in_single_buffer hsl 1
    client_body_temp_path hsl 1-4
    client_body_timeout hsl 1
    client_header_buffer_size hs 1
    client_header_timeout hs 1
    client_max_body_size hsl 1
    connection_pool_size hs 1
    create_full_put_path hsl 1
    daemon m 1
    dav_access hsl 1-3
    dav_methods hsl 1+
    debug_connection e 1
    debug_points m 1
    default_type hsl 1
    deny hslx 1
    directio hsl 1
    directio_alignment hsl 1
    disable_symlinks hsl 1-2
    empty_gif l 0
    env m 1
    epoll_events e 1
    error_log mhsl 1+
    error_page hslj 2+
    etag hsl 1
    events m 0 {
    expires hslj 1-2
    fastcgi_bind hsl 1-2
    fastcgi_buffer_size hsl 1
    fastcgi_buffering hsl 1
    fastcgi_buffers hsl 2
    fastcgi_busy_buffers_size hsl 1
    fastcgi_cache hsl 1
    fastcgi_cache_background_update hsl 1
    fastcgi_cache_bypass hsl 1+
    fastcgi_cache_key hsl 1
    fastcgi_cache_lock hsl 1
    fastcgi_cache_lock_age hsl 1
    fastcgi_cache_lock_timeout hsl 1
    fastcgi_cache_max_range_offset hsl 1
    fastcgi_cache_methods hsl 1+
    fastcgi_cache_min_uses hsl 1
    fastcgi_cache_path h 2+
    fastcgi_cache_revalidate hsl 1
    fastcgi_cache_use_stale hsl 1+
    fastcgi_cache_valid hsl 1+
    fastcgi_catch_stderr hsl 1
    fastcgi_connect_timeout hsl 1
    fastcgi_force_ranges hsl 1
    fastcgi_hide_header hsl 1
    fastcgi_ignore_client_abort hsl 1
    fastcgi_ignore_headers hsl 1+
    fastcgi_index hsl 1
    fastcgi_intercept_errors hsl 1
    fastcgi_keep_conn hsl 1
    fastcgi_limit_rate hsl 1
    fastcgi_max_temp_file_size hsl 1
    fastcgi_next_upstream hsl 1+
    fastcgi_next_upstream_timeout hsl 1
    fastcgi_next_upstream_tries hsl 1
    fastcgi_no_cache hsl 1+
    fastcgi_param hsl 2-3
    fastcgi_pass lj 1
    fastcgi_pass_header hsl 1
    fastcgi_pass_request_body hsl 1
    fastcgi_pass_request_headers hsl 1
    fastcgi_read_timeout hsl 1
    fastcgi_request_buffering hsl 1
    fastcgi_send_lowat hsl 1
    fastcgi_send_timeout hsl 1
    fastcgi_socket_keepalive hsl 1
    fastcgi_split_path_info hsl 1
    fastcgi_store hsl 1
    fastcgi_store_access hsl 1-3
    fastcgi_temp_file_write_size hsl 1
    fastcgi_temp_path hsl 1-4
    flv l 0
    geo h 1-2 {
    grpc_bind hsl 1-2
    grpc_buffer_size hsl 1
    grpc_connect_timeout hsl 1
    grpc_hide_header hsl 1
    grpc_ignore_headers hsl 1+
    grpc_intercept_errors hsl 1
    grpc_next_upstream hsl 1+
    grpc_next_upstream_timeout hsl 1
    grpc_next_upstream_tries hsl 1
    grpc_pass lj 1
    grpc_pass_header hsl 1
    grpc_read_timeout hsl 1
    grpc_send_timeout hsl 1
    grpc_set_header hsl 2
    grpc_socket_keepalive hsl 1
    grpc_ssl_certificate hsl 1
    grpc_ssl_certificate_key hsl 1
    grpc_ssl_ciphers hsl 1
    grpc_ssl_conf_command hsl 2
    grpc_ssl_crl hsl 1
    grpc_ssl_name hsl 1
    grpc_ssl_password_file hsl 1
    grpc_ssl_protocols hsl 1+
    grpc_ssl_server_name hsl 1
    grpc_ssl_session_reuse hsl 1
    grpc_ssl_trusted_certificate hsl 1
    grpc_ssl_verify hsl 1
    grpc_ssl_verify_depth hsl 1
    gunzip hsl 1
    gunzip_buffers hsl 2
    gzip hslj 1
    gzip_buffers hsl 2
    gzip_comp_level hsl 1
    gzip_disable hsl 1+
    gzip_hash hsl 1
    gzip_http_version hsl 1
    gzip_min_length hsl 1
    gzip_no_buffer hsl 1
    gzip_proxied hsl 1+
    gzip_static hsl 1
    gzip_types hsl 1+
    gzip_vary hsl 1
    gzip_window hsl 1
    hash u 1-2
    http m 0 {
    http2_body_preread_size hs 1
    http2_chunk_size hsl 1
    http2_idle_timeout hs 1
    http2_max_concurrent_pushes hs 1
    http2_max_concurrent_streams hs 1
    http2_max_field_size hs 1
    http2_max_header_size hs 1
    http2_max_requests hs 1
    http2_pool_size hs 1
    http2_push hsl 1
    http2_push_preload hsl 1
    http2_recv_buffer_size h 1
    http2_recv_timeout hs 1
    http2_streams_index_size hs 1
    if sl 1+ {
    if_modified_since hsl 1
    ignore_invalid_headers hs 1
    index hsl 1+
    internal l 0
    ip_hash u 0
    keepalive u 1
    keepalive_disable hsl 1-2
    keepalive_requests hslu 1
    keepalive_time hslu 1
    keepalive_timeout hslu 1-2
    large_client_header_buffers hs 2
    least_conn u 0
    limit_conn hsl 2
    limit_conn_dry_run hsl 1
    limit_conn_log_level hsl 1
    limit_conn_status hsl 1
    limit_conn_zone h 2
    limit_except l 1+ {
    limit_rate hslj 1
    limit_rate_after hslj 1
    limit_req hsl 1-3
    limit_req_dry_run hsl 1
    limit_req_log_level hsl 1
    limit_req_status hsl 1
    limit_req_zone h 3
    lingering_close hsl 1
    lingering_time hsl 1
    lingering_timeout hsl 1
    listen s 1+
    load_module m 1
    location sl 1-2 {
    lock_file m 1
    log_format h 2+
    log_not_found hsl 1
    log_subrequest hsl 1
    map h 2 {
    map_hash_bucket_size h 1
    map_hash_max_size h 1
    master_process m 1
    max_headers hs 1
    max_ranges hsl 1
    memcached_bind hsl 1-2
    memcached_buffer_size hsl 1
    memcached_connect_timeout hsl 1
    memcached_gzip_flag hsl 1
    memcached_next_upstream hsl 1+
    memcached_next_upstream_timeout hsl 1
    memcached_next_upstream_tries hsl 1
    memcached_pass lj 1
    memcached_read_timeout hsl 1
    memcached_send_timeout hsl 1
    memcached_socket_keepalive hsl 1
    merge_slashes hs 1
    min_delete_depth hsl 1
    mirror hsl 1
    mirror_request_body hsl 1
    modern_browser hsl 1-2
    modern_browser_value hsl 1
    mp4 l 0
    mp4_buffer_size hsl 1
    mp4_max_buffer_size hsl 1
    mp4_start_key_frame hsl 1
    msie_padding hsl 1
    msie_refresh hsl 1
    multi_accept e 1
    open_file_cache hsl 1-2
    open_file_cache_errors hsl 1
    open_file_cache_events hsl 1
    open_file_cache_min_uses hsl 1
    open_file_cache_valid hsl 1
    open_log_file_cache hsl 1-4
    output_buffers hsl 2
    override_charset hslj 1
    pcre_jit m 1
    pid m 1
    port_in_redirect hsl 1
    post_action hslj 1
    postpone_gzipping hsl 1
    postpone_output hsl 1
    proxy_bind hsl 1-2
    proxy_buffer_size hsl 1
    proxy_buffering hsl 1
    proxy_buffers hsl 2
    proxy_busy_buffers_size hsl 1
    proxy_cache hsl 1
    proxy_cache_background_update hsl 1
    proxy_cache_bypass hsl 1+
    proxy_cache_convert_head hsl 1
    proxy_cache_key hsl 1
    proxy_cache_lock hsl 1
    proxy_cache_lock_age hsl 1
    proxy_cache_lock_timeout hsl 1
    proxy_cache_max_range_offset hsl 1
    proxy_cache_methods hsl 1+
    proxy_cache_min_uses hsl 1
    proxy_cache_path h 2+
    proxy_cache_revalidate hsl 1
    proxy_cache_use_stale hsl 1+
    proxy_cache_valid hsl 1+
    proxy_connect_timeout hsl 1
    proxy_cookie_domain hsl 1-2
    proxy_cookie_flags hsl 1-4
    proxy_cookie_path hsl 1-2
    proxy_force_ranges hsl 1
    proxy_headers_hash_bucket_size hsl 1
    proxy_headers_hash_max_size hsl 1
    proxy_hide_header hsl 1
    proxy_http_version hsl 1
    proxy_ignore_client_abort hsl 1
    proxy_ignore_headers hsl 1+
    proxy_intercept_errors hsl 1
    proxy_limit_rate hsl 1
    proxy_max_temp_file_size hsl 1
    proxy_method hsl 1
    proxy_next_upstream hsl 1+
    proxy_next_upstream_timeout hsl 1
    proxy_next_upstream_tries hsl 1
    proxy_no_cache hsl 1+
    proxy_pass ljx 1
    proxy_pass_header hsl 1
    proxy_pass_request_body hsl 1
    proxy_pass_request_headers hsl 1
    proxy_read_timeout hsl 1
    proxy_redirect hsl 1-2
    proxy_request_buffering hsl 1
    proxy_send_lowat hsl 1
    proxy_send_timeout hsl 1
    proxy_set_body hsl 1
    proxy_set_header hsl 2
    proxy_socket_keepalive hsl 1
    proxy_ssl_certificate hsl 1
    proxy_ssl_certificate_key hsl 1
    proxy_ssl_ciphers hsl 1
    proxy_ssl_conf_command hsl 2
    proxy_ssl_crl hsl 1
    proxy_ssl_name hsl 1
    proxy_ssl_password_file hsl 1
    proxy_ssl_protocols hsl 1+
    proxy_ssl_server_name hsl 1
    proxy_ssl_session_reuse hsl 1
    proxy_ssl_trusted_certificate hsl 1
    proxy_ssl_verify hsl 1
    proxy_ssl_verify_depth hsl 1
    proxy_store hsl 1
    proxy_store_access hsl 1-3
    proxy_temp_file_write_size hsl 1
    proxy_temp_path hsl 1-4
    random u 0-2
    random_index l 1
    read_ahead hsl 1
    real_ip_header hsl 1
    real_ip_recursive hsl 1
    recursive_error_pages hsl 1
    referer_hash_bucket_size sl 1
    referer_hash_max_size sl 1
    request_pool_size hs 1
    reset_timedout_connection hsl 1
    resolver hsl 1+
    resolver_timeout hsl 1
    return slij 1-2
    rewrite slij 2-3
    rewrite_log hslij 1
    root hslj 1
    satisfy hsl 1
    scgi_bind hsl 1-2
    scgi_buffer_size hsl 1
    scgi_buffering hsl 1
    scgi_buffers hsl 2
    scgi_busy_buffers_size hsl 1
    scgi_cache hsl 1
    scgi_cache_background_update hsl 1
    scgi_cache_bypass hsl 1+
    scgi_cache_key hsl 1
    scgi_cache_lock hsl 1
    scgi_cache_lock_age hsl 1
    scgi_cache_lock_timeout hsl 1
    scgi_cache_max_range_offset hsl 1
    scgi_cache_methods hsl 1+
    scgi_cache_min_uses hsl 1
    scgi_cache_path h 2+
    scgi_cache_revalidate hsl 1
    scgi_cache_use_stale hsl 1+
    scgi_cache_valid hsl 1+
    scgi_connect_timeout hsl 1
    scgi_force_ranges hsl 1
    scgi_hide_header hsl 1
    scgi_ignore_client_abort hsl 1
    scgi_ignore_headers hsl 1+
    scgi_intercept_errors hsl 1
    scgi_limit_rate hsl 1
    scgi_max_temp_file_size hsl 1
    scgi_next_upstream hsl 1+
    scgi_next_upstream_timeout hsl 1
    scgi_next_upstream_tries hsl 1
    scgi_no_cache hsl 1+
    scgi_param hsl 2-3
    scgi_pass lj 1
    scgi_pass_header hsl 1
    scgi_pass_request_body hsl 1
    scgi_pass_request_headers hsl 1
    scgi_read_timeout hsl 1
    scgi_request_buffering hsl 1
    scgi_send_timeout hsl 1
    scgi_socket_keepalive hsl 1
    scgi_store hsl 1
    scgi_store_access hsl 1-3
    scgi_temp_file_write_size hsl 1
    scgi_temp_path hsl 1-4
    secure_link hsl 1
    secure_link_md5 hsl 1
    secure_link_secret hsl 1
    send_lowat hsl 1
    send_timeout hsl 1
    sendfile hslj 1
    sendfile_max_chunk hsl 1
    server h 0 {
    server u 1+
    server_name s 1+
    server_name_in_redirect hsl 1
    server_names_hash_bucket_size h 1
    server_names_hash_max_size h 1
    server_tokens hsl 1
    set slij 2
    set_real_ip_from hsl 1
    slice hsl 1
    source_charset hslj 1
    split_clients h 2 {
    ssi hslj 1
    ssi_ignore_recycled_buffers hsl 1
    ssi_last_modified hsl 1
    ssi_min_file_chunk hsl 1
    ssi_silent_errors hsl 1
    ssi_types hsl 1+
    ssi_value_length hsl 1
    ssl hs 1
    ssl_buffer_size hs 1
    ssl_certificate hs 1
    ssl_certificate_key hs 1
    ssl_ciphers hs 1
    ssl_client_certificate hs 1
    ssl_conf_command hs 2
    ssl_crl hs 1
    ssl_dhparam hs 1
    ssl_early_data hs 1
    ssl_ecdh_curve hs 1
    ssl_engine m 1
    ssl_ocsp hs 1
    ssl_ocsp_cache hs 1
    ssl_ocsp_responder hs 1
    ssl_password_file hs 1
    ssl_prefer_server_ciphers hs 1
    ssl_protocols hs 1+
    ssl_reject_handshake hs 1
    ssl_session_cache hs 1-2
    ssl_session_ticket_key hs 1
    ssl_session_tickets hs 1
    ssl_session_timeout hs 1
    ssl_stapling hs 1
    ssl_stapling_file hs 1
    ssl_stapling_responder hs 1
    ssl_stapling_verify hs 1
    ssl_trusted_certificate hs 1
    ssl_verify_client hs 1
    ssl_verify_depth hs 1
    stub_status sl 0-1
    sub_filter hsl 2
    sub_filter_last_modified hsl 1
    sub_filter_once hsl 1
    sub_filter_types hsl 1+
    subrequest_output_buffer_size hsl 1
    tcp_nodelay hsl 1
    tcp_nopush hsl 1
    thread_pool m 2-3
    timer_resolution m 1
    try_files sl 2+
    types hsl 0 {
    types_hash_bucket_size hsl 1
    types_hash_max_size hsl 1
    underscores_in_headers hs 1
    uninitialized_variable_warn hslij 1
    upstream h 1 {
    use e 1
    user m 1-2
    userid hsl 1
    userid_domain hsl 1
    userid_expires hsl 1
    userid_flags hsl 1-3
    userid_mark hsl 1
    userid_name hsl 1
    userid_p3p hsl 1
    userid_path hsl 1
    userid_service hsl 1
    uwsgi_bind hsl 1-2
    uwsgi_buffer_size hsl 1
    uwsgi_buffering hsl 1
    uwsgi_buffers hsl 2
    uwsgi_busy_buffers_size hsl 1
    uwsgi_cache hsl 1
    uwsgi_cache_background_update hsl 1
    uwsgi_cache_bypass hsl 1+
    uwsgi_cache_key hsl 1
    uwsgi_cache_lock hsl 1
    uwsgi_cache_lock_age hsl 1
    uwsgi_cache_lock_timeout hsl 1
    uwsgi_cache_max_range_offset hsl 1
    uwsgi_cache_methods hsl 1+
    uwsgi_cache_min_uses hsl 1
    uwsgi_cache_path h 2+
    uwsgi_cache_revalidate hsl 1
    uwsgi_cache_use_stale hsl 1+
    uwsgi_cache_valid hsl 1+
    uwsgi_connect_timeout hsl 1
    uwsgi_force_ranges hsl 1
    uwsgi_hide_header hsl 1
    uwsgi_ignore_client_abort hsl 1
    uwsgi_ignore_headers hsl 1+
    uwsgi_intercept_errors hsl 1
    uwsgi_limit_rate hsl 1
    uwsgi_max_temp_file_size hsl 1
    uwsgi_modifier1 hsl 1
    uwsgi_modifier2 hsl 1
    uwsgi_next_upstream hsl 1+
    uwsgi_next_upstream_timeout hsl 1
    uwsgi_next_upstream_tries hsl 1
    uwsgi_no_cache hsl 1+
    uwsgi_param hsl 2-3
    uwsgi_pass lj 1
    uwsgi_pass_header hsl 1
    uwsgi_pass_request_body hsl 1
    uwsgi_pass_request_headers hsl 1
    uwsgi_read_timeout hsl 1
    uwsgi_request_buffering hsl 1
    uwsgi_send_timeout hsl 1
    uwsgi_socket_keepalive hsl 1
    uwsgi_ssl_certificate hsl 1
    uwsgi_ssl_certificate_key hsl 1
    uwsgi_ssl_ciphers hsl 1
    uwsgi_ssl_conf_command hsl 2
    uwsgi_ssl_crl hsl 1
    uwsgi_ssl_name hsl 1
    uwsgi_ssl_password_file hsl 1
    uwsgi_ssl_protocols hsl 1+
    uwsgi_ssl_server_name hsl 1
    uwsgi_ssl_session_reuse hsl 1
    uwsgi_ssl_trusted_certificate hsl 1
    uwsgi_ssl_verify hsl 1
    uwsgi_ssl_verify_depth hsl 1
    uwsgi_store hsl 1
    uwsgi_store_access hsl 1-3
    uwsgi_string hsl 1
    uwsgi_temp_file_write_size hsl 1
    uwsgi_temp_path hsl 1-4
    valid_referers sl 1+
    variables_hash_bucket_size h 1
    variables_hash_max_size h 1
    worker_aio_requests e 1
    worker_connections e 1
    worker_cpu_affinity m 1+
    worker_priority m 1
    worker_processes m 1
    worker_rlimit_core m 1
    worker_rlimit_nofile m 1
    worker_shutdown_timeout m 1
    working_directory m 1
    zone u 1-2
    """
}

/// A kind of block, as far as it decides what may stand in it.
enum NginxContext: Character, Sendable, Hashable {
  case main = "m", events = "e", http = "h", server = "s", location = "l", upstream = "u"
  case serverIf = "i", locationIf = "j", limitExcept = "x"

  /// The context a block opens; nil for blocks whose content is data or belongs to another module.
  func inside(_ block: String) -> NginxContext? {
    switch (block, self) {
    case ("events", .main): .events
    case ("http", .main): .http
    case ("server", .http): .server
    case ("upstream", .http): .upstream
    case ("location", .server), ("location", .location): .location
    case ("if", .server): .serverIf
    case ("if", .location): .locationIf
    case ("limit_except", .location): .limitExcept
    default: nil
    }
  }
}
