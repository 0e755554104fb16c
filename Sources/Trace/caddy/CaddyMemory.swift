import ProxyConfig
import Synchronization

/// What all runs over one configuration share: patterns and expressions are read once, long lists of routes are looked up by
/// host and path.
final class CaddyMemory: Sendable {
  private struct Contents {
    var patterns: [ByteText: CaddyPattern?] = [:]
    var expressions: [ByteText: CaddyExpression?] = [:]
    var directories: [Storage: CaddyRouteDirectory] = [:]
  }

  /// An array by its storage. All long ones are the configuration's own, which lives as long as this does.
  private struct Storage: Hashable {
    let address: Int
    let count: Int
  }

  private let contents = Mutex(Contents())
  private let config: CaddyConfig
  private let surveyed = Mutex<CaddySurvey?>(nil)
  /// The names that Caddy manages a certificate for; those of all servers are in one store.
  private let certified: CaddyHostTable<Void>
  /// The servers by the ports of their listeners, and those with many ports; as places in the configuration's list.
  private let byPort: [Int: [Int]]
  private let wide: [Int]

  /// What is asked of all requests at once; worked out when it is first needed.
  var survey: CaddySurvey {
    surveyed.withLock { known in
      if let known { return known }
      let found = CaddySurvey(config)
      known = found
      return found
    }
  }

  init(_ config: CaddyConfig) {
    self.config = config
    var certified = CaddyHostTable<Void>()
    for server in config.servers where server.hasTLS {
      guard !server.automatic.isDisabled, !server.automatic.hasNoCertificates else { continue }
      for case .host(let hosts) in server.routes.lazy.flatMap(\.matcherSets).flatMap(\.matchers) {
        for host in hosts where !server.automatic.skipped.contains(host) { certified.add((), for: host) }
      }
    }
    self.certified = certified
    var (byPort, wide): ([Int: [Int]], [Int]) = ([:], [])
    for (number, server) in config.servers.enumerated() {
      if server.listens.contains(where: { $0.lastPort - $0.firstPort > 100 }) { wide.append(number) }
      for listen in server.listens where 0...100 ~= listen.lastPort - listen.firstPort {
        for port in listen.firstPort...listen.lastPort where byPort[port]?.last != number {
          byPort[port, default: []].append(number)
        }
      }
    }
    (self.byPort, self.wide) = (byPort, wide)
  }

  /// The servers that may listen on a port, in order.
  func servers(on port: Int) -> [Int] { wide.isEmpty ? byPort[port] ?? [] : Set((byPort[port] ?? []) + wide).sorted() }

  func hasCertificate(for name: ByteText) -> Bool { !certified.values(for: name).isEmpty }

  /// Shorter lists are gone through.
  private static let longList = 24

  /// A regular expression; nil when it cannot be read.
  func pattern(_ text: ByteText) -> CaddyPattern? {
    contents.withLock { contents in
      if let known = contents.patterns[text] { return known }
      let pattern = try? CaddyPattern(text)
      contents.patterns[text] = .some(pattern)
      return pattern
    }
  }

  /// An expression; nil when it cannot be read.
  func expression(_ text: ByteText) -> CaddyExpression? {
    contents.withLock { contents in
      if let known = contents.expressions[text] { return known }
      let expression = try? CaddyExpression.parse(text).get()
      contents.expressions[text] = .some(expression)
      return expression
    }
  }

  /// The directory of a long list; nil for a short one.
  func directory(of routes: [CaddyRoute]) -> CaddyRouteDirectory? {
    guard routes.count > Self.longList else { return nil }
    let storage = routes.withUnsafeBytes { Storage(address: Int(bitPattern: $0.baseAddress), count: routes.count) }
    if let known = contents.withLock({ $0.directories[storage] }) { return known }
    let directory = CaddyRouteDirectory(routes)
    contents.withLock { $0.directories[storage] = directory }
    return directory
  }
}
