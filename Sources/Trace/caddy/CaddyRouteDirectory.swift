import ProxyConfig

/// A long list of routes by the hosts and the beginnings of paths that they ask for, so that a request need not look at
/// each.
final class CaddyRouteDirectory: Sendable {
  private let byHost: [ByteText: [Int]]
  private let byPath: [ByteText: [Int]]
  /// Those that ask for neither, or for patterns.
  private let others: [Int]

  /// What of a request decides which routes may match.
  struct Key {
    /// The host in small letters, without a port.
    let host: ByteText
    /// The beginnings of the cleaned path, in small letters: `a` and `a/b` of `/a/b`.
    let paths: [ByteText]

    init(host: ByteText, path: ByteText) {
      self.host = host
      let parts = path.from(1).pieces("/").prefix(CaddyRouteDirectory.deepest)
      paths = (1...max(1, parts.count)).map { ByteText.joined(parts.prefix($0), separator: "/") }
    }
  }

  init(_ routes: [CaddyRoute]) {
    var (hosts, paths, others): ([ByteText: [Int]], [ByteText: [Int]], [Int]) = ([:], [:], [])
    for (index, route) in routes.enumerated() {
      let wanted = route.matcherSets.map(Self.wanted)
      guard !wanted.isEmpty, !wanted.contains(where: { $0.hosts.isEmpty && $0.paths.isEmpty }) else {
        others.append(index)
        continue
      }
      for host in Set(wanted.flatMap(\.hosts)) { hosts[host, default: []].append(index) }
      for path in Set(wanted.flatMap(\.paths)) { paths[path, default: []].append(index) }
    }
    (byHost, byPath, self.others) = (hosts, paths, others)
  }

  /// The first route from `index` on that may match.
  func next(from index: Int, _ key: Key) -> Int? {
    var first = Self.first(in: others, from: index)
    func take(_ list: [Int]?) {
      guard let found = list.flatMap({ Self.first(in: $0, from: index) }) else { return }
      first = min(first ?? found, found)
    }
    take(byHost[key.host])
    if let dot = key.host.firstIndex(of: UInt8(ascii: ".")) { take(byHost["*" + key.host.from(dot)]) }
    for path in key.paths { take(byPath[path]) }
    return first
  }

  private static func first(in list: [Int], from index: Int) -> Int? {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low < list.count ? list[low] : nil
  }

  /// Hosts, or first parts of paths, one of which a request must have to meet the set; both empty when it need not.
  private static func wanted(_ set: CaddyMatcherSet) -> (hosts: [ByteText], paths: [ByteText]) {
    for matcher in set.matchers {
      switch matcher {
      case .host(let hosts) where !hosts.isEmpty && !hosts.contains(where: isUnclear):
        return (hosts.map(\.lowercased), [])
      case .path(let patterns) where !patterns.isEmpty:
        let parts = patterns.compactMap(beginning)
        if parts.count == patterns.count { return ([], parts) }
      case .header, .headerRegexp, .method, .host, .path: continue
      // What comes first may fail, which is an answer of its own.
      default: return ([], [])
      }
    }
    return ([], [])
  }

  /// Whether a host has a placeholder, or a star that is not its first label.
  private static func isUnclear(_ host: ByteText) -> Bool {
    host.contains("{") || (host.hasPrefix("*.") ? host.from(1) : host).contains("*")
  }

  /// Parts of a path that are told apart.
  private static let deepest = 4

  /// `a` for `/a`, `/a/*` and `/a/b*`, `a/b` for `/a/b`; nil where other first parts may match as well.
  private static func beginning(of pattern: ByteText) -> ByteText? {
    guard pattern.hasPrefix("/"), !pattern.contains("//"), !pattern.contains(where: { "%{?[\\".utf8.contains($0) })
    else { return nil }
    let parts = pattern.inSmallLetters.from(1).pieces("/").prefix { !$0.contains("*") }.prefix(deepest)
    return parts.isEmpty ? nil : ByteText.joined(parts, separator: "/")
  }
}
