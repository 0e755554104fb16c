/// What stock nginx knows about its directives: where each may stand, how many words it takes, whether it has a block.
///
/// The table is what `nginx -t` of Debian's 1.22 says when each directive is tried in each context, with each number of
/// words, with words of every kind, and twice. A directive that is not here belongs to another module or to a later release and is left alone.
struct NginxDirectiveRule: Sendable {
  let contexts: NginxContext.Several
  let fewest: Int
  /// Nil for no limit.
  let most: Int?
  let hasBlock: Bool
  /// May stand several times on one level.
  let isRepeatable: Bool
  /// What its words must be; nil when nearly anything goes, or when a check of its own knows.
  let value: NginxValueType?

  /// A name may have several rules: a `server` is one thing in `http` and another in `upstream`.
  static let all: [String: [NginxDirectiveRule]] = {
    var rules: [String: [NginxDirectiveRule]] = [:]
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 3 else { continue }
      let counts = words[2].split(whereSeparator: { $0 == "-" || $0 == "+" }).compactMap { Int($0) }
      guard let fewest = counts.first else { continue }
      let marks = words.dropFirst(3)
      let rule = NginxDirectiveRule(
        contexts: .init(words[1].compactMap { NginxContext(rawValue: $0) }), fewest: fewest,
        most: words[2].hasSuffix("+") ? nil : counts.last, hasBlock: marks.contains("{"),
        isRepeatable: marks.contains("*"),
        value: marks.last.flatMap { NginxValueType(String($0)) })
      for name in names(words[0]) { rules[name, default: []].append(rule) }
    }
    return rules
  }()

  /// `{proxy,scgi}_bind` are two names.
  private static func names(_ written: Substring) -> [String] {
    let parts = written.split(whereSeparator: { "{}".contains($0) })
    return parts.count < 2 ? [String(written)] : parts[0].split(separator: ",").map { "\($0)\(parts[1])" }
  }

  /// Name (modules with the same directive stand in braces), contexts, number of words after the name, `{` for a block, `*`
  /// for what may be repeated on a level, and what the words are. Contexts: main, events, http, server, location, upstream,
  /// `if` in a server, `if` in a location (j), limit_except (x).
  private static let table = """
    absolute_redirect hsl 1 flag
    accept_mutex e 1 flag
    accept_mutex_delay e 1 msec
    access_log hsljx 1+ * text
    add_after_body hsl 1
    add_before_body hsl 1
    add_header hslj 2-3 * named-text
    add_trailer hslj 2-3 * named-text
    addition_types hsl 1+ *
    aio hsl 1
    aio_write hsl 1 flag
    alias l 1 text
    allow hslx 1 *
    ancient_browser hsl 1+ *
    ancient_browser_value hsl 1 *
    auth_basic hslx 1 text
    auth_basic_user_file hslx 1 text
    auth_delay hsl 1 msec
    auth_request hsl 1
    auth_request_set hsl 2 *
    autoindex hsl 1 flag
    autoindex_exact_size hsl 1 flag
    autoindex_format hsl 1 one:html,json,jsonp,xml
    autoindex_localtime hsl 1 flag
    break slij 0 *
    charset hslj 1
    charset_map h 2 {
    charset_types hsl 1+ *
    chunked_transfer_encoding hsl 1 flag
    client_body_buffer_size hsl 1 size
    client_body_in_file_only hsl 1 one:off,on,clean
    client_body_in_single_buffer hsl 1 flag
    client_body_temp_path hsl 1-4
    client_body_timeout hsl 1 msec
    client_header_buffer_size hs 1 size
    client_header_timeout hs 1 msec
    client_max_body_size hsl 1 offset
    connection_pool_size hs 1
    create_full_put_path hsl 1 flag
    daemon m 1 flag
    dav_access hsl 1-3
    dav_methods hsl 1+ * list:dav
    debug_connection e 1 *
    debug_points m 1 one:stop,abort
    default_type hsl 1
    deny hslx 1 *
    directio hsl 1
    directio_alignment hsl 1 offset
    disable_symlinks hsl 1-2
    empty_gif l 0 *
    env m 1 *
    epoll_events e 1 number
    error_log mhsl 1+ *
    error_page hslj 2+ * text
    etag hsl 1 flag
    events m 0 {
    expires hslj 1-2 text
    fastcgi_catch_stderr hsl 1 *
    fastcgi_index hsl 1
    fastcgi_keep_conn hsl 1 flag
    fastcgi_split_path_info hsl 1 *
    flv l 0 *
    geo h 1-2 { *
    grpc_next_upstream hsl 1+ * list:next-grpc
    gunzip hsl 1 flag
    gunzip_buffers hsl 2 buffers
    gzip hslj 1 flag
    gzip_buffers hsl 2 buffers
    gzip_comp_level hsl 1 number:1-9
    gzip_disable hsl 1+ *
    gzip_hash hsl 1
    gzip_http_version hsl 1 one:1.0,1.1
    gzip_min_length hsl 1 size
    gzip_no_buffer hsl 1 flag
    gzip_proxied hsl 1+ * list:gzip-proxied
    gzip_static hsl 1 one:off,on,always
    gzip_types hsl 1+ *
    gzip_vary hsl 1 flag
    gzip_window hsl 1
    hash u 1-2 * text
    http m 0 {
    http2_body_preread_size hs 1 size
    http2_chunk_size hsl 1
    http2_idle_timeout hs 1 *
    http2_max_concurrent_pushes hs 1 number
    http2_max_concurrent_streams hs 1 number
    http2_max_field_size hs 1 *
    http2_max_header_size hs 1 *
    http2_max_requests hs 1 *
    http2_pool_size hs 1
    http2_push hsl 1 * text
    http2_push_preload hsl 1 flag
    http2_recv_buffer_size h 1
    http2_recv_timeout hs 1 *
    http2_streams_index_size hs 1
    if sl 1+ { *
    if_modified_since hsl 1 one:off,exact,before
    ignore_invalid_headers hs 1 flag
    index hsl 1+ * text
    internal l 0
    ip_hash u 0 *
    keepalive u 1 number:1-
    keepalive_disable hsl 1-2 * list:keepalive-disable
    keepalive_requests hslu 1 number
    keepalive_time hslu 1 msec
    keepalive_timeout hsl 1-2
    keepalive_timeout u 1
    large_client_header_buffers hs 2 buffers
    least_conn u 0 *
    limit_conn hsl 2 *
    limit_conn_dry_run hsl 1 flag
    limit_conn_log_level hsl 1 one:info,notice,warn,error
    limit_conn_status hsl 1 number:400-599
    limit_conn_zone h 2 * text
    limit_except l 1+ { list:methods
    limit_rate hslj 1 text
    limit_rate_after hslj 1 text
    limit_req hsl 1-3 *
    limit_req_dry_run hsl 1 flag
    limit_req_log_level hsl 1 one:info,notice,warn,error
    limit_req_status hsl 1 number:400-599
    limit_req_zone h 3 * text
    lingering_close hsl 1 one:off,on,always
    lingering_time hsl 1 msec
    lingering_timeout hsl 1 msec
    listen s 1+ *
    load_module m 1 *
    location sl 1-2 { *
    lock_file m 1
    log_format h 2+ *
    log_not_found hsl 1 flag
    log_subrequest hsl 1 flag
    map h 2 { *
    map_hash_bucket_size h 1 number
    map_hash_max_size h 1 number
    master_process m 1 flag
    max_headers hs 1 * number
    max_ranges hsl 1 number
    memcached_gzip_flag hsl 1 number
    memcached_next_upstream hsl 1+ * list:next-memcached
    merge_slashes hs 1 flag
    min_delete_depth hsl 1 number
    mirror hsl 1 *
    mirror_request_body hsl 1 flag
    modern_browser hsl 1-2 *
    modern_browser_value hsl 1 *
    mp4 l 0 *
    mp4_buffer_size hsl 1 size
    mp4_max_buffer_size hsl 1 size
    mp4_start_key_frame hsl 1 flag
    msie_padding hsl 1 flag
    msie_refresh hsl 1 flag
    multi_accept e 1 flag
    open_file_cache hsl 1-2
    open_file_cache_errors hsl 1 flag
    open_file_cache_events hsl 1 flag
    open_file_cache_min_uses hsl 1 number
    open_file_cache_valid hsl 1 sec
    open_log_file_cache hsl 1-4
    output_buffers hsl 2 buffers
    override_charset hslj 1 flag
    pcre_jit m 1 flag
    pid m 1
    port_in_redirect hsl 1 flag
    post_action hslj 1
    postpone_gzipping hsl 1 size
    postpone_output hsl 1 size
    proxy_cache_convert_head hsl 1 flag
    proxy_cache_use_stale hsl 1+ * list:next
    proxy_cookie_domain hsl 1-2 *
    proxy_cookie_flags hsl 1-4 *
    proxy_cookie_path hsl 1-2 *
    proxy_headers_hash_bucket_size hsl 1 number
    proxy_headers_hash_max_size hsl 1 number
    proxy_http_version hsl 1 one:1.0,1.1,2,3
    proxy_method hsl 1 text
    proxy_next_upstream hsl 1+ * list:next
    proxy_pass ljx 1 text
    proxy_redirect hsl 1-2 *
    proxy_set_body hsl 1 text
    random u 0-2 *
    random_index l 1 flag
    read_ahead hsl 1 size
    real_ip_header hsl 1
    real_ip_recursive hsl 1 flag
    recursive_error_pages hsl 1 flag
    referer_hash_bucket_size sl 1 number
    referer_hash_max_size sl 1 number
    request_pool_size hs 1
    reset_timedout_connection hsl 1 flag
    resolver hsl 1+
    resolver_timeout hsl 1 msec
    return slij 1-2 * text
    rewrite slij 2-3 *
    rewrite_log hslij 1 flag
    root hslj 1 text
    satisfy hsl 1 one:all,any
    secure_link hsl 1 text
    secure_link_md5 hsl 1 text
    secure_link_secret hsl 1
    send_lowat hsl 1 size
    send_timeout hsl 1 msec
    sendfile hslj 1 flag
    sendfile_max_chunk hsl 1 size
    server h 0 { *
    server u 1+ *
    server_name s 1+ *
    server_name_in_redirect hsl 1 flag
    server_names_hash_bucket_size h 1 number
    server_names_hash_max_size h 1 number
    server_tokens hsl 1 one:off,on,build
    set slij 2 *
    set_real_ip_from hsl 1 *
    slice hsl 1 size
    source_charset hslj 1
    split_clients h 2 { *
    ssi hslj 1 flag
    ssi_ignore_recycled_buffers hsl 1 flag
    ssi_last_modified hsl 1 flag
    ssi_min_file_chunk hsl 1 size
    ssi_silent_errors hsl 1 flag
    ssi_types hsl 1+ *
    ssi_value_length hsl 1 size
    ssl hs 1
    ssl_buffer_size hs 1 size
    ssl_certificate hs 1 * text
    ssl_certificate_key hs 1 *
    ssl_ciphers hs 1
    ssl_client_certificate hs 1
    ssl_conf_command hs 2 *
    ssl_crl hs 1
    ssl_dhparam hs 1
    ssl_early_data hs 1 flag
    ssl_ecdh_curve hs 1
    ssl_engine m 1
    ssl_ocsp hs 1 flag
    ssl_ocsp_cache hs 1
    ssl_ocsp_responder hs 1
    ssl_password_file hs 1 *
    ssl_prefer_server_ciphers hs 1 flag
    ssl_protocols hs 1+ * list:tls
    ssl_reject_handshake hs 1 flag
    ssl_session_cache hs 1-2 *
    ssl_session_ticket_key hs 1 *
    ssl_session_tickets hs 1 flag
    ssl_session_timeout hs 1 sec
    ssl_stapling hs 1 flag
    ssl_stapling_file hs 1
    ssl_stapling_responder hs 1
    ssl_stapling_verify hs 1 flag
    ssl_trusted_certificate hs 1
    ssl_verify_client hs 1 one:off,on,optional,optional_no_ca
    ssl_verify_depth hs 1 number
    stub_status sl 0-1 *
    sub_filter hsl 2 * text
    sub_filter_last_modified hsl 1 flag
    sub_filter_once hsl 1 flag
    sub_filter_types hsl 1+ *
    subrequest_output_buffer_size hsl 1 size
    tcp_nodelay hsl 1 flag
    tcp_nopush hsl 1 flag
    thread_pool m 2-3 *
    timer_resolution m 1 msec
    try_files sl 2+ text
    types hsl 0 { *
    types_hash_bucket_size hsl 1 number
    types_hash_max_size hsl 1 number
    underscores_in_headers hs 1 flag
    uninitialized_variable_warn hslij 1 flag
    upstream h 1 { *
    use e 1
    user m 1-2
    userid hsl 1 one:off,log,v1,on
    userid_domain hsl 1
    userid_expires hsl 1
    userid_flags hsl 1-3 * list:userid-flags
    userid_mark hsl 1
    userid_name hsl 1
    userid_p3p hsl 1
    userid_path hsl 1
    userid_service hsl 1 number
    uwsgi_modifier1 hsl 1 number:0-255
    uwsgi_modifier2 hsl 1 number:0-255
    uwsgi_string hsl 1
    valid_referers sl 1+ *
    variables_hash_bucket_size h 1
    variables_hash_max_size h 1
    worker_aio_requests e 1 number
    worker_connections e 1 number:1-
    worker_cpu_affinity m 1+
    worker_priority m 1
    worker_processes m 1
    worker_rlimit_core m 1 offset
    worker_rlimit_nofile m 1 number
    worker_shutdown_timeout m 1 msec
    working_directory m 1
    zone u 1-2 *
    {fastcgi,grpc,memcached,proxy,scgi,uwsgi}_bind hsl 1-2 text
    {fastcgi,grpc,memcached,proxy,scgi,uwsgi}_buffer_size hsl 1 size
    {fastcgi,proxy,scgi,uwsgi}_buffering hsl 1 flag
    {fastcgi,proxy,scgi,uwsgi}_buffers hsl 2
    {fastcgi,proxy,scgi,uwsgi}_busy_buffers_size hsl 1
    {fastcgi,proxy,scgi,uwsgi}_cache hsl 1 text
    {fastcgi,proxy,scgi,uwsgi}_cache_background_update hsl 1 flag
    {fastcgi,proxy,scgi,uwsgi}_cache_bypass hsl 1+ * text
    {fastcgi,proxy,scgi,uwsgi}_cache_key hsl 1 text
    {fastcgi,proxy,scgi,uwsgi}_cache_lock hsl 1 flag
    {fastcgi,proxy,scgi,uwsgi}_cache_lock_age hsl 1 msec
    {fastcgi,proxy,scgi,uwsgi}_cache_lock_timeout hsl 1 msec
    {fastcgi,proxy,scgi,uwsgi}_cache_max_range_offset hsl 1 offset
    {fastcgi,proxy,scgi,uwsgi}_cache_methods hsl 1+ * list:cache-methods
    {fastcgi,proxy,scgi,uwsgi}_cache_min_uses hsl 1 number
    {fastcgi,proxy,scgi,uwsgi}_cache_path h 2+ *
    {fastcgi,proxy,scgi,uwsgi}_cache_revalidate hsl 1 flag
    {fastcgi,scgi,uwsgi}_cache_use_stale hsl 1+ * list:next-gateway
    {fastcgi,proxy,scgi,uwsgi}_cache_valid hsl 1+ * valid
    {fastcgi,grpc,memcached,proxy,scgi,uwsgi}_connect_timeout hsl 1 msec
    {fastcgi,proxy,scgi,uwsgi}_force_ranges hsl 1 flag
    {fastcgi,grpc,proxy,scgi,uwsgi}_hide_header hsl 1 *
    {fastcgi,proxy,scgi,uwsgi}_ignore_client_abort hsl 1 flag
    {fastcgi,grpc,proxy,scgi,uwsgi}_ignore_headers hsl 1+ * list:ignored-headers
    {fastcgi,grpc,proxy,scgi,uwsgi}_intercept_errors hsl 1 flag
    {fastcgi,proxy,scgi,uwsgi}_limit_rate hsl 1 size
    {fastcgi,proxy,scgi,uwsgi}_max_temp_file_size hsl 1
    {fastcgi,scgi,uwsgi}_next_upstream hsl 1+ * list:next-gateway
    {fastcgi,grpc,memcached,proxy,scgi,uwsgi}_next_upstream_timeout hsl 1 msec
    {fastcgi,grpc,memcached,proxy,scgi,uwsgi}_next_upstream_tries hsl 1 number
    {fastcgi,proxy,scgi,uwsgi}_no_cache hsl 1+ * text
    {fastcgi,scgi,uwsgi}_param hsl 2-3 * named-text
    {fastcgi,grpc,memcached,scgi,uwsgi}_pass lj 1 text
    {fastcgi,grpc,proxy,scgi,uwsgi}_pass_header hsl 1 *
    {fastcgi,proxy,scgi,uwsgi}_pass_request_body hsl 1 flag
    {fastcgi,proxy,scgi,uwsgi}_pass_request_headers hsl 1 flag
    {fastcgi,grpc,memcached,proxy,scgi,uwsgi}_read_timeout hsl 1 msec
    {fastcgi,proxy,scgi,uwsgi}_request_buffering hsl 1 flag
    {fastcgi,proxy}_send_lowat hsl 1 size
    {fastcgi,grpc,memcached,proxy,scgi,uwsgi}_send_timeout hsl 1 msec
    {grpc,proxy}_set_header hsl 2 * named-text
    {fastcgi,grpc,memcached,proxy,scgi,uwsgi}_socket_keepalive hsl 1 flag
    {grpc,proxy,uwsgi}_ssl_certificate hsl 1 text
    {grpc,proxy,uwsgi}_ssl_certificate_key hsl 1 text
    {grpc,proxy,uwsgi}_ssl_ciphers hsl 1
    {grpc,proxy,uwsgi}_ssl_conf_command hsl 2 *
    {grpc,proxy,uwsgi}_ssl_crl hsl 1
    {grpc,proxy,uwsgi}_ssl_name hsl 1 text
    {grpc,proxy,uwsgi}_ssl_password_file hsl 1
    {grpc,proxy,uwsgi}_ssl_protocols hsl 1+ * list:tls
    {grpc,proxy,uwsgi}_ssl_server_name hsl 1 flag
    {grpc,proxy,uwsgi}_ssl_session_reuse hsl 1 flag
    {grpc,proxy,uwsgi}_ssl_trusted_certificate hsl 1
    {grpc,proxy,uwsgi}_ssl_verify hsl 1 flag
    {grpc,proxy,uwsgi}_ssl_verify_depth hsl 1 number
    {fastcgi,proxy,scgi,uwsgi}_store hsl 1 text
    {fastcgi,proxy,scgi,uwsgi}_store_access hsl 1-3
    {fastcgi,proxy,scgi,uwsgi}_temp_file_write_size hsl 1
    {fastcgi,proxy,scgi,uwsgi}_temp_path hsl 1-4
    """
}
