import ProxyConfig

/// A long list of routes by the hosts and the first parts of paths that they ask for, so that a request need not look at each.
final class CaddyRouteDirectory: Sendable {
  private let byHost: [ByteText: [Int]]
  private let byPath: [ByteText: [Int]]
  /// Those that ask for neither, or for patterns.
  private let others: [Int]

  /// What of a request decides which routes may match.
  struct Key {
    /// The host in small letters, without a port.
    let host: ByteText
    /// The first part of the cleaned path, in small letters.
    let path: ByteText
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
    [others, byHost[key.host], byPath[key.path]].compactMap { $0.flatMap { Self.first(in: $0, from: index) } }.min()
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
      case .host(let hosts) where !hosts.isEmpty && !hosts.contains { $0.contains("*") || $0.contains("{") }:
        return (hosts.map(\.lowercased), [])
      case .path(let patterns) where !patterns.isEmpty:
        let parts = patterns.compactMap(firstPart)
        if parts.count == patterns.count { return ([], parts) }
      case .header, .headerRegexp, .method, .host, .path: continue
      // What comes first may fail, which is an answer of its own.
      default: return ([], [])
      }
    }
    return ([], [])
  }

  /// `a` for `/a`, `/a/*` and `/a/b*`; nil where other first parts may match as well.
  private static func firstPart(of pattern: ByteText) -> ByteText? {
    guard pattern.hasPrefix("/"), !pattern.contains("//"), !pattern.contains(where: { "%{?[\\".utf8.contains($0) })
    else { return nil }
    let part = firstPart(ofPath: ByteText(pattern.string.lowercased()))
    return part.contains("*") ? nil : part
  }

  static func firstPart(ofPath path: ByteText) -> ByteText {
    let rest = path.from(1)
    return rest.upTo(rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.count)
  }
}
