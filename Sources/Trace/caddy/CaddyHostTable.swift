public import ProxyConfig

/// Things by the hosts that they are for, where `*` stands for one label; found without going through all of them.
public struct CaddyHostTable<Value: Sendable>: Sendable {
  private var exact: [ByteText: [Value]] = [:]
  /// By what follows a first label of `*`.
  private var before: [ByteText: [Value]] = [:]
  /// Stars elsewhere, and placeholders.
  private var others: [(pattern: ByteText, value: Value)] = []

  public init() {}

  public mutating func add(_ value: Value, for pattern: ByteText) {
    let pattern = pattern.lowercased
    if !pattern.contains("*") {
      exact[pattern, default: []].append(value)
    } else if pattern.hasPrefix("*."), !pattern.from(1).contains("*") {
      before[pattern.from(2), default: []].append(value)
    } else {
      others.append((pattern, value))
    }
  }

  /// Everything for a host, in no particular order.
  public func values(for host: ByteText) -> [Value] {
    let host = host.lowercased
    let tail = host.firstIndex(of: UInt8(ascii: ".")).flatMap { before[host.from($0 + 1)] } ?? []
    return (exact[host] ?? []) + tail + others.filter { CaddyRun.hostMatches($0.pattern, host) }.map(\.value)
  }
}
