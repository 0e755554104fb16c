import Diagnostics
import ProxyConfig
import Trace

/// Which server is asked, how often, and what comes of it.
extension Exchange {
  private typealias Server = ProxySection.Server

  /// What an attempt to get an answer ends with.
  private enum Result {
    case answered(Int)
    case garbageOverTCP
    /// `name` is that of `retry-on`.
    case failed(code: Int, name: String)
  }

  /// Asks servers until one answers or no attempt is left, then runs the rules for answers.
  mutating func forward() throws(Interruption) -> Response {
    let backend = section
    if let line = backend.foreign.first(where: { $0.name != "filter" && $0.name != "stick" && $0.name != "persist" }) {
      if !assumptions.modulesLetPass || ["dispatch", "transparent", "use-fcgi-app"].contains(line.name) {
        throw .unknown("\(line.name) decides who is asked, which is not worked out here")
      }
    }
    let result = try contact()
    isRequestGone = result != nil
    let isTCP = backend.settings.mode == .tcp
    switch result {
    case nil: return try fail(503, "The backend \(backend.name) has no server that can be asked", at: backend.place)
    case .garbageOverTCP: return Response(status: 0, body: .upstream, isUpstreams: true)
    case .failed(let code, _):
      if isTCP { throw .closed }
      // Without an answer nothing has been sent.
      isRequestGone = code != 503
      return try fail(code, "HAProxy ends the request with \(code)", at: backend.place)
    case .answered(let status):
      response = Response(status: status, body: method == "HEAD" ? .none : .upstream, isUpstreams: true)
      if isTCP { return Response(status: status, body: .upstream, isUpstreams: true) }
      for owner in backend.number == frontend.number ? [backend] : [backend, frontend] {
        if try runResponseRules(owner), let response { return response }
      }
      let kept = response ?? Response(status: status, body: .upstream, isUpstreams: true)
      if status >= 400 {
        let isListed = backend.pages[status] != nil || frontend.pages[status] != nil
        tell(
          "The server's own answer goes out, as no rule replaces it", at: backend.place,
          .passedOn(status, isListed: isListed))
      }
      return kept
    }
  }

  /// Tries servers in turn; nil when there is none to try.
  private mutating func contact() throws(Interruption) -> Result? {
    let settings = section.settings
    var used = 0
    var avoided: String?
    var kept = try preferredServer()
    while true {
      if kept == nil { kept = try pick(avoiding: avoided) }
      guard let server = kept else { return nil }
      serverName = server.name
      let result = try ask(server)
      guard case .failed(_, let name) = result, used < settings.retries, settings.retryOn.contains(name),
        name == "conn-failure" || mayRetry
      else {
        if case .failed(let code, let name) = result {
          return .some(Int(name).map { .answered($0) } ?? .failed(code: code, name: name))
        }
        return result
      }
      used += 1
      if changesServer(after: used) {
        tell("Another server is tried", at: section.place)
        (kept, avoided) = (nil, server.name)
      } else {
        tell("The server is tried again", at: server.place)
        // A server that could not be reached is given a second, or less (`back_handle_st_cer`).
        if name == "conn-failure" { waitLonger(min(1, seconds("connect") ?? 1)) }
      }
    }
  }

  /// Whether `option redispatch` lets the next attempt go to another server (`stream_choose_redispatch`).
  private func changesServer(after used: Int) -> Bool {
    let settings = section.settings
    guard let interval = settings.redispatch else { return false }
    let turns = ["roundrobin", "static-rr", "leastconn", "first", "random"].contains(settings.balance)
    if turns, active.count > 1 { return true }
    if interval > 0 { return used % interval == 0 }
    let last = settings.retries + 1 + interval
    return interval < 0 && last > 0 && used % last == 0
  }

  /// The servers that take their turn when all is well.
  private var active: [Server] { section.servers.filter { isUsable($0) && !$0.options.isBackup } }

  /// How many servers of a backend can be asked, as `nbsrv` counts them.
  mutating func usableCount(_ backend: ProxySection) -> Int {
    let usable = backend.servers.filter { isUsable($0) }
    let active = usable.filter { !$0.options.isBackup }
    return active.isEmpty ? usable.count : active.count
  }

  /// What a server does; where all requests are followed at once, the group it is in does the same.
  private func failure(of server: ProxySection.Server) -> Failure {
    decider.failure(
      of: survey.group(of: server.address),
      among: [.refused, .timeout, .closed, .garbage, .tooBigHeader, .noLiveUpstream], statuses: survey.statuses)
      ?? circumstances.failures.ofPeer(server.address)
  }

