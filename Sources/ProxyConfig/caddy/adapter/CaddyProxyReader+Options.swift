import Diagnostics

/// The options of a `reverse_proxy`, theme by theme. Each theme says whether an option is one of its own.
extension CaddyProxyReader {
  private static let oldOptions: Set<String> = ["buffer_requests", "buffer_responses", "max_buffer_size"]
  private static let modernOptions: Set<String> = [
    "health_upstream", "health_method", "health_request_body", "health_passes", "health_fails",
    "health_follow_redirects",
    "stream_timeout", "stream_close_delay", "request_buffers", "response_buffers", "stream_buffer_size", "verbose_logs",
  ]

  static func option(
    _ helper: inout CaddyHelper, _ proxy: inout CaddyReverseProxy, _ pending: inout Pending
  ) throws(CaddyRefusal) {
    let name = helper.words.word
    guard !(helper.release.isModern ? oldOptions : modernOptions).contains(name) else {
      throw helper.words.error("reverse_proxy does not know \(name)")
    }
    if try upstreams(name, &helper, &proxy, &pending) { return }
    if try balancing(name, &helper.words, &proxy, &pending) { return }
    if try activeHealth(name, &helper.words, &proxy) { return }
    if try passiveHealth(name, &helper.words, &proxy) { return }
    if try streaming(name, &helper, &proxy, &pending) { return }
    if try change(name, &helper.words, &proxy) { return }
    if try answers(name, &helper.words, &proxy, &pending) { return }
    throw helper.words.error("reverse_proxy does not know \(name)")
  }

  /// Who is asked, and how the connection is made.
  private static func upstreams(
    _ name: String, _ helper: inout CaddyHelper, _ proxy: inout CaddyReverseProxy, _ pending: inout Pending
  ) throws(CaddyRefusal) -> Bool {
    switch name {
    case "to":
      let tokens = helper.words.remainingTokens()
      if tokens.isEmpty { throw helper.words.countError() }
      for token in tokens { try addUpstream(token, to: &proxy, &pending, helper.release) }
    case "dynamic":
      let source = try helper.words.argument()
      guard
        ["a", "srv"].contains(source.string) || helper.release.isModern && source == "multi"
          || helper.words.acceptsModules && CaddyModules.mayBring(source.string, besides: ["srv", "multi"])
      else {
        throw helper.words.error("there are no dynamic upstreams \(source)")
      }
      _ = helper.words.nextSegment()
      proxy.hasDynamicUpstreams = true
    case "transport":
      let module = try helper.words.argument()
      if pending.hasTransport { throw helper.words.error("transport stands here twice") }
      pending.hasTransport = true
      var inner = helper.words.fromNextSegment()
      try CaddyTransportReader.read(module, &inner, &proxy)
    case "trusted_proxies": _ = helper.words.remainingArguments()
    default: return false
    }
    return true
  }

  private static func balancing(
    _ name: String, _ words: inout CaddyDispenser, _ proxy: inout CaddyReverseProxy, _ pending: inout Pending
  ) throws(CaddyRefusal) -> Bool {
    switch name {
    case "lb_policy":
      if pending.hasPolicy {
        _ = try words.argument()
        throw words.error("lb_policy stands here twice")
      }
      pending.hasPolicy = true
      proxy.policy = try CaddyBalancingReader.policy(&words).text
    case "lb_retries": proxy.retries = try number(&words)
    case "lb_try_duration": proxy.tryDuration = try duration(&words)
    case "lb_try_interval": proxy.tryInterval = try duration(&words)
    case "lb_retry_match": proxy.retryMatch = (proxy.retryMatch ?? []) + [try CaddyMatcherReader.set(&words)]
    default: return false
    }
    return true
  }

