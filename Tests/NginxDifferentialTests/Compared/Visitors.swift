import Foundation
import LiveUpstreams
import ProxyConfig
import Survey
import TestSupport
import Trace

/// Requests of the kind that a comparison speaks of, at random and made of the words of two configurations.
struct Visitors {
  private var random: SeededRandom
  private let port: Int
  private var paths: [String] = ["/", "/x", "/a/b", "/502.html", "/404.html", "/missing", "/dir/"]
  private var hosts: [String] = ["one.test", "example.com", "a.test"]
  private let texts: String
  private let universe = Universe(Languages())

  init(random: SeededRandom, port: Int, texts: [String]) {
    (self.random, self.port, self.texts) = (random, port, texts.joined())
    let words = Set(self.texts.split { " \t\n;{}\"'|()^$?\\=[]*+:,".contains($0) }.map(String.init)).sorted()
    paths += words.filter { $0.hasPrefix("/") && $0.utf8.count < 40 }
    hosts += words.filter { $0.hasSuffix(".test") }.map { $0.hasPrefix(".") ? "x" + $0 : $0 }
  }

  /// - Parameter more: what somebody else thought of.
  mutating func requests(_ count: Int, and more: [Request]) -> [Request] {
    let own = (0..<count).map { _ in request() }
    return (own + more.map(reduced)).filter { universe.inputs(of: $0) != nil }
  }

  private mutating func request() -> Request {
    var path = random.pick(paths)
    if random.chance(30) { path += random.pick(["/", "x", ".html", "/x", "/502.html", "a/b", ".php", "/1"]) }
    if random.chance(10) { path = random.pick(paths) + random.pick(paths) }
    if random.chance(15) { path += random.pick(["?x=1", "?x=on", "?q=1", "?ip=10.0.0.1"]) }
    let method = random.pick(["GET", "GET", "GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
    var headers: [Request.Header] = [.init("Host", random.pick(hosts))]
    for (name, values) in Self.headers where random.chance(15) && texts.contains(Self.variable(name)) {
      headers.append(.init(name, random.pick(values)))
    }
    if texts.contains("auth_basic"), random.chance(50) { headers.append(.init("Authorization", "Basic dTpw")) }
    let length = ["POST", "PUT", "PATCH"].contains(method) ? random.pick([0, 0, 5, 15, 900, 1500, 5000]) : 0
    return Request(
      method: method, host: "127.0.0.1", port: port, target: .init(path), headers: headers, bodyLength: length,
      headersAreComplete: true)
  }

  private static let headers: [(String, [String])] = [
    ("X-Test", ["a", "b", "api", "10.1.2.3", "127.0.0.1"]), ("Accept", ["application/json", "text/plain", "*/*"]),
    ("Accept-Language", ["de", "fr,de", "en"]), ("Referer", ["http://one.test/", "http://evil.test/x"]),
    ("User-Agent", ["probe"]), ("Content-Type", ["application/json"]),
  ]

  private static func variable(_ header: String) -> String { "$http_" + header.lowercased().replacing("-", with: "_") }

  /// Without what comparisons leave out: conditions, parts of files, addresses and words of other proxies, passwords that
  /// are wrong, packed answers.
  private func reduced(_ request: Request) -> Request {
    var request = request
    request.headers.removeAll { header in
      let name = header.name.lowercased()
      return Sent.conditions.contains(name) || name.hasPrefix("x-forwarded") || name.hasPrefix("x_")
        || name == "x-real-ip"
        || ["via", "accept-encoding", "expect", "upgrade", "cookie"].contains(name)
        || name == "authorization" && header.value != "Basic dTpw"
    }
    return request
  }
}
