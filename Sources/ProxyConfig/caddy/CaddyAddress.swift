/// A site's address: `https://example.com:8443/path`, each part optional (`httpcaddyfile/addresses.go`).
struct CaddyAddress: Hashable {
  var original: ByteText
  var scheme: ByteText = ""
  var host: ByteText = ""
  var port: ByteText = ""
  var path: ByteText = ""

  /// Reads an address; the error says what is wrong with it.
  init(_ text: ByteText) throws(CaddyTrouble) {
    var rest = text.upTo(4096).trimmed
    original = rest
    if let (before, after) = rest.cut("://") { (scheme, rest) = (before, after) }
    let slash = rest.firstIndex(of: UInt8(ascii: "/"))
    let authority = rest.upTo(slash ?? rest.count)
    if let slash { path = rest.from(slash) }
    (host, port) =
      CaddyNetwork.splitHostPort(authority) ?? CaddyNetwork.splitHostPort(authority + ":") ?? (authority, "")
    if !port.isEmpty {
      guard let number = port.integer else { throw CaddyTrouble("the port \(port) is not a number") }
      guard 0...65_535 ~= number else { throw CaddyTrouble("the port \(port) is out of range") }
    }
    scheme = Self.lowercased(scheme)
    host = Self.lowercased(host.trimmed)
  }

  /// Small letters, except inside placeholders.
  private static func lowercased(_ text: ByteText) -> ByteText {
    guard text.contains("{") else { return ByteText(text.string.lowercased()) }
    var (isEscaped, isInside) = (false, false)
    return ByteText(
      text.map { byte in
        if byte == UInt8(ascii: "\\"), !isEscaped {
          isEscaped = true
          return byte
        }
        defer { isEscaped = false }
        if byte == UInt8(ascii: "{"), !isEscaped { isInside = true }
        if byte == UInt8(ascii: "}"), !isEscaped { isInside = false }
        return isInside || !(0x41...0x5A ~= byte) ? byte : byte | 0x20
      })
  }

  /// How specific a host or path is: its length without wildcards and placeholders.
  static func specificity(_ text: ByteText) -> Int {
    var length = text.count - text.count(of: "*")
    var rest = text
    while let open = rest.offset(of: "{") {
      guard let close = rest.offset(of: "}", from: open) else { break }
      length -= close + 1 - open
      rest = rest.from(close + 1)
    }
    return length
  }
}

/// What is wrong, before it is known where.
struct CaddyTrouble: Error {
  let message: String
  init(_ message: String) { self.message = message }
}

/// Addresses of the network as Go and Caddy write them.
package enum CaddyNetwork {
  /// Go's `net.SplitHostPort`; nil where it fails.
  package static func splitHostPort(_ text: ByteText) -> (host: ByteText, port: ByteText)? {
    if text.isWatched { return text.cut(":").map { ($0.before, $0.after) } }
    guard let colon = text.lastOffset(of: ":") else { return nil }
    let host: ByteText
    if text.first == UInt8(ascii: "[") {
      guard let end = text.offset(of: "]"), end + 1 == colon else { return nil }
      host = text[1..<end]
      if text.from(1).upTo(end - 1).contains("[") || text.from(end + 1).contains("]") { return nil }
    } else {
      host = text.upTo(colon)
      if host.contains(":") || host.contains("[") || host.contains("]") { return nil }
    }
    return (host, text.from(colon + 1))
  }

  package static func joinHostPort(_ host: ByteText, _ port: ByteText) -> ByteText {
    host.contains(":") ? "[" + host + "]:" + port : host + ":" + port
  }

  /// `tcp/127.0.0.1:80`, `unix//run/x.sock`, `:8080` (`caddy.SplitNetworkAddress`).
  static func split(_ text: ByteText) -> (network: ByteText, host: ByteText, port: ByteText)? {
    var network = ByteText()
    var rest = text
    if let (before, after) = text.cut("/") {
      network = before.trimmed.lowercased
      rest = after
    }
    if network.hasPrefix("unix") || network.hasPrefix("fd") { return (network, rest, "") }
    if let (host, port) = splitHostPort(rest) { return (network, host, port) }
    return splitHostPort(rest + ":0") != nil ? (network, rest, "") : nil
  }

  /// A listener's address with a range of ports (`caddy.ParseNetworkAddress`).
  static func listen(_ text: ByteText) -> CaddyListen? {
    guard let (network, host, port) = split(text) else { return nil }
    let name = network.isEmpty ? "tcp" : network.string
    if name.hasPrefix("unix") || name.hasPrefix("fd") {
      return CaddyListen(network: name, host: host, firstPort: 0, lastPort: 0)
    }
    guard !port.isEmpty else { return CaddyListen(network: name, host: host, firstPort: 0, lastPort: 0) }
    let (first, last) = port.cut("-") ?? (port, port)
    guard let start = first.number, let end = last.number, start <= end, end <= 65_535 else { return nil }
    return CaddyListen(network: name, host: host, firstPort: start, lastPort: end)
  }
}
