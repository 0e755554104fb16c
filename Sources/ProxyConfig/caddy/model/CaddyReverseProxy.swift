/// `reverse_proxy`, as far as it decides what a visitor sees.
public struct CaddyReverseProxy: Sendable {
  public struct Upstream: Sendable, Hashable {
    /// What Caddy dials.
    public var dial: ByteText
    /// What the configuration writes.
    public var written: ByteText

    public init(dial: ByteText, written: ByteText? = nil) {
      self.dial = dial
      self.written = written ?? dial
    }
  }

  public var upstreams: [Upstream] = []
  public var hasDynamicUpstreams = false
  public var policy: ByteText = "random"
  public var retries = 0
  /// Seconds.
  public var tryDuration = 0.0
  public var tryInterval: Double?
  /// Nil when `lb_retry_match` is not used.
  public var retryMatch: [CaddyMatcherSet]?
  public var maxFails = 0
  public var failDuration = 0.0
  public var unhealthyStatuses: [Int] = []
  public var hasActiveHealthChecks = false
  public var hasPassiveHealthChecks = false
  /// Seconds until a silent upstream is given up; nil is never.
  public var responseHeaderTimeout: Double?
  public var readTimeout: Double?
  public var speaksTLS = false
  /// The request's body is read before an upstream is asked.
  public var buffersRequests = false
  /// `http`, `fastcgi` or another module's name.
  public var transport: ByteText = "http"
  public var requestHeaders: CaddyHeaderOperations?
  public var responseHeaders: CaddyResponseHeaders?
  public var rewrite: CaddyRewrite?
  public var responseHandlers: [CaddyResponseHandler] = []

  public init() {}
}

extension CaddyReverseProxy {
  /// Whether it asks a service for leave, as `forward_auth` does: the upstream gets no more than a GET, and where it says yes
  /// the request goes on.
  public var asksLeave: Bool {
    guard let rewrite, rewrite.method == "GET" else { return false }
    return responseHandlers.contains { $0.match?.statuses == [2] && $0.status.isEmpty && !$0.routes.isEmpty }
  }
}
