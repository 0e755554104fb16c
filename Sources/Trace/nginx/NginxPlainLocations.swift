import ProxyConfig

/// The locations of one level without a regular expression, to be found by the path (nginx keeps them in a tree,
/// `ngx_http_init_static_location_trees`).
struct NginxPlainLocations: Sendable {
  /// `location = /path`, in file order.
  private(set) var exact: [ByteText: [Int]] = [:]
  /// `location /path` and `location ^~ /path`, in file order.
  private(set) var prefixes: [ByteText: [Int]] = [:]
  /// The lengths that prefixes have, the longest first.
  private var lengths: [Int] = []

  var isEmpty: Bool { exact.isEmpty && prefixes.isEmpty }

  init(_ scope: NginxScope, _ model: NginxModel) {
    for id in scope.plainLocations {
      switch model.scope(id).name {
      case .exact(let name): exact[name, default: []].append(id)
      case .prefix(let name, _): prefixes[name, default: []].append(id)
      default: break
      }
    }
    lengths = Set(prefixes.keys.map(\.count)).sorted(by: >)
  }

  /// What decides which of them a path comes to, the first that holds.
  ///
  /// - Parameter redirects: whether a location sends a path without the slash at its name's end to the one with it.
  func tests(_ redirects: (Int) -> Bool) -> [[TextTest]] {
    var tests = exact.keys.map { TextTest.equals($0.bytes) }
    for (name, scopes) in exact.merging(prefixes, uniquingKeysWith: +)
    where name.hasSuffix("/") && scopes.contains(where: redirects) {
      let bare = name.upTo(name.count - 1)
      if exact[bare] == nil, prefixes[bare] == nil { tests.append(.equals(bare.bytes)) }
    }
    tests.sort { "\($0)" < "\($1)" }
    let longestFirst = prefixes.keys.sorted { ($1.count, $0) < ($0.count, $1) }
    return (tests + longestFirst.map { .prefix($0.bytes) }).map { [$0] }
  }

  /// The location with the longest name that a path begins with.
  func longestPrefix(of path: ByteText) -> (id: Int, length: Int)? {
    for length in lengths where length <= path.count {
      if let id = prefixes[path.upTo(length)]?.first { return (id, length) }
    }
    return nil
  }
}
