import ProxyConfig

/// What an upstream sent, as far as the failure says: a status and a body, but hardly any header.
final class CaddyUpstreamAnswer {
  let proxy: CaddyReverseProxy
  var status: Int
  /// Headers the configuration has added; what the upstream itself sent is not known.
  var headers = CaddyHeaders()

  init(_ proxy: CaddyReverseProxy, status: Int) {
    self.proxy = proxy
    self.status = status
  }
}