  /// Requests that Caddy sends by itself to see whether an upstream is well.
  private static func activeHealth(
    _ name: String, _ words: inout CaddyDispenser, _ proxy: inout CaddyReverseProxy
  ) throws(CaddyRefusal) -> Bool {
    switch name {
    case "health_uri", "health_path", "health_upstream", "health_method", "health_request_body", "health_body":
      _ = try words.argument()
      if name == "health_uri" || name == "health_path" { proxy.hasActiveHealthChecks = true }
    case "health_port", "health_passes", "health_fails":
      _ = try number(&words)
      if name == "health_port" { proxy.hasActiveHealthChecks = true }
    case "health_interval", "health_timeout": _ = try duration(&words)
    case "health_status": _ = try status(try words.argument(), words)
    case "health_headers": _ = words.nextSegment()
    case "health_follow_redirects": try words.noMoreArguments()
    default: return false
    }
    return true
  }

  /// What visitors' own requests tell of an upstream.
  private static func passiveHealth(
    _ name: String, _ words: inout CaddyDispenser, _ proxy: inout CaddyReverseProxy
  ) throws(CaddyRefusal) -> Bool {
    switch name {
    case "max_fails": proxy.maxFails = try number(&words)
    case "fail_duration": proxy.failDuration = try duration(&words)
    case "unhealthy_request_count": _ = try number(&words)
    case "unhealthy_latency": _ = try duration(&words)
    case "unhealthy_status":
      let arguments = words.remainingArguments()
      if arguments.isEmpty { throw words.countError() }
      for text in arguments { proxy.unhealthyStatuses.append(try status(text, words)) }
    default: return false
    }
    proxy.hasPassiveHealthChecks = true
    return true
  }

  /// How bodies pass through, and what is written about it.
  private static func streaming(
    _ name: String, _ helper: inout CaddyHelper, _ proxy: inout CaddyReverseProxy, _ pending: inout Pending
  ) throws(CaddyRefusal) -> Bool {
    switch name {
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
      guard CaddySize.bytes(text) != nil || helper.release.isModern && text == "unlimited" else {
        throw helper.words.error("\(text) is no size")
      }
      if name == "request_buffers" { proxy.buffersRequests = CaddySize.bytes(text) != 0 }
    case "verbose_logs":
      if !pending.seen.insert(name).inserted { throw helper.words.error("verbose_logs stands here twice") }
    default: return false
    }
    return true
  }

  /// What is sent other than it came.
  private static func change(
    _ name: String, _ words: inout CaddyDispenser, _ proxy: inout CaddyReverseProxy
  ) throws(CaddyRefusal) -> Bool {
    switch name {
    case "header_up", "header_down": try header(name, &words, &proxy)
    case "method", "rewrite":
      let value = try words.argument()
      try words.noMoreArguments()
      var rewrite = proxy.rewrite ?? CaddyRewrite()
      if name == "method" { rewrite.method = value } else { rewrite.uri = value }
      proxy.rewrite = rewrite
    default: return false
    }
    return true
  }

  /// What is done with an upstream's answers; read only when all other options are known.
  private static func answers(
    _ name: String, _ words: inout CaddyDispenser, _ proxy: inout CaddyReverseProxy, _ pending: inout Pending
  ) throws(CaddyRefusal) -> Bool {
    switch name {
    case "handle_response": pending.segments.append(words.nextSegment())
    case "replace_status": pending.handlers.append(try replaceStatus(&words, pending.matchers))
    default: return false
    }
    return true
  }

  private static func duration(_ words: inout CaddyDispenser) throws(CaddyRefusal) -> Double {
    guard let seconds = CaddyDuration.seconds(try words.argument()) else {
      throw words.error("\(words.value) is no duration")
    }
    return seconds
  }

  private static func number(_ words: inout CaddyDispenser) throws(CaddyRefusal) -> Int {
    guard let number = try words.argument().integer else { throw words.error("\(words.value) is no number") }
    return number
  }

  /// A status, or the first digit of a class such as `5xx`.
  private static func status(_ text: ByteText, _ words: CaddyDispenser) throws(CaddyRefusal) -> Int {
    guard let status = (text.count == 3 && text.hasSuffix("xx") ? text.upTo(1) : text).integer else {
      throw words.error("\(text) is no status")
    }
    return status
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
