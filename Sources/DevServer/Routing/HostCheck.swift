/// Refuses requests that were not addressed to this server.
///
/// A page on the internet can let its own name point at 127.0.0.1 and then read what a server there says, as if it were
/// its own (DNS rebinding). The browser still sends that name as Host, which gives it away.
struct HostCheck: Sendable {
  private let names: Set<String>
  private let allowsAddresses: Bool

  /// - Parameter asked: the `--host` as it was given.
  init(asked: String, host: ListenHost) {
    names = ["localhost", "127.0.0.1", "[::1]", asked.lowercased(), host.isIPv6 ? "[\(host.text)]" : host.text]
    // Whoever listens everywhere is reached by any of the machine's addresses. An address is nobody's name, so it
    // cannot be pointed elsewhere.
    allowsAddresses = host.isEverywhere
  }

  func allows(_ request: Request) -> Bool {
    let hosts = request.values("host")
    guard hosts.count == 1 else { return false }
    guard isOwn(hosts[0]) else { return false }
    // In a whole URL as the target, the URL's host counts (RFC 9112, section 3.2.2).
    guard request.target.lowercased().hasPrefix("http://") else { return true }
    return isOwn(String(request.target.dropFirst("http://".count).prefix { $0 != "/" && $0 != "?" }))
  }

  private func isOwn(_ host: String) -> Bool {
    let name = Self.withoutPort(host.lowercased())
    if names.contains(name) { return true }
    guard allowsAddresses, let address = ListenHost(name) else { return false }
    return address.isIPv6 == name.hasPrefix("[") && name != "localhost"
  }

  private static func withoutPort(_ host: String) -> String {
    guard let colon = host.lastIndex(of: ":"), !host[colon...].contains("]"),
      host[host.index(after: colon)...].allSatisfy({ $0.isASCII && $0.isNumber })
    else { return host }
    return String(host[..<colon])
  }
}
