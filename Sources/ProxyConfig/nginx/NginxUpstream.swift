/// An `upstream` block.
public struct NginxUpstream: Sendable {
  public struct Peer: Sendable, Hashable {
    /// As written, with `:80` when there is no port.
    public let address: String
    public let weight: Int
    public let isBackup: Bool
    public let isDown: Bool
    /// So many failures make nginx leave the peer alone for a while; 0 for never.
    public let mostFailures: Int

    public init(
      address: String, weight: Int = 1, isBackup: Bool = false, isDown: Bool = false, mostFailures: Int = 1
    ) {
      self.address = address
      self.weight = weight
      self.isBackup = isBackup
      self.isDown = isDown
      self.mostFailures = mostFailures
    }
  }

  public let name: String
  public let peers: [Peer]
  /// The directive that picks a peer, such as `least_conn`; nil for turns.
  public let method: String?
  /// A script names the peer, so that who is asked depends on the location.
  public let isScripted: Bool
  public let directive: Directive

  init?(_ directive: Directive) {
    guard let name = directive.argument(1)?.string, let block = directive.block else { return nil }
    self.name = name.lowercased()
    self.directive = directive
    let inner = block.expanded
    peers = inner.compactMap { $0.name == "server" ? Self.peer($0) : nil }
    isScripted = inner.contains { $0.name.hasPrefix("balancer_by_lua") }
    method = inner.first { ["least_conn", "ip_hash", "hash", "random", "least_time"].contains($0.name) }?.name
  }

  private static func peer(_ directive: Directive) -> Peer? {
    guard let address = directive.argument(1)?.string else { return nil }
    let options = directive.words.dropFirst(2).map(\.value)
    let weight = options.first { $0.hasPrefix("weight=") }.flatMap { Int($0.dropFirst(7)) } ?? 1
    let failures = options.first { $0.hasPrefix("max_fails=") }.flatMap { Int($0.dropFirst(10)) } ?? 1
    return Peer(
      address: UpstreamAddress.withPort(address, 80), weight: weight, isBackup: options.contains("backup"),
      isDown: options.contains("down"), mostFailures: failures)
  }
}

/// Addresses of upstreams as text.
public enum UpstreamAddress {
  /// `host` with a port; sockets have none.
  public static func withPort(_ address: String, _ port: Int) -> String {
    if address.hasPrefix("unix:") { return address }
    if address.hasPrefix("[") { return address.hasSuffix("]") ? "\(address):\(port)" : address }
    return address.contains(":") ? address : "\(address):\(port)"
  }
}
