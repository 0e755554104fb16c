import ProxyConfig
import Trace

/// An ordinary visitor of a server: a browser somewhere on the internet that knows every password it is asked for.
enum Visitor {
  /// An address set aside for documentation (RFC 5737).
  static let outside = "203.0.113.7"
  private static let anyAddress = "192.0.2.1"

  static func request(_ server: NginxServer, _ target: ByteText, client: String? = outside) -> TraceRequest? {
    guard
      let listen = server.listens.first(where: { $0.isTLS && !$0.isUnixSocket })
        ?? server.listens.first(where: { !$0.isUnixSocket })
    else { return nil }
    let headers: [TraceRequest.Header] = [
      .init("Host", hostName(of: server)),
      .init("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0"),
      .init("Accept", "text/html,application/xhtml+xml,*/*;q=0.8"), .init("Accept-Language", "en"),
      .init("Accept-Encoding", "gzip, deflate, br"),
    ]
    let host = listen.isWildcard ? (listen.isIPv6 ? "[2001:db8::1]" : anyAddress) : listen.host
    var request = TraceRequest(
      scheme: listen.isTLS ? .https : .http, host: host, port: listen.port, target: target, headers: headers,
      client: client, headersAreComplete: true)
    request.hasRightPassword = true
    request.certificate = .good
    request.takesForGranted = true
    return request
  }

  /// A host name that leads to the server.
  private static func hostName(of server: NginxServer) -> String {
    for name in server.names {
      switch name {
      case .exact(let text): if !text.isEmpty { return text.string }
      case .nameAndAnyBefore(let tail): return tail.from(1).string
      case .anyBefore(let tail): return "www" + tail.string
      case .anyAfter(let head): return head.string + "example"
      case .regex(let pattern):
        guard case .success(let compiled) = pattern.compiled else { continue }
        for example in compiled.examples {
          if case .match = compiled.firstMatch(in: example) { return example.string }
        }
      }
    }
    return "no-such-name.example"
  }
}
