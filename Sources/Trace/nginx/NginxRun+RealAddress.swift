import ProxyConfig

/// The visitor's address when a proxy in front tells it (`ngx_http_realip_module.c`).
extension NginxRun {
  /// Takes the address a trusted proxy gives, once per request: for the server first, and again for the location.
  mutating func findRealAddress() throws(Undecided) {
    guard realClient == nil, !isSubrequest else { return }
    let trusted = model.settings(.setRealIpFrom, in: scope).compactMap { $0.argument(1)?.string }
    guard !trusted.isEmpty else { return }
    let name = model.value(.realIpHeader, in: scope)?.string.lowercased() ?? "x-real-ip"
    // The PROXY protocol comes before the request and is not told.
    guard name != "proxy_protocol" else {
      throw Undecided(reason: "the visitor's address, which the PROXY protocol tells")
    }
    let values = headers.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
    guard !values.isEmpty else {
      if case .unknown(let reason) = absentHeader(name, for: "remote_addr") { throw Undecided(reason: reason) }
      return
    }
    guard let peer = client else { throw Undecided(reason: "the visitor's address") }
    let text = name == "x-forwarded-for" ? values.joined(separator: ",") : values[0]
    let isRecursive = model.flag(.realIpRecursive, in: scope)
    realClient = Self.forwarded(peer, text, trusted.compactMap(AddressRange.init), isRecursive)
    if let realClient {
      tell(
        "takes \(realClient) from the \(name) header for the visitor's address",
        at: model.settings(.setRealIpFrom, in: scope).first)
    }
  }

  /// `ngx_http_get_forwarded_addr`: from the last address backwards; nil when the peer is not trusted.
  static func forwarded(_ peer: String, _ list: String, _ trusted: [AddressRange], _ isRecursive: Bool) -> String? {
    var found: String?
    var current = peer
    var rest = Substring(list)
    while trusted.contains(where: { $0.contains(current) == true }) {
      while rest.utf8.count > 1, let last = rest.last, last == " " || last == "," { rest.removeLast() }
      let word = rest.lastIndex { $0 == " " || $0 == "," }.map { rest[rest.index(after: $0)...] } ?? rest
      guard let address = withoutPort(String(word)) else { return found }
      (found, current) = (address, address)
      guard isRecursive, word.startIndex > rest.startIndex else { return found }
      rest = rest[..<rest.index(before: word.startIndex)]
    }
    return found
  }

  private static func withoutPort(_ text: String) -> String? {
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      let inner = String(text[text.index(after: text.startIndex)..<end])
      return AddressRange.bytes(inner) == nil ? nil : inner
    }
    if AddressRange.bytes(text) != nil { return text }
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]), 1...65535 ~= port
    else {
      return nil
    }
    let host = String(text[..<colon])
    return host.contains(":") || AddressRange.bytes(host) == nil ? nil : host
  }
}
