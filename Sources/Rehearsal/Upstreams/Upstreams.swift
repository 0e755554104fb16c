import Foundation
import ProxyConfig
import Trace

/// Everybody the configuration asks.
final class Upstreams: Sendable {
  private let all: [String: FailingUpstream]
  /// Those that cannot be put in place, and why.
  let missing: [String]

  /// - Parameter addresses: as the configuration writes them, with their port.
  init(_ addresses: Set<String>, _ names: Names, _ files: SandboxFiles, tooBigHeader: Int) {
    var all: [String: FailingUpstream] = [:]
    var missing: [String] = []
    for address in Set(addresses.map(Self.plain)).sorted() {
      guard let upstream = Self.upstream(address, names, files) else {
        missing.append("\(address) is not an address an upstream can be put at")
        continue
      }
      upstream.tooBigHeader.set(tooBigHeader)
      upstream.behave(.failure(.none))
      if !upstream.isThere { missing.append("\(address) cannot be answered for: its port is taken") }
      all[address] = upstream
    }
    (self.all, self.missing) = (all, missing)
  }

  /// As the configuration writes them.
  var addresses: [String] { all.keys.sorted() }

  /// Everybody is well, but for those that fail.
  func behave(_ failing: [String: Trouble], others: Trouble) {
    let failing = Dictionary(failing.map { (Self.plain($0.key), $0.value) }) { $1 }
    for (address, upstream) in all { upstream.behave(failing[address] ?? others) }
  }

  /// An address without the protocol that Caddy and httpd write before it: `h2c://app:80` is `app:80`.
  static func plain(_ address: String) -> String {
    guard let match = address.wholeMatch(of: #/([a-z0-9+]+):\/\/([^\/]+)\/?/#) else { return address }
    let host = String(match.2)
    let hasPort = host.contains(#/:\d+$/#)
    return hasPort ? host : "\(host):\(["https", "grpcs", "wss"].contains(match.1) ? 443 : 80)"
  }

  private static func upstream(_ address: String, _ names: Names, _ files: SandboxFiles) -> FailingUpstream? {
    if address.hasPrefix("unix:") || address.hasPrefix("/") || address.hasPrefix("unix//") {
      var path = address.hasPrefix("unix:") ? String(address.dropFirst(5)) : address
      if path.hasPrefix("unix/") { path = String(path.dropFirst(5)) }
      guard files.makeFolder(PathText.parent(path)) else { return nil }
      return FailingUpstream(address) { [path] in listen(onSocket: path) }
    }
    guard let colon = address.lastIndex(of: ":"), let port = Int(address[address.index(after: colon)...]),
      1...65_535 ~= port
    else { return nil }
    var host = String(address[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    let isName = !host.contains(":") && Sockets.withAddress(host, 0, { _, _ in 0 }) == nil
    if host == "localhost" { host = "127.0.0.1" } else if isName { host = names.address(of: host) }
    let isNear = host.hasPrefix("127.") || host == "::1"
    return FailingUpstream(address) { [host] in
      isNear ? listen(on: host, port) : Sockets.elsewhere { listen(on: host, port) } ?? -1
    }
  }

  private static func listen(on host: String, _ port: Int) -> Int32 {
    let handle = socket(host.contains(":") ? AF_INET6 : AF_INET, Sockets.stream, 0)
    var on: Int32 = 1
    setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    let isBound = Sockets.withAddress(host, port) { bind(handle, $0, $1) } == 0
    guard isBound, Glibc.listen(handle, 256) == 0 else {
      close(handle)
      return -1
    }
    return handle
  }

  private static func listen(onSocket path: String) -> Int32 {
    unlink(path)
    let handle = socket(AF_UNIX, Sockets.stream, 0)
    let isBound = Sockets.withAddress(ofSocket: path) { bind(handle, $0, $1) } == 0
    chmod(path, 0o777)
    guard isBound, Glibc.listen(handle, 256) == 0 else {
      close(handle)
      return -1
    }
    return handle
  }
}
