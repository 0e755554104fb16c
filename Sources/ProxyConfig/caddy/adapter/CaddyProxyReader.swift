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

  static func addUpstream(
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
}
