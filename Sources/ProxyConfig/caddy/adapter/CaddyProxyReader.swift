import Diagnostics

/// `reverse_proxy`, `intercept`, `copy_response` (`reverseproxy/caddyfile.go`).
enum CaddyProxyReader {
  /// The parts of a `reverse_proxy` that are read only when all the others are known.
  struct Pending {
    var matchers: [ByteText: CaddyResponseMatcher] = [:]
    var segments: [[CaddyToken]] = []
    var handlers: [CaddyResponseHandler] = []
    var scheme: ByteText?
    var hasTransport = false
    var hasPolicy = false
    var seen: Set<String> = []
  }

  static func read(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyReverseProxy {
    var proxy = CaddyReverseProxy()
    try read(&helper, into: &proxy)
    return proxy
  }

  static func read(_ helper: inout CaddyHelper, into proxy: inout CaddyReverseProxy) throws(CaddyRefusal) {
    var pending = Pending()
    while helper.words.next() {
      for token in helper.words.remainingTokens() { try addUpstream(token, to: &proxy, &pending, helper.release) }
      while helper.words.nextInBlock() {
        if helper.words.value.hasPrefix("@") {
          try CaddyMatcherReader.responseMatcher(&helper.words, into: &pending.matchers)
          continue
        }
        try option(&helper, &proxy, &pending)
      }
      if helper.release.isModern { break }
    }
    if pending.scheme == "https" {
      proxy.speaksTLS = true
      if pending.hasTransport, proxy.transport == "fastcgi" {
        throw helper.words.error("FastCGI knows no https upstreams")
      }
    } else if pending.scheme == "http", proxy.speaksTLS {
      throw helper.words.error("the upstream is http, but its transport is set up for TLS")
    }
    proxy.responseHandlers = try responseHandlers(
      pending.handlers + proxy.responseHandlers, pending.segments, pending.matchers, helper)
  }

  private static func addUpstream(
    _ token: CaddyToken, to proxy: inout CaddyReverseProxy, _ pending: inout Pending, _ release: CaddyRelease
  ) throws(CaddyRefusal) {
    do throws(CaddyTrouble) {
      let (scheme, upstreams) = try CaddyUpstreamAddress.read(token.text, release)
      if let known = pending.scheme, !known.isEmpty, known != scheme {
        throw CaddyTrouble("all upstreams of a reverse_proxy share one scheme, here \(known)")
      }
      guard !release.isModern || ["", "http", "https", "h2c"].contains(scheme.string) else {
        throw CaddyTrouble("reverse_proxy knows no scheme \(scheme)://")
      }
      pending.scheme = scheme
      proxy.upstreams += upstreams
    } catch {
      throw CaddyRefusal(error.message, at: token.place)
    }
  }

  private static let oldOptions: Set<String> = ["buffer_requests", "buffer_responses", "max_buffer_size"]
  private static let modernOptions: Set<String> = [
    "health_upstream", "health_method", "health_request_body", "health_passes", "health_fails",
    "health_follow_redirects",
    "stream_timeout", "stream_close_delay", "request_buffers", "response_buffers", "stream_buffer_size", "verbose_logs",
  ]

  private static func option(
    _ helper: inout CaddyHelper, _ proxy: inout CaddyReverseProxy, _ pending: inout Pending
  ) throws(CaddyRefusal) {
    let name = helper.words.word
    let isModern = helper.release.isModern
    if (isModern ? oldOptions : modernOptions).contains(name) {
      throw helper.words.error("reverse_proxy does not know \(name)")
    }
    func duration(_ words: inout CaddyDispenser) throws(CaddyRefusal) -> Double {
      guard let seconds = CaddyDuration.seconds(try words.argument()) else {
        throw words.error("\(words.value) is no duration")
      }
      return seconds
    }
    func number(_ words: inout CaddyDispenser) throws(CaddyRefusal) -> Int {
      guard let number = try words.argument().integer else { throw words.error("\(words.value) is no number") }
      return number
    }
    switch name {
    case "to":
      let tokens = helper.words.remainingTokens()
      if tokens.isEmpty { throw helper.words.countError() }
      for token in tokens { try addUpstream(token, to: &proxy, &pending, helper.release) }
    case "dynamic":
      let source = try helper.words.argument()
      guard
        ["a", "srv"].contains(source.string) || isModern && source == "multi"
          || helper.words.acceptsModules && CaddyModules.mayBring(source.string, besides: ["srv", "multi"])
      else {
        throw helper.words.error("there are no dynamic upstreams \(source)")
      }
      _ = helper.words.nextSegment()
      proxy.hasDynamicUpstreams = true
    case "verbose_logs":
      if !pending.seen.insert(name).inserted { throw helper.words.error("verbose_logs stands here twice") }
    case "lb_policy":
      if pending.hasPolicy {
        _ = try helper.words.argument()
        throw helper.words.error("lb_policy stands here twice")
      }
      pending.hasPolicy = true
      proxy.policy = try CaddyBalancingReader.policy(&helper.words).text
    case "lb_retries": proxy.retries = try number(&helper.words)
    case "lb_try_duration": proxy.tryDuration = try duration(&helper.words)
    case "lb_try_interval": proxy.tryInterval = try duration(&helper.words)
    case "lb_retry_match": proxy.retryMatch = (proxy.retryMatch ?? []) + [try CaddyMatcherReader.set(&helper.words)]
    case "health_uri", "health_path", "health_upstream", "health_method", "health_request_body", "health_body":
      _ = try helper.words.argument()
      if name == "health_uri" || name == "health_path" { proxy.hasActiveHealthChecks = true }
    case "health_port", "health_passes", "health_fails":
      _ = try number(&helper.words)
      if name == "health_port" { proxy.hasActiveHealthChecks = true }
    case "health_interval", "health_timeout": _ = try duration(&helper.words)
    case "health_status":
      let text = try helper.words.argument()
      guard (text.count == 3 && text.hasSuffix("xx") ? text.upTo(1) : text).integer != nil else {
        throw helper.words.error("\(text) is no status")
      }
    case "health_headers": _ = helper.words.nextSegment()
    case "health_follow_redirects": try helper.words.noMoreArguments()
    case "max_fails": proxy.maxFails = try number(&helper.words)
    case "fail_duration": proxy.failDuration = try duration(&helper.words)
    case "unhealthy_request_count": _ = try number(&helper.words)
    case "unhealthy_latency": _ = try duration(&helper.words)
    case "unhealthy_status":
      let arguments = helper.words.remainingArguments()
      if arguments.isEmpty { throw helper.words.countError() }
      for text in arguments {
        guard let status = (text.count == 3 && text.hasSuffix("xx") ? text.upTo(1) : text).integer else {
          throw helper.words.error("\(text) is no status")
        }
        proxy.unhealthyStatuses.append(status)
      }
    case "flush_interval", "stream_timeout", "stream_close_delay":
      let text = try helper.words.argument()
      guard text.integer != nil || CaddyDuration.seconds(text) != nil else {
        throw helper.words.error("\(text) is no duration")
      }
    case "buffer_requests", "buffer_responses":
      try helper.words.noMoreArguments()
      if name == "buffer_requests" { proxy.buffersRequests = true }
    case "max_buffer_size", "request_buffers", "response_buffers", "stream_buffer_size":
      let text = try helper.words.argument()
      guard CaddySize.bytes(text) != nil || isModern && text == "unlimited" else {
        throw helper.words.error("\(text) is no size")
      }
      if name == "request_buffers" { proxy.buffersRequests = CaddySize.bytes(text) != 0 }
    case "trusted_proxies": _ = helper.words.remainingArguments()
    case "header_up", "header_down": try header(name, &helper.words, &proxy)
    case "method", "rewrite":
      let value = try helper.words.argument()
      try helper.words.noMoreArguments()
      var rewrite = proxy.rewrite ?? CaddyRewrite()
      if name == "method" { rewrite.method = value } else { rewrite.uri = value }
      proxy.rewrite = rewrite
    case "transport":
      let module = try helper.words.argument()
      if pending.hasTransport { throw helper.words.error("transport stands here twice") }
      pending.hasTransport = true
      var inner = helper.words.fromNextSegment()
      try CaddyTransportReader.read(module, &inner, &proxy)
    case "handle_response": pending.segments.append(helper.words.nextSegment())
    case "replace_status": pending.handlers.append(try replaceStatus(&helper.words, pending.matchers))
    default: throw helper.words.error("reverse_proxy does not know \(name)")
    }
    proxy.hasPassiveHealthChecks =
      proxy.hasPassiveHealthChecks
      || ["max_fails", "fail_duration", "unhealthy_request_count", "unhealthy_latency", "unhealthy_status"].contains(
        name)
  }

  private static func header(
    _ name: String, _ words: inout CaddyDispenser, _ proxy: inout CaddyReverseProxy
  ) throws(CaddyRefusal) {
    let arguments = words.remainingArguments()
    guard 1...3 ~= arguments.count else { throw words.countError() }
    let (value, replacement) = (arguments.count > 1 ? arguments[1] : "", arguments.count > 2 ? arguments[2] : nil)
    if name == "header_up" {
      var operations = proxy.requestHeaders ?? CaddyHeaderOperations()
      try CaddyHeaderReader.change(&operations, arguments[0], value, replacement, words)
      proxy.requestHeaders = operations
    } else {
      var headers = proxy.responseHeaders ?? CaddyResponseHeaders()
      try CaddyHeaderReader.change(&headers.operations, arguments[0], value, replacement, words)
      proxy.responseHeaders = headers
    }
  }
}
