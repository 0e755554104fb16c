import Diagnostics
import ProxyConfig

/// Passing a request on, and what happens when nobody is there (`ngx_http_upstream.c`).
extension NginxRun {
  mutating func askUpstream(_ module: NginxHandler.Module) throws(Unknown) -> Next {
    guard let directive = passDirective(module) else { return .error(500) }
    if module == .memcached, method != "GET", method != "HEAD" { return .error(405) }
    if module == .memcached { discardBody() } else if !isSubrequest { isBodyRead = true }
    guard let peers = try peers(of: directive, module) else { return .error(500) }
    if isMirrorClosing, peers.first?.address.hasPrefix("unix:") == false {
      isConnectionClosed = true
      return .done(Outcome(status: 0, body: .none, steps: steps))
    }
    let policy = NextUpstreamPolicy(
      module, method: method, hasBody: contentLength > 0 && !isSubrequest, model: model, scope: scope)
    if peers.first?.address == Self.unresolved { return .error(502) }
    if !upstreamLog.isEmpty { upstreamLog.append(("", "")) }
    let attempt = try walk(peers, policy, module, directive)
    return try conclude(attempt, module, directive)
  }

  /// What the last attempt ended with.
  private enum Attempt {
    /// A code nginx makes itself, and what the failure is called in `*_cache_use_stale`.
    case failed(Int, String)
    case answered(Int, String?)
    case raw
  }

  private mutating func conclude(_ attempt: Attempt, _ module: NginxHandler.Module, _ directive: Directive)
    throws(Unknown) -> Next
  {
    try checkCache(attempt, module)
    switch attempt {
    case .failed(let code, _): return .error(code)
    case .raw:
      tell("nginx takes it for HTTP/0.9 and passes it on without a status line", at: directive)
      return .done(Outcome(status: 0, body: .upstream, steps: steps))
    case .answered(let status, _):
      guard status >= 300 else { return .send(status, .upstream) }
      let name = "\(module.rawValue)_intercept_errors"
      let isListed = model.errorPages(in: scope).contains { $0.code == status }
      if module == .memcached, status == 404 { return .error(404) }
      if model.flag(name, in: scope), isListed {
        tell("\(name) is on and \(status) is listed: nginx takes the answer over", at: model.setting(name, in: scope))
        return .error(status)
      }
      if isListed {
        tell(
          "\(name) is off: error_page is not asked, the upstream's own answer goes out",
          at: model.setting(name, in: scope) ?? directive, .notIntercepted(status))
      }
      return .send(status, .upstream)
    }
  }

  /// A stale copy may go out in a failure's place; whether there is one, nobody knows.
  private mutating func checkCache(_ attempt: Attempt, _ module: NginxHandler.Module) throws(Unknown) {
    guard let cache = model.value("\(module.rawValue)_cache", in: scope), cache != "off",
      method == "GET" || method == "HEAD"
    else { return }
    let failure: String?
    switch attempt {
    case .failed(_, let name): failure = name
    case .answered(_, let name): failure = name
    case .raw: failure = nil
    }
    let directive = model.setting("\(module.rawValue)_cache_use_stale", in: scope)
    let listed = directive.map { $0.arguments.map(\.value) } ?? []
    if let failure, listed.contains(failure) {
      tell("with \(failure), an old copy from the cache would be served if there is one", at: directive)
      throw Unknown(reason: "whether the cache holds an old copy of this page")
    }
    tell("nothing is taken to be in the cache", at: model.setting("\(module.rawValue)_cache", in: scope))
  }

  /// Tries peers in turn until one answers or nobody may be tried any more.
  private mutating func walk(
    _ peers: [NginxUpstream.Peer], _ policy: NextUpstreamPolicy, _ module: NginxHandler.Module, _ directive: Directive
  ) throws(Unknown) -> Attempt {
    var tries = peers.count { !$0.isDown }
    if let most = policy.mostTries, tries > most { tries = most }
    var tried: Set<Int> = []
    while let index = try nextPeer(peers, tried) {
      tried.insert(index)
      let peer = peers[index]
      let failure = world.failures.ofPeer(peer.address)
      tell("\(peer.address) \(failure.story)", at: directive, .upstream(location: scope, peers: peers.map(\.address)))
      tries = peers.count == 1 ? 0 : max(0, tries - 1)
      let attempt: Attempt
      let isSent: Bool
      upstreamAnswered = false
      switch failure {
      case .none:
        upstreamAnswered = true
        log(peer, "200")
        return .answered(200, nil)
      case .status(let code):
        upstreamAnswered = true
        log(peer, String(code))
        let name = module == .memcached ? nil : "http_\(code)"
        guard tries > 0, policy.allows("http_\(code)", isSent: true) else { return .answered(code, name) }
        if code != 403, code != 404 { noteFailure(of: index, in: peers) }
        tell("the next peer is tried", at: policy.directive)
        continue
      case .garbage where module == .proxy:
        // The log has 009 for such an answer, the upstream's own status is taken for 200.
        log(peer, "200")
        return .raw
      case .noLiveUpstream:
        log(peer, "502")
        return .failed(502, "error")
      case .refused: (attempt, isSent) = (.failed(502, "error"), false)
      case .closed: (attempt, isSent) = (.failed(502, "error"), true)
      case .timeout: (attempt, isSent) = (.failed(504, "timeout"), true)
      case .garbage, .tooBigHeader: (attempt, isSent) = (.failed(502, "invalid_header"), true)
      }
      guard case .failed(let code, let name) = attempt else { return attempt }
      log(peer, String(code))
      noteFailure(of: index, in: peers)
      guard tries > 0, policy.allows(name, isSent: isSent) else { return attempt }
      tell("the next peer is tried", at: policy.directive)
    }
    tell("no live upstream is left", at: directive)
    upstreamAnswered = false
    upstreamLog.append((passName(directive), "502"))
    return .failed(502, "error")
  }