  func isUsable(_ server: ProxySection.Server) -> Bool {
    if server.options.isDisabled || server.options.weight == 0 { return false }
    let failure = failure(of: server)
    if failure == .noLiveUpstream { return false }
    guard server.options.isChecked else { return true }
    // A check finds out after some seconds; a server that takes connections may well pass it.
    guard failure == .refused else { return true }
    if assumptions.modulesLetPass { return false }
    return decider.choose(
      at: "check \(server.name) \(server.address)",
      because: "whether the health check of \(server.name) has noticed the failure") == 0
  }

  /// `use-server`.
  private mutating func preferredServer() throws(Interruption) -> Server? {
    for choice in section.useServers where try holds(choice.condition) {
      let text = try format(choice.target).bytes
      noteName(text, among: "servers of \(section.name)", section.servers.map(\.name))
      let name = text.shown
      if let server = section.servers.first(where: { $0.name == name }), isUsable(server) {
        tell("use-server chooses \(name)", at: choice.place)
        return server
      }
    }
    return nil
  }

  private mutating func pick(avoiding name: String?) throws(Interruption) -> Server? {
    var candidates = active
    if candidates.isEmpty {
      let backups = section.servers.filter { isUsable($0) && $0.options.isBackup }
      candidates = section.settings.usesAllBackups ? backups : Array(backups.prefix(1))
    }
    guard let first = candidates.first else { return nil }
    let settings = section.settings
    let isHash = ["source", "uri", "rdp-cookie"].contains(settings.balance)
    // A hash leads to the same server again.
    if isHash, let name, let same = candidates.first(where: { $0.name == name }) { return same }
    let others = candidates.filter { $0.name != name }
    if !others.isEmpty { candidates = others }
    if settings.balance == "first" { return candidates.first ?? first }
    // Servers that fail alike need not be told apart.
    var seen: Set<String> = []
    candidates = candidates.filter { seen.insert(failure(of: $0).name).inserted }
    guard candidates.count > 1 else { return candidates.first }
    let index = decider.choose(
      candidates.count, at: "turn \(section.name) \(name ?? "")",
      because: "whose turn it is among the servers of \(section.name)")
    return candidates[index]
  }

  private mutating func ask(_ server: Server) throws(Interruption) -> Result {
    let failure = failure(of: server)
    // Those whose turn it might be as well, and for all requests at once the place of the first.
    let turns = active.map(\.address)
    tell(
      "\(server.name), \(server.address), is asked: it \(failure.story)",
      at: sent.isWatched ? section.servers.first?.place : server.place,
      .asked(turns.contains(server.address) ? turns : [server.address]))
    noteAsked(server)
    if section.settings.mode == .tcp { return try askOverTCP(failure) }
    switch failure {
    case .none: return .answered(200)
    case .status(let code):
      return section.settings.retryOn.contains("\(code)") ? .failed(code: code, name: "\(code)") : .answered(code)
    case .refused, .noLiveUpstream: return .failed(code: 503, name: "conn-failure")
    // A connection without HTTP/2's first frame was none.
    case .garbage where server.options.speaksHTTP2: return .failed(code: 503, name: "conn-failure")
    case .closed: return .failed(code: 502, name: "empty-response")
    case .garbage, .tooBigHeader: return .failed(code: 502, name: "junk-response")
    case .timeout:
      guard section.settings.timeouts["server"] != nil || hasServerTimeout else {
        tell(
          "No timeout server is set, so HAProxy waits for the server as long as the visitor does", at: section.place,
          .waits)
        wait = .endless
        throw .closed
      }
      waitLonger(hasServerTimeout ? nil : seconds("server"))
      return .failed(code: 504, name: "response-timeout")
    }
  }

  /// A time limit of the backend in seconds.
  private func seconds(_ name: String) -> Double? {
    let words = section.settings.timeouts[name]?.text.split(whereSeparator: \.isWhitespace) ?? []
    guard words.count > 2 else { return nil }
    let digits = words[2].prefix(while: \.isNumber)
    let units = ["us": 0.000_001, "": 0.001, "ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let number = Double(digits), let unit = units[String(words[2].dropFirst(digits.count))] else { return nil }
    return number * unit
  }

  /// - Parameter seconds: nil when nobody knows.
  private mutating func waitLonger(_ seconds: Double?) {
    guard case .seconds(let sum) = wait else { return }
    wait = seconds.map { .seconds(sum + $0) } ?? .unknown
  }

  private func askOverTCP(_ failure: Failure) throws(Interruption) -> Result {
    switch failure {
    case .none: .answered(200)
    case .status(let code): .answered(code)
    case .garbage: .garbageOverTCP
    case .tooBigHeader: throw .unknown("in mode tcp the server's bytes are passed on as they are")
    case .refused, .noLiveUpstream: .failed(code: 0, name: "conn-failure")
    case .closed, .timeout: throw .closed
    }
  }
}
