import Foundation
import Trace

/// Which host of the configuration somebody means who can only name this machine.
///
/// `127.0.0.1` and `localhost` are the place that is being looked at; `HOST.localhost`, which browsers take for this machine (RFC
/// 6761), is HOST. A page of the internet that has its own name lead here is turned away.
struct Hosts {
  /// How each host is asked: where its place is, or where it sent somebody since.
  private var known: [String: Request] = [:]
  private(set) var current: Request
  /// The port of the machine's loopback.
  let port: Int

  init(_ requests: [Request], port: Int) {
    self.port = port
    current = requests.first ?? Request(host: "localhost")
    for request in requests where known[Self.name(request)] == nil { known[Self.name(request)] = request }
  }

  /// The host as a visitor names it.
  private static func name(_ request: Request) -> String {
    (request.header("host").map(withoutPort) ?? request.host).lowercased()
  }

  mutating func look(at request: Request) {
    current = request
    known[Self.name(request)] = request
  }

  /// Addresses for a browser: of the place that is looked at, and the same with its host's name.
  var addresses: (short: String, named: String) {
    let path = current.method == "GET" ? String(decoding: Array(current.target), as: UTF8.self) : "/"
    return ("http://127.0.0.1:\(port)\(path)", "http://\(Self.name(current)).localhost:\(port)\(path)")
  }

  /// The request that reaches whom a `Host` field means; nil for a stranger's name.
  func request(for field: String) -> Request? {
    let name = Self.withoutPort(field).lowercased()
    if ["127.0.0.1", "localhost", "[::1]"].contains(name) { return current }
    guard name.hasSuffix(".localhost") else { return nil }
    let host = String(name.dropLast(".localhost".count))
    if let request = known[host] { return request }
    // A name that no place has asks where the others are, which shows whom the proxy takes for it.
    return current.naming(host)
  }

  /// A redirect as a browser out there can follow it; nil where it leads to somebody else, or nothing has to change.
  ///
  /// - Parameter asked: the `Host` field of the request.
  mutating func translated(_ location: String, asked: String) -> String? {
    guard let match = location.wholeMatch(of: #/(https?)://([^/?#]*)(.*)/#.ignoresCase()) else { return nil }
    let host = Self.withoutPort(String(match.2)).lowercased()
    let port = match.2.firstMatch(of: #/:(\d+)$/#).flatMap { Int($0.1) }
    guard var request = known[host] else { return nil }
    request.scheme = match.1.lowercased() == "https" ? .https : .http
    request.port = port ?? (request.scheme == .https ? 443 : 80)
    known[host] = request
    let rest = match.3.hasPrefix("/") ? String(match.3) : "/" + match.3
    if host == Self.name(current), !Self.withoutPort(asked).lowercased().hasSuffix(".localhost") {
      current.scheme = request.scheme
      current.port = request.port
      return rest
    }
    return "http://\(host).localhost:\(self.port)\(rest)"
  }

  private static func withoutPort(_ field: String) -> String {
    guard let colon = field.lastIndex(of: ":"), field[field.index(after: colon)...].allSatisfy(\.isNumber) else {
      return field
    }
    return String(field[..<colon])
  }
}

extension Request {
  /// The same for a host of another name.
  fileprivate func naming(_ name: String) -> Request {
    var copy = self
    copy.headers.removeAll { $0.name.lowercased() == "host" }
    copy.headers.append(Header("Host", name))
    return copy
  }

  /// The `Host` field that this request has.
  var hostField: String {
    let isUsual = port == (scheme == .http ? 80 : 443)
    return header("host") ?? "\(host)\(isUsual ? "" : ":\(port)")"
  }
}