  private mutating func log(_ peer: NginxUpstream.Peer, _ status: String) {
    upstreamLog.append((peer.address, status))
  }

  private func passName(_ directive: Directive) -> String {
    let words = (directive.argument(1)?.string ?? "").split(separator: "/").filter { !$0.hasSuffix(":") }
    return words.first.map(String.init) ?? ""
  }

  /// A peer that failed too often is left alone for the rest of the request; the only one of a group never is.
  private func noteFailure(of index: Int, in peers: [NginxUpstream.Peer]) {
    guard peers.count > 1 else { return }
    variables.failures[Self.key(index, peers), default: 0] += 1
  }

  private static func key(_ index: Int, _ peers: [NginxUpstream.Peer]) -> String {
    "\(index) of \(peers.map(\.address).joined(separator: " "))"
  }

  /// Who is asked next: backups last, and among equals whoever's turn it is (`ngx_http_upstream_get_peer`).
  private mutating func nextPeer(_ peers: [NginxUpstream.Peer], _ tried: Set<Int>) throws(Unknown) -> Int? {
    for isBackup in [false, true] {
      let live = peers.indices.filter { index in
        let peer = peers[index]
        let failures = variables.failures[Self.key(index, peers), default: 0]
        let isTired = peer.mostFailures > 0 && failures >= peer.mostFailures
        return peer.isBackup == isBackup && !peer.isDown && !tried.contains(index) && !(isTired && peers.count > 1)
      }
      guard let first = live.first else { continue }
      guard live.count > 1, Set(live.map { world.failures.ofPeer(peers[$0].address) }).count > 1 else { return first }
      // Once it is known who was first, equals follow in turn.
      if let last = tried.filter({ peers[$0].isBackup == isBackup }).max(), isInTurn(peers, isBackup) {
        return live.first { $0 > last } ?? first
      }
      let what = isBackup ? "backup peers" : "peers"
      return live[choices.choose(among: live.count, because: "whose turn it is among the \(what) of the upstream")]
    }
    return nil
  }

  private func isInTurn(_ peers: [NginxUpstream.Peer], _ isBackup: Bool) -> Bool {
    Set(peers.filter { $0.isBackup == isBackup }.map(\.weight)).count == 1
  }

  /// The peers a pass directive leads to; nil when the address cannot be used and nginx answers 500.
  private mutating func peers(of directive: Directive, _ module: NginxHandler.Module) throws(Unknown) -> [NginxUpstream
    .Peer]?
  {
    guard let word = directive.argument(1) else { return nil }
    let text = NginxText(word)
    var address: String
    do throws(Unknown) { address = try evaluate(text).string } catch {
      // Whatever it is, it fails like everything else.
      guard world.failures.byAddress.isEmpty else { throw error }
      return [.init(address: word.string)]
    }
    var port = 80
    if module == .proxy || module == .grpc || module == .uwsgi {
      let schemes: [(String, Int)] = [
        ("http://", 80), ("https://", 443), ("grpc://", 80), ("grpcs://", 443), ("uwsgi://", 80), ("suwsgi://", 80),
      ]
      if let scheme = schemes.first(where: { address.lowercased().hasPrefix($0.0) }) {
        address = String(address.dropFirst(scheme.0.count))
        port = scheme.1
      } else if module == .proxy {
        tell("\(address) is not an address nginx can use", at: directive)
        return nil
      }
    }
    if address.hasPrefix("unix:") {
      if module == .proxy, let end = address.dropFirst(5).firstIndex(of: ":") { address = String(address[..<end]) }
    } else {
      address = String(address.prefix { $0 != "/" && $0 != "?" })
      if address.isEmpty { return nil }
      if let group = world.model.upstreams[address.lowercased()] { return group.peers }
      if text.hasVariables, !Self.isNumeric(address), model.setting("resolver", in: scope) == nil {
        tell("there is no resolver to look up \(address) with", at: directive)
        return [.init(address: Self.unresolved)]
      }
    }
    return [.init(address: UpstreamAddress.withPort(address, port))]
  }
}

/// What the variables of the upstream module tell.
extension NginxRun {
  /// `502, 200 : 504`: a comma between peers, a colon between one asking and the next.
  var upstreamStatuses: String { logText { $0.status } }
  var upstreamAddresses: String { logText { $0.address } }

  var hasCache: Bool {
    NginxHandler.Module.allCases.contains { module in
      model.value("\(module.rawValue)_cache", in: scope).map { $0 != "off" } ?? false
    }
  }

  private func logText(_ part: (_ entry: (address: String, status: String)) -> String) -> String {
    upstreamLog.split { $0.address.isEmpty }.map { $0.map(part).joined(separator: ", ") }.joined(separator: " : ")
  }
}

extension NginxRun {
  /// Stands for an address nginx cannot find out.
  static let unresolved = ""

  private static func isNumeric(_ address: String) -> Bool {
    address.hasPrefix("[") || !address.isEmpty && address.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x3A || $0 == 0x2E }
  }
}
