import ProxyConfig

/// What an upstream sent, as far as the failure says: a status and a body, but hardly any header.
final class CaddyUpstreamAnswer {
  let proxy: CaddyReverseProxy
  var status: Int
  /// Whether there is a body to pass on, whatever the status becomes.
  let hasBody: Bool
  /// Headers the configuration has added; what the upstream itself sent is not known.
  var headers = CaddyHeaders()

  init(_ proxy: CaddyReverseProxy, status: Int, method: RequestMethod) {
    self.proxy = proxy
    self.status = status
    hasBody = status != 204 && status != 304 && method != "HEAD"
  }
}
