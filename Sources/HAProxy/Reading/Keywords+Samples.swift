extension Keywords {
  /// Sample fetch functions.
  static let fetches = words(
    """
    51d.all acl da-csv-fetch wurfl-get wurfl-get-all
    always_false always_true avg_queue base base32 base32+src baseq bc_dst bc_dst_port bc_err bc_err_str
    bc_http_major bc_src bc_src_port be_conn be_conn_free be_id be_name be_server_timeout be_sess_rate
    be_tunnel_timeout bin bool capture.req.hdr capture.req.method capture.req.uri capture.req.ver
    capture.res.hdr capture.res.ver connslots cook cook_cnt cook_val cookie cpu_calls cpu_ns_avg cpu_ns_tot
    cur_server_timeout cur_tunnel_timeout date date_us distcc_body distcc_param dst dst_conn dst_is_local
    dst_port env fc_dst fc_dst_is_local fc_dst_port fc_err fc_err_str fc_fackets fc_http_major fc_lost
    fc_pp_authority fc_pp_unique_id fc_rcvd_proxy fc_reordering fc_retrans fc_rtt fc_rttvar fc_sacked fc_src
    fc_src_is_local fc_src_port fc_unacked fcgi.docroot fcgi.index fe_client_timeout fe_conn fe_defbe fe_id
    fe_name fe_req_rate fe_sess_rate hdr hdr_cnt hdr_ip hdr_val hostname http_auth http_auth_bearer
    http_auth_group http_auth_pass http_auth_type http_auth_user http_first_req int internal.htx.data
    internal.htx.free internal.htx.free_data internal.htx.has_eom internal.htx.nbblks internal.htx.size
    internal.htx.used internal.htx_blk.data internal.htx_blk.hdrname internal.htx_blk.hdrval
    internal.htx_blk.size internal.htx_blk.start_line internal.htx_blk.type internal.strm.is_htx ipv4 ipv6
    last_rule_file last_rule_line lat_ns_avg lat_ns_tot meth method nbproc nbsrv path pathq payload payload_lv
    prio_class prio_offset proc query queue rand rdp_cookie rdp_cookie_cnt rep_ssl_hello_type req.body
    req.body_len req.body_param req.body_size req.cook req.cook_cnt req.cook_val req.fhdr req.fhdr_cnt req.hdr
    req.hdr_cnt req.hdr_ip req.hdr_names req.hdr_val req.hdrs req.hdrs_bin req.len req.payload req.payload_lv
    req.proto_http req.rdp_cookie req.rdp_cookie_cnt req.ssl_alpn req.ssl_ec_ext req.ssl_hello_type req.ssl_sni
    req.ssl_st_ext req.ssl_ver req.ver req_len req_proto_http req_ssl_hello_type req_ssl_sni req_ssl_ver req_ver
    res.body res.body_len res.body_size res.cache_hit res.cache_name res.comp res.comp_algo res.cook
    res.cook_cnt res.cook_val res.fhdr res.fhdr_cnt res.hdr res.hdr_cnt res.hdr_ip res.hdr_names res.hdr_val
    res.hdrs res.hdrs_bin res.len res.payload res.payload_lv res.ssl_hello_type res.ver resp_ver
    sc0_bytes_in_rate sc0_bytes_out_rate sc0_clr_gpc0 sc0_clr_gpc1 sc0_conn_cnt sc0_conn_cur sc0_conn_rate
    sc0_get_gpc0 sc0_get_gpc1 sc0_get_gpt0 sc0_gpc0_rate sc0_gpc1_rate sc0_http_err_cnt sc0_http_err_rate
    sc0_http_fail_cnt sc0_http_fail_rate sc0_http_req_cnt sc0_http_req_rate sc0_inc_gpc0 sc0_inc_gpc1
    sc0_kbytes_in sc0_kbytes_out sc0_sess_cnt sc0_sess_rate sc0_tracked sc0_trackers sc1_bytes_in_rate
    sc1_bytes_out_rate sc1_clr_gpc sc1_clr_gpc0 sc1_clr_gpc1 sc1_conn_cnt sc1_conn_cur sc1_conn_rate
    sc1_get_gpc0 sc1_get_gpc1 sc1_get_gpt0 sc1_gpc0_rate sc1_gpc1_rate sc1_http_err_cnt sc1_http_err_rate
    sc1_http_fail_cnt sc1_http_fail_rate sc1_http_req_cnt sc1_http_req_rate sc1_inc_gpc0 sc1_inc_gpc1
    sc1_kbytes_in sc1_kbytes_out sc1_sess_cnt sc1_sess_rate sc1_tracked sc1_trackers sc2_bytes_in_rate
    sc2_bytes_out_rate sc2_clr_gpc0 sc2_clr_gpc1 sc2_conn_cnt sc2_conn_cur sc2_conn_rate sc2_get_gpc0
    sc2_get_gpc1 sc2_get_gpt0 sc2_gpc0_rate sc2_gpc1_rate sc2_http_err_cnt sc2_http_err_rate sc2_http_fail_cnt
    sc2_http_fail_rate sc2_http_req_cnt sc2_http_req_rate sc2_inc_gpc0 sc2_inc_gpc1 sc2_kbytes_in sc2_kbytes_out
    sc2_sess_cnt sc2_sess_rate sc2_tracked sc2_trackers sc_bytes_in_rate sc_bytes_out_rate sc_clr_gpc
    sc_clr_gpc0 sc_clr_gpc1 sc_conn_cnt sc_conn_cur sc_conn_rate sc_get_gpc sc_get_gpc0 sc_get_gpc1 sc_get_gpt
    sc_get_gpt0 sc_gpc0_rate sc_gpc1_rate sc_gpc_rate sc_http_err_cnt sc_http_err_rate sc_http_fail_cnt
    sc_http_fail_rate sc_http_req_cnt sc_http_req_rate sc_inc_gpc sc_inc_gpc0 sc_inc_gpc1 sc_kbytes_in
    sc_kbytes_out sc_sess_cnt sc_sess_rate sc_tracked sc_trackers scook scook_cnt scook_val shdr shdr_cnt
    shdr_ip shdr_val so_id so_name src src_bytes_in_rate src_bytes_out_rate src_clr_gpc src_clr_gpc0
    src_clr_gpc1 src_conn_cnt src_conn_cur src_conn_rate src_get_gpc src_get_gpc0 src_get_gpc1 src_get_gpt
    src_get_gpt0 src_gpc0_rate src_gpc1_rate src_gpc_rate src_http_err_cnt src_http_err_rate src_http_fail_cnt
    src_http_fail_rate src_http_req_cnt src_http_req_rate src_inc_gpc src_inc_gpc0 src_inc_gpc1 src_is_local
    src_kbytes_in src_kbytes_out src_port src_sess_cnt src_sess_rate src_updt_conn_cnt srv_conn srv_conn_free
    srv_id srv_is_up srv_iweight srv_name srv_queue srv_sess_rate srv_uweight srv_weight ssl_bc
    ssl_bc_alg_keysize ssl_bc_alpn ssl_bc_cipher ssl_bc_client_random ssl_bc_err ssl_bc_err_str
    ssl_bc_is_resumed ssl_bc_npn ssl_bc_protocol ssl_bc_server_random ssl_bc_session_id ssl_bc_session_key
    ssl_bc_unique_id ssl_bc_use_keysize ssl_c_ca_err ssl_c_ca_err_depth ssl_c_chain_der ssl_c_der ssl_c_err
    ssl_c_i_dn ssl_c_key_alg ssl_c_notafter ssl_c_notbefore ssl_c_s_dn ssl_c_serial ssl_c_sha1 ssl_c_sig_alg
    ssl_c_used ssl_c_verify ssl_c_version ssl_f_der ssl_f_i_dn ssl_f_key_alg ssl_f_notafter ssl_f_notbefore
    ssl_f_s_dn ssl_f_serial ssl_f_sha1 ssl_f_sig_alg ssl_f_version ssl_fc ssl_fc_alg_keysize ssl_fc_alpn
    ssl_fc_cipher ssl_fc_cipherlist_bin ssl_fc_cipherlist_hex ssl_fc_cipherlist_str ssl_fc_cipherlist_xxh
    ssl_fc_client_early_traffic_secret ssl_fc_client_handshake_traffic_secret ssl_fc_client_random
    ssl_fc_client_traffic_secret_0 ssl_fc_early_exporter_secret ssl_fc_ecformats_bin ssl_fc_eclist_bin
    ssl_fc_err ssl_fc_err_str ssl_fc_exporter_secret ssl_fc_extlist_bin ssl_fc_has_crt ssl_fc_has_early
    ssl_fc_has_sni ssl_fc_is_resumed ssl_fc_npn ssl_fc_protocol ssl_fc_protocol_hello_id
    ssl_fc_server_handshake_traffic_secret ssl_fc_server_random ssl_fc_server_traffic_secret_0 ssl_fc_session_id
    ssl_fc_session_key ssl_fc_sni ssl_fc_unique_id ssl_fc_use_keysize ssl_s_chain_der ssl_s_der ssl_s_i_dn
    ssl_s_key_alg ssl_s_notafter ssl_s_notbefore ssl_s_s_dn ssl_s_serial ssl_s_sha1 ssl_s_sig_alg ssl_s_version
    status stopping str table_avl table_cnt thread unique-id url url32 url32+src url_ip url_param url_port urlp
    urlp_val uuid var wait_end
    """)

  /// Converters.
  static let converters = words(
    """
    51d.single add add_item aes_gcm_dec and b64dec base64 be2dec be2hex bool bytes capture-req capture-res concat cpl crc32 da-csv-conv
    crc32c cut_crlf debug digest div djb2 even field fix_is_valid fix_tag_value hex hex2i hmac host_only htonl
    http_date iif in_table ipmask json json_query jwt_header_query jwt_payload_query jwt_verify language length
    lower ltime ltrim map map_beg map_beg_int map_beg_ip map_dir map_dir_int map_dir_ip map_dom map_dom_int
    map_dom_ip map_end map_end_int map_end_ip map_int map_int_int map_int_ip map_ip map_ip_int map_ip_ip map_reg
    map_reg_int map_reg_ip map_regm map_str map_str_int map_str_ip map_sub map_sub_int map_sub_ip mod
    mqtt_field_value mqtt_is_valid mul nbsrv neg not odd or port_only protobuf regsub rtrim sdbm secure_memcmp
    set-var sha1 sha2 srv_queue strcmp sub table_bytes_in_rate table_bytes_out_rate table_conn_cnt
    table_conn_cur table_conn_rate table_expire table_gpc table_gpc0 table_gpc0_rate table_gpc1 table_gpc1_rate
    table_gpc_rate table_gpt table_gpt0 table_http_err_cnt table_http_err_rate table_http_fail_cnt
    table_http_fail_rate table_http_req_cnt table_http_req_rate table_idle table_kbytes_in table_kbytes_out
    table_server_id table_sess_cnt table_sess_rate table_trackers ub64dec ub64enc ungrpc unset-var upper url_dec
    url_enc utime word wt6 xor xxh3 xxh32 xxh64
    """)

  /// What follows the address of a `server`.
  static let serverOptions = words(
    """
    addr agent-addr agent-check agent-inter agent-port agent-send allow-0rtt alpn backup ca-file check
    check-alpn check-proto check-send-proxy check-sni check-ssl check-via-socks4 ciphers ciphersuites cookie
    crl-file crt disabled downinter enabled error-limit fall fastinter force-sslv3 force-tlsv10 force-tlsv11
    force-tlsv12 force-tlsv13 id init-addr inter log-proto max-reuse maxconn maxqueue minconn namespace
    no-agent-check no-backup no-check no-check-send-proxy no-check-ssl no-send-proxy no-send-proxy-v2
    no-send-proxy-v2-ssl no-send-proxy-v2-ssl-cn no-ssl no-ssl-reuse no-sslv3 no-tfo no-tls-tickets no-tlsv10
    no-tlsv11 no-tlsv12 no-tlsv13 non-stick npn observe on-error on-marked-down on-marked-up pool-low-conn
    pool-max-conn pool-purge-delay port proto proxy-v2-options redir resolve-net resolve-opts resolve-prefer
    resolvers rise send-proxy send-proxy-v2 send-proxy-v2-ssl send-proxy-v2-ssl-cn slowstart sni socks4 source
    ssl ssl-max-ver ssl-min-ver ssl-reuse stick tcp-ut tfo tls-tickets track usesrc verify verifyhost weight ws
    interface guid hash-key pool-conn-name shard
    """)

  /// Those of them that are followed by a value.
  static let serverOptionsWithValue = words(
    """
    addr agent-addr agent-inter agent-port agent-send alpn ca-file check-alpn check-proto check-sni ciphers
    ciphersuites cookie crl-file crt downinter error-limit fall fastinter id init-addr inter log-proto max-reuse
    maxconn maxqueue minconn namespace npn observe on-error on-marked-down on-marked-up pool-low-conn
    pool-max-conn pool-purge-delay port proto proxy-v2-options redir resolve-net resolve-opts resolve-prefer
    resolvers rise slowstart sni socks4 source ssl-max-ver ssl-min-ver tcp-ut track usesrc verify verifyhost weight ws
    interface guid hash-key pool-conn-name shard
    """)

  /// First words of lines in `global`.
  static let global = words(
    """
    anonkey dns-accept-family harden.reject-privileged-ports.quic harden.reject-privileged-ports.tcp limited-quic no-quic
    prealloc-fd ssl-security-level stats-file thread-hard-limit
    tune.applet.zero-copy-forwarding tune.disable-zero-copy-forwarding tune.h2.be.glitches-threshold
    tune.h2.be.initial-window-size tune.h2.be.max-concurrent-streams tune.h2.fe.glitches-threshold
    tune.h2.fe.initial-window-size tune.h2.fe.max-concurrent-streams tune.h2.fe.max-total-streams
    tune.memory.hot-size tune.ring.queues
    51degrees-cache-size 51degrees-data-file 51degrees-property-name-list 51degrees-property-separator
    busy-polling ca-base chroot close-spread-time cluster-secret cpu-map crt-base daemon default-path
    description deviceatlas-json-file deviceatlas-log-level deviceatlas-properties-cookie deviceatlas-separator
    expose-experimental-directives external-check fd-hard-limit gid grace group
    h1-accept-payload-with-any-method h1-case-adjust h1-case-adjust-file h2-workaround-bogus-websocket-clients
    hard-stop-after httpclient.resolvers.id httpclient.resolvers.prefer httpclient.ssl.ca-file
    httpclient.ssl.verify insecure-fork-wanted insecure-setuid-wanted issuers-chain-path localpeer log
    log-send-hostname log-tag lua-load lua-load-per-thread lua-prepend-path max-spread-checks maxcompcpuusage
    master-worker maxcomprate maxconn maxconnrate maxpipes maxsessrate maxsslconn maxsslrate maxzlibmem
    mworker-max-reloads
    nbthread no-memory-trimming node noepoll noevports nogetaddrinfo nokqueue nopoll noreuseport nosplice
    numa-cpu-mapping pidfile pp2-never-send-local presetenv profiling.tasks quiet resetenv server-state-base
    server-state-file set-dumpable set-var set-var-fmt setenv spread-checks ssl-default-bind-ciphers
    ssl-default-bind-ciphersuites ssl-default-bind-curves ssl-default-bind-options ssl-default-server-ciphers
    ssl-default-server-ciphersuites ssl-default-server-options ssl-dh-param-file ssl-engine
    ssl-load-extra-del-ext ssl-load-extra-files ssl-mode-async ssl-propquery ssl-provider ssl-provider-path
    ssl-server-verify ssl-skip-self-issued-ca stats strict-limits thread-group thread-groups tune.buffers.limit
    tune.buffers.reserve tune.bufsize tune.comp.maxlevel tune.fail-alloc tune.fd.edge-triggered
    tune.h2.header-table-size tune.h2.initial-window-size tune.h2.max-concurrent-streams tune.h2.max-frame-size
    tune.http.cookielen tune.http.logurilen tune.http.maxhdr tune.idle-pool.shared tune.idletimer
    tune.listener.multi-queue tune.lua.forced-yield tune.lua.maxmem tune.lua.service-timeout
    tune.lua.session-timeout tune.lua.task-timeout tune.maxaccept tune.maxpollevents tune.maxrewrite
    tune.pattern.cache-size tune.peers.max-updates-at-once tune.pipesize tune.pool-high-fd-ratio
    tune.pool-low-fd-ratio tune.quic.frontend.conn-tx-buffers.limit tune.quic.frontend.max-idle-timeout
    tune.quic.frontend.max-streams-bidi tune.quic.retry-threshold tune.rcvbuf.client tune.rcvbuf.server
    tune.recv_enough tune.runqueue-depth tune.sched.low-latency tune.sndbuf.client tune.sndbuf.server
    tune.ssl.cachesize tune.ssl.capture-buffer-size tune.ssl.capture-cipherlist-size tune.ssl.default-dh-param
    tune.ssl.force-private-cache tune.ssl.hard-maxrecord tune.ssl.keylog tune.ssl.lifetime tune.ssl.maxrecord
    tune.ssl.ssl-ctx-cache-size tune.vars.check-max-size tune.vars.global-max-size tune.vars.proc-max-size
    tune.vars.reqres-max-size tune.vars.sess-max-size tune.vars.txn-max-size tune.zlib.memlevel
    tune.zlib.windowsize uid ulimit-n unix-bind unsetenv user wurfl-cache-size wurfl-data-file
    wurfl-information-list wurfl-information-list-separator zero-warning
    """)
}
