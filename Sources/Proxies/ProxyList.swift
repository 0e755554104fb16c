import Apache
public import Checks
import HAProxy
public import ProxyConfig

/// Every proxy whose configuration can be read: one line each.
public enum ProxyList {
  public static let all: [any Proxy] = [
    NginxProxy(),
    CaddyProxy(),
    HAProxyProxy(),
    ApacheProxy(),
  ]

  /// Every rule: those of proxies in general, then each proxy's own.
  public static let rules: [any Rule.Type] = RuleList.all + all.flatMap(\.rules)

  /// The proxy of a name.
  public static func proxy(named name: String) -> (any Proxy)? { all.first { $0.kind.rawValue == name } }

  /// What a file is for, by its name and text.
  public enum Guess {
    case proxy(any Proxy)
    /// Something that is known and cannot be read yet.
    case unsupported(UnsupportedConfig)
    case unknown
  }

  /// Guesses the proxy from a file's name and, failing that, from its text.
  public static func guess(path: String, bytes: [UInt8]) -> Guess {
    let head = ConfigHead(bytes)
    var best: (proxy: any Proxy, likeness: Int)?
    for proxy in all {
      let likeness = proxy.likeness(of: path, head)
      if likeness > best?.likeness ?? 0 { best = (proxy, likeness) }
    }
    if let best, best.likeness >= best.proxy.certain { return .proxy(best.proxy) }
    if let other = UnsupportedConfig.guess(head) { return .unsupported(other) }
    return best.map { .proxy($0.proxy) } ?? .unknown
  }
}

extension Sample {
  /// The sample as a configuration that was read.
  public var project: any LoadedProxy {
    let proxy = ProxyList.proxy(named: kind.rawValue) ?? NginxProxy()
    return proxy.load(path, machine(prefix: proxy.usualPrefix))
  }
}
