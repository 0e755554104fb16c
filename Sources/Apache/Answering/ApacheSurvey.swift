import Diagnostics
import ProxyConfig
import Synchronization
import Trace

/// What a configuration tells from each other, for whoever follows all requests at once.
final class ApacheSurvey: Sendable {
  /// Every place that asks an upstream.
  let passes: [Place]
  /// The networks that visitors are told from each other by.
  let networks: [AddressRange]
  /// The statuses of an upstream's answer that are told from each other.
  let statuses: Set<Int>
  let groups: UpstreamGroups
  private let walks = Mutex<[String: FolderWalk?]>([:])
  private let folders: [ByteText]

  init(_ model: ApacheModel) {
    let settings = model.servers.flatMap { server in
      server.allSettings + server.proxies.map(\.settings)
    }
    let rules =
      model.servers.compactMap(\.rewriting).flatMap(\.rules) + settings.compactMap(\.rewriting).flatMap(\.rules)
    passes =
      (model.servers.flatMap(\.proxyPasses) + settings.compactMap(\.proxyPass)).filter { !$0.isExclusion }.map(\.place)
      + rules.filter(\.flags.isProxy).map(\.place)
      + settings.compactMap(\.handler).filter { $0.text.lowercased.hasPrefix("proxy:") }.map(\.place)
    networks = Self.networks(settings, rules)
    groups = UpstreamGroups(
      model.servers.flatMap(\.balancers.values).map { balancer in
        balancer.members.compactMap { Upstream(ByteText($0.url))?.peer }
      }.sorted { $0.joined() < $1.joined() })
    if settings.contains(where: { $0.override?.isOn == true }) {
      statuses = Set(settings.flatMap(\.errorDocuments.keys) + settings.flatMap(\.overrideCodes) + [3, 4, 5])
        .filter { 300...599 ~= $0 || $0 < 10 }
    } else {
      statuses = []
    }
    folders =
      model.servers.compactMap(\.documentRoot) + model.servers.flatMap(\.aliasEntries).compactMap(\.target)
      + model.servers.flatMap(\.directories).compactMap { if case .prefix(let path) = $0.match { path } else { nil } }
  }

  /// What is at the root of the machine, as far as a path can lead there.
  func topFolders(_ files: any FileView) -> [ByteText] {
    let named = folders.compactMap { $0.from(1).cut("/")?.before ?? $0.from(1) }
    let seen = ((try? files.names(in: "/")) ?? []).map { ByteText($0) }
    return Set((named + seen).map { "/" + $0 }).filter { $0.count > 1 && files.exists($0.string) }.sorted()
  }

  /// What stands below a folder; nil where that is too much.
  func walk(below folder: String, _ files: any FileView) -> FolderWalk? {
    walks.withLock { known in
      if let walk = known[folder] { return walk }
      let walk = FolderWalk(below: folder, files)
      known[folder] = .some(walk)
      return walk
    }
  }

  private static func networks(_ settings: [Settings], _ rules: [RewriteRule]) -> [AddressRange] {
    let access = settings.map(\.access)
    let words =
      access.compactMap(\.requires).flatMap(\.addresses)
      + access.flatMap { $0.allowed + $0.denied }.flatMap(\.words).map(\.text.string)
    var conditions = settings.flatMap(\.conditions).compactMap(\.condition)
    for case .expression(let condition) in rules.flatMap(\.conditions).map(\.test) { conditions.append(condition) }
    for case .expression(let condition) in settings.flatMap(\.environment).map(\.source) {
      conditions.append(condition)
    }
    for case .expression(let condition) in settings.flatMap(\.headers).map(\.condition) { conditions.append(condition) }
    conditions += access.compactMap(\.requires).flatMap(\.conditions)
    return (words + conditions.flatMap(\.addresses)).compactMap { ClientRange($0)?.range }
  }
}

extension Requirement {
  /// What `Require ip` names.
  fileprivate var addresses: [String] {
    switch self {
    case .single("ip", let words, _, _, _): words.map(\.text.string)
    case .single("local", _, _, _, _): ["127.0.0.0/8", "::1"]
    case .single: []
    case .all(let inner, _), .any(let inner, _), .none(let inner, _): inner.flatMap(\.addresses)
    }
  }

  /// What `Require expr` asks.
  fileprivate var conditions: [Expression] {
    switch self {
    case .single("expr", let words, _, _, _):
      [try? ExpressionReader.condition(ByteText.joined(words.map(\.text), separator: " "))].compactMap(\.self)
    case .single: []
    case .all(let inner, _), .any(let inner, _), .none(let inner, _): inner.flatMap(\.conditions)
    }
  }
}

extension Expression {
  /// The networks that it asks for.
  fileprivate var addresses: [String] {
    switch self {
    case .not(let inner): inner.addresses
    case .and(let left, let right), .or(let left, let right): left.addresses + right.addresses
    case .compare(_, "-ipmatch", .plain(let network)), .test("R", .plain(let network)): [network.string]
    default: []
    }
  }
}
