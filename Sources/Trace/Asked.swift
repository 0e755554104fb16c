public import ProxyConfig

extension Outcome {
  /// What an upstream is sent for the visitor's request, or would be if it took the connection.
  public struct Asked: Sendable, Hashable {
    /// The protocol of the connection.
    public enum WireProtocol: String, Sendable, Hashable, CaseIterable {
      case http, https, grpc, grpcs, fastcgi, uwsgi, scgi, memcached
    }

    /// The address as the configuration writes it, with its port.
    public var address: String
    public var wireProtocol: WireProtocol
    public var method: String
    /// Path and query, percent-encoded, in HTTP; the key for memcached; empty for protocols that have parameters instead.
    /// nil when it depends on something unknowable.
    public var uri: ByteText?
    /// The `Host` header, or `:authority`; nil when there is none, or it depends on something unknowable.
    public var host: String?
    /// Headers that the configuration or the proxy itself sets, without `Host`: names in small letters. For FastCGI, uwsgi
    /// and SCGI the parameters, as they are written. Those that depend on something unknowable are left out.
    public var headers: [Header]
    /// Headers of the visitor's that are not passed on: names in small letters, sorted; `*` for all.
    public var dropped: [String]

    public init(
      address: String, wireProtocol: WireProtocol, method: String, uri: ByteText? = nil, host: String? = nil,
      headers: [Header] = [], dropped: [String] = []
    ) {
      (self.address, self.wireProtocol, self.method, self.uri) = (address, wireProtocol, method, uri)
      (self.host, self.headers, self.dropped) = (host, headers, dropped)
    }
  }
}
