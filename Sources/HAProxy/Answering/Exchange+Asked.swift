import ProxyConfig
import Trace

/// What a server is sent.
extension Exchange {
  mutating func noteAsked(_ server: ProxySection.Server) {
    guard section.settings.mode != .tcp, !sent.isWatched else { return }
    var asked = Outcome.Asked(
      address: server.address, wireProtocol: server.options.isTLS ? .https : .http,
      method: sentMethod.open == nil ? sentMethod.bytes.string : "?")
    if target.open == nil { asked.uri = target.bytes }
    if let host = headers.values("host").last, host.open == nil { asked.host = host.bytes.string }
    var given = request.headers.map { ($0.name.lowercased(), ByteText($0.value)) }
    for header in headers.lines where header.name != "host" && header.value.open == nil {
      if let index = given.firstIndex(where: { $0 == (header.name, header.value.bytes) }) {
        given.remove(at: index)
      } else {
        asked.headers.append(.init(header.name, header.value.bytes.string))
      }
    }
    if let header = forwardedFor() { asked.headers.append(header) }
    let kept = Set(headers.lines.map(\.name) + ["host"])
    asked.dropped = Set(request.headers.map { $0.name.lowercased() }).subtracting(kept).sorted()
    self.asked.append(asked)
  }

  /// `option forwardfor` of the backend, or else of the frontend.
  private mutating func forwardedFor() -> Outcome.Header? {
    guard let option = section.settings.forwardedFor ?? frontend.settings.forwardedFor, let client = request.client,
      !option.exceptions.contains(where: { $0.contains(client) == true }),
      !option.isOnlyIfNone || !headers.has(option.header)
    else { return nil }
    return .init(option.header, client)
  }
}
