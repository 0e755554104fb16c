/// The words HAProxy 2.6 knows, as `haproxy -dKall` prints them and section 4.1 of the manual lists them, and some that came
/// with later releases.
enum Keywords {
  static func words(_ text: String) -> Set<String> { Set(text.split(whereSeparator: \.isWhitespace).map(String.init)) }

  /// What begins a section.
  static let sections = words(
    """
    global defaults frontend backend listen http-errors userlist peers resolvers mailers cache program ring
    fcgi-app namespace_list log-forward crt-store log-profile traces acme
    """)

  /// First words of lines in `defaults`, `frontend`, `backend` and `listen`.
  static let proxy = words(
    """
    acl guid hash-preserve-affinity log-steps backlog balance bind bind-process capture clitcpka-cnt clitcpka-idle clitcpka-intvl
    compression cookie declare default-server default_backend description disabled dispatch
    email-alert enabled error-log-format errorfile errorfiles errorloc errorloc302 errorloc303 external-check
    filter force-persist fullconn hash-type http-after-response http-check http-error http-request
    http-response http-reuse http-send-name-header id ignore-persist load-server-state-from-file log log-format
    log-format-sd log-tag max-keep-alive-queue maxconn mode monitor monitor-uri no option persist rate-limit
    redirect retries retry-on server server-state-file-name server-template source srvtcpka-cnt
    srvtcpka-idle srvtcpka-intvl stats stick stick-table tcp-check tcp-request tcp-response timeout
    transparent unique-id-format unique-id-header use-fcgi-app use-server use_backend
    """)

  /// What follows `option`.
  static let options = words(
    """
    abortonclose accept-invalid-http-request accept-invalid-http-response allbackups checkcache clitcpka
    contstats disable-h2-upgrade dontlog-normal dontlognull external-check forwardfor
    h1-case-adjust-bogus-client h1-case-adjust-bogus-server http-buffer-request http-ignore-probes
    http-keep-alive http-no-delay http-pretend-keepalive http-restrict-req-hdr-names http-server-close
    http-use-proxy-header httpchk httpclose httplog httpslog idle-close-on-response independent-streams
    ldap-check log-health-checks log-separate-errors logasap mysql-check nolinger originalto persist pgsql-check
    prefer-last-server redis-check redispatch smtpchk socket-stats splice-auto splice-request splice-response
    spop-check srvtcpka ssl-hello-chk tcp-check tcp-smart-accept tcp-smart-connect tcpka tcplog transparent
    """)

  /// What follows `timeout`.
  static let timeouts = words(
    """
    client server connect check queue http-keep-alive http-request tunnel tarpit client-fin server-fin
    """)

  /// What follows `http-request`; some take an argument in parentheses.
  static let requestActions = words(
    """
    add-acl add-header allow auth cache-use capture del-acl del-header del-map deny disable-l7-retry do-resolve
    early-hint normalize-uri ot-group redirect reject replace-header replace-path replace-pathq replace-uri
    replace-value return sc-inc-gpc sc-inc-gpc0 sc-inc-gpc1 sc-set-gpt sc-set-gpt0 send-spoe-group set-dst
    set-dst-port set-header set-log-level set-map set-mark set-method set-nice set-path set-pathq
    set-priority-class set-priority-offset set-query set-src set-src-port set-timeout set-tos set-uri set-var
    set-var-fmt silent-drop strict-mode tarpit track-sc unset-var use-service wait-for-body wait-for-handshake
    """)

  /// What follows `http-response`; some take an argument in parentheses.
  static let responseActions = words(
    """
    add-acl add-header allow cache-store capture del-acl del-header del-map deny ot-group redirect
    replace-header replace-value return sc-inc-gpc sc-inc-gpc0 sc-inc-gpc1 sc-set-gpt sc-set-gpt0
    send-spoe-group set-header set-log-level set-map set-mark set-nice set-status set-tos set-var set-var-fmt
    silent-drop strict-mode track-sc unset-var wait-for-body
    """)

  /// What follows `http-after-response`; some take an argument in parentheses.
  static let afterActions = words(
    """
    add-header allow capture del-header ot-group replace-header replace-value set-header set-status set-var
    set-var-fmt strict-mode unset-var
    """)

}
