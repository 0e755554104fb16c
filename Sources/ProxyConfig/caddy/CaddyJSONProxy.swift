/// Reads `reverse_proxy` from JSON.
struct CaddyJSONProxy {
  let routes: CaddyJSONRoutes

  func read(_ json: CaddyJSON) -> CaddyReverseProxy {
    var proxy = CaddyReverseProxy()
    proxy.upstreams = (json["upstreams"]?.list ?? []).map { .init(dial: $0["dial"]?.text ?? "") }
    proxy.hasDynamicUpstreams = json["dynamic_upstreams"] != nil
    let balancing = json["load_balancing"]
    proxy.policy = balancing?["selection_policy"]?["policy"]?.text ?? "random"
    proxy.retries = balancing?["retries"]?.integer ?? 0
    proxy.tryDuration = seconds(balancing?["try_duration"]) ?? 0
    proxy.tryInterval = seconds(balancing?["try_interval"])
    proxy.retryMatch = balancing?["retry_match"]?.list.map { $0.map(routes.matcherSet) }
    let passive = json["health_checks"]?["passive"]
    proxy.hasPassiveHealthChecks = passive != nil
    proxy.hasActiveHealthChecks = json["health_checks"]?["active"] != nil
    proxy.maxFails = passive?["max_fails"]?.integer ?? 0
    proxy.failDuration = seconds(passive?["fail_duration"]) ?? 0
    proxy.unhealthyStatuses = passive?["unhealthy_status"]?.list?.compactMap(\.integer) ?? []
    let transport = json["transport"]
    proxy.transport = transport?["protocol"]?.text ?? "http"
    proxy.responseHeaderTimeout = seconds(transport?["response_header_timeout"]).flatMap { $0 > 0 ? $0 : nil }
    proxy.readTimeout = seconds(transport?["read_timeout"]).flatMap { $0 > 0 ? $0 : nil }
    proxy.buffersRequests = json["request_buffers"]?.integer ?? 0 != 0 || json["buffer_requests"] != nil
    proxy.speaksTLS = transport?["tls"] != nil
    proxy.requestHeaders = json["headers"]?["request"].map(routes.operations)
    proxy.responseHeaders = json["headers"]?["response"].map(routes.responseHeaders)
    proxy.rewrite = json["rewrite"].map(routes.rewrite)
    proxy.responseHandlers = routes.responseHandlers(json["handle_response"])
    return proxy
  }

  /// A duration: nanoseconds, or a text such as `30s`.
  private func seconds(_ json: CaddyJSON?) -> Double? {
    if let number = json?.integer { return Double(number) / 1e9 }
    return json?.text.flatMap { CaddyDuration.seconds($0) }
  }
}
