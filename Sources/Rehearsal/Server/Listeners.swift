import CSandbox
import Foundation

/// Who listens in this network, as the kernel tells (proc(5), /proc/net/tcp).
enum Listeners {
  struct One: Sendable {
    /// Nil for every address of the family.
    let host: String?
    let isIPv6: Bool
    let port: Int

    fileprivate var isLoopback: Bool { host.map { $0.hasPrefix("127.") || $0 == "::1" } ?? false }
  }

  static func all() -> [One] {
    ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { table in
      let text = (try? String(contentsOfFile: table, encoding: .utf8)) ?? ""
      return text.split(separator: "\n").dropFirst().compactMap { one($0.split(separator: " ")) }
    }
  }

  private static func one(_ words: [Substring]) -> One? {
    guard words.count > 3, words[3] == "0A", let colon = words[1].lastIndex(of: ":"),
      let port = Int(words[1][words[1].index(after: colon)...], radix: 16)
    else { return nil }
    // Words of four bytes, each in the machine's own order.
    let digits = Array(words[1][..<colon])
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...($0 + 1)]), radix: 16)
    }
    let address = stride(from: 0, to: bytes.count, by: 4).flatMap { bytes[$0..<min($0 + 4, bytes.count)].reversed() }
    guard address.count == 4 || address.count == 16 else { return nil }
    let isIPv6 = address.count == 16
    guard address.contains(where: { $0 != 0 }) else { return One(host: nil, isIPv6: isIPv6, port: port) }
    var text = [CChar](repeating: 0, count: 64)
    guard inet_ntop(isIPv6 ? AF_INET6 : AF_INET, address, &text, socklen_t(text.count)) != nil else { return nil }
    let host = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return One(host: host, isIPv6: isIPv6, port: port)
  }

  /// An address at which a port is served, made one of this network's: that of a visitor from outside, if there is one.
  static func address(forPort port: Int) -> String {
    let own = all().filter { $0.port == port }
    if let any = own.first(where: { $0.host == nil && !$0.isIPv6 }) ?? own.first(where: { $0.host == nil }) {
      // Most systems take IPv4 at an IPv6 socket for all addresses, too.
      return any.isIPv6 ? "::1" : "127.0.0.1"
    }
    guard let one = own.first(where: { !$0.isLoopback }) ?? own.first, let host = one.host else { return "127.0.0.1" }
    if !one.isLoopback { _ = sandbox_own(host) }
    return host
  }
}
