/// Lines that only a section with servers takes, or only one that visitors come to, as HAProxy 2.6 says of each (`haproxy -c`).
/// `listen` takes all of them.
extension Keywords {
  /// A frontend passes them over: "ignored because frontend 'x' has no backend capability".
  static let ignoredInFrontends = lines(
    """
    balance cookie dispatch force-persist fullconn hash-type http-check http-reuse http-send-name-header
    ignore-persist load-server-state-from-file max-keep-alive-queue retries server-state-file-name source
    srvtcpka-cnt srvtcpka-idle srvtcpka-intvl stick tcp-check use-server
    """,
    options: """
      abortonclose accept-invalid-http-response allbackups checkcache h1-case-adjust-bogus-server
      http-pretend-keepalive httpchk ldap-check log-health-checks mysql-check persist pgsql-check
      prefer-last-server redis-check redispatch smtpchk spop-check srvtcpka ssl-hello-chk tcp-check
      tcp-smart-connect transparent
      """,
    timeouts: "server connect check queue tunnel server-fin")

  static let ignoredInBackends = lines(
    """
    backlog bind capture clitcpka-cnt clitcpka-idle clitcpka-intvl default_backend error-log-format log-format
    log-format-sd maxconn monitor monitor-uri rate-limit use_backend
    """,
    options: """
      accept-invalid-http-request clitcpka contstats disable-h2-upgrade dontlog-normal dontlognull
      h1-case-adjust-bogus-client http-ignore-probes http-use-proxy-header httplog httpslog
      idle-close-on-response log-separate-errors logasap socket-stats tcp-smart-accept tcplog
      """,
    timeouts: "client client-fin")

  /// With these a frontend does not start.
  static let refusedInFrontends = words("default-server retry-on server server-template tcp-response use-fcgi-app")
  static let refusedInBackends = words("declare")

  private static func lines(_ names: String, options: String, timeouts: String) -> Set<String> {
    words(names).union(words(options).map { "option \($0)" }).union(words(timeouts).map { "timeout \($0)" })
  }
}
