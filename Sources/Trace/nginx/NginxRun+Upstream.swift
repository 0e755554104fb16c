import Diagnostics
import ProxyConfig

/// Passing a request on, and what happens when nobody is there (`ngx_http_upstream.c`).
extension NginxRun {
  mutating func askUpstream(_ module: NginxHandler.Module) throws(Undecided) -> Next {
    variables.hasAskedUpstream = true
    guard let (directive, known) = pass(module) else { return .error(500) }
    if module == .proxy { resource.proxied = directive }
    if module == .memcached, method != "GET", method != "HEAD" { return .error(405) }
    if module == .memcached { discardBody() } else if !isSubrequest { body.isRead = true }
    let group: NginxPeerGroup
    if let known {
      group = known
    } else if let peers = try peers(of: directive, module) {
      var found = NginxPeerGroup(peers)
      if decider.watch != nil { found.name = directive.argument(1)?.string }
      group = found
    } else {
      return .error(500)
    }
    let peers = group.peers
    let policy = NextUpstreamPolicy(
      module, method: method, hasBody: !isSubrequest && isBodyLonger(than: 0), model: model, scope: scope)
    if peers.first?.address == Self.unresolved { return .error(502) }
    if !upstream.log.isEmpty { upstream.log.append(("", "")) }
    let request = asked(module, directive)
    if try runMirrors(), peers.first?.address.hasPrefix("unix:") == false {
      connection.isClosed = true
      return .done(Outcome(status: 0, body: .none, steps: steps))
    }
    let attempt = try walk(group, policy, module, directive, request)
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
    throws(Undecided) -> Next
  {
    if let stale = try staleCopy(attempt, module) { return stale }
    switch attempt {
    case .failed(let code, _): return .error(code)
    case .raw where method == "HEAD":
      tell("nginx takes it for HTTP/0.9, which has no answer without a body: nothing is sent", at: directive)
      return .done(Outcome(status: 0, body: .none, steps: steps))
    case .raw:
      tell("nginx takes it for HTTP/0.9 and passes it on without a status line", at: directive)
      return .done(Outcome(status: 0, body: .upstream, steps: steps))
    case .answered(let status, _):
      guard status >= 300 else { return .send(status, .upstream) }
      let intercepts = module.setting(.interceptErrors)
      let isListed = model.errorPages(in: scope).contains { $0.code == status }
      if module == .memcached, status == 404 { return .error(404) }
      if model.flag(intercepts, in: scope), isListed {
        tell(
          "\(intercepts.name) is on and \(status) is listed: nginx takes the answer over",
          at: model.setting(intercepts, in: scope))
        return .error(status)
      }
      if isListed {
        tell(
          "\(intercepts.name) is off: error_page is not asked, the upstream's own answer goes out",
          at: model.setting(intercepts, in: scope) ?? directive, .passedOn(status, isListed: true))
      }
      return .send(status, .upstream)
    }
  }

  /// A stale copy may go out in a failure's place, where there is one.
  private mutating func staleCopy(_ attempt: Attempt, _ module: NginxHandler.Module) throws(Undecided) -> Next? {
    guard let cache = model.value(module.setting(.cache), in: scope), cache != "off",
      method == "GET" || method == "HEAD"
    else { return nil }
    let failure: String?
    switch attempt {
    case .failed(_, let name): failure = name
    case .answered(_, let name): failure = name
    case .raw: failure = nil
    }
    let directive = model.setting(module.setting(.cacheUseStale), in: scope)
    let listed = directive.map { $0.arguments.map(\.value) } ?? []
    if let failure, listed.contains(failure), world.circumstances.cache != .empty {
      guard world.circumstances.cache == .stale else {
        tell("with \(failure), an old copy from the cache would be served if there is one", at: directive)
        throw Undecided(reason: "whether the cache holds an old copy of this page")
      }
      tell("with \(failure), the old copy from the cache is served", at: directive)
      return .send(200, .upstream)
    }
    tell("nothing is taken to be in the cache", at: model.setting(module.setting(.cache), in: scope))
    return nil
  }

  /// Tries peers in turn until one answers or nobody may be tried any more.
  private mutating func walk(
    _ group: NginxPeerGroup, _ policy: NextUpstreamPolicy, _ module: NginxHandler.Module, _ directive: Directive,
    _ request: Outcome.Asked?
  ) throws(Undecided) -> Attempt {
    let peers = group.peers
    let start = variables.waited
    var tries = peers.count { !$0.isDown }
    if let most = policy.mostTries, tries > most { tries = most }
    let watchedFailure = watchedFailure(of: group, module)
    if watchedFailure == .noLiveUpstream {
      upstream.log.append((passName(directive), "502"))
      tell("no live upstream is left", at: directive, .asked(group.addresses))
      return .failed(502, "error")
    }
    var tried: [Int] = []
    while let index = try nextPeer(group, tried) {
      tried.append(index)
      let peer = peers[index]
      if var request {
        request.address = peer.address
        story.add(request)
      }
      let failure = watchedFailure ?? failures.ofPeer(peer.address)
      tell("\(peer.address) \(failure.story)", at: directive, .asked(group.addresses))
      tries = peers.count == 1 ? 0 : max(0, tries - 1)
      let attempt: Attempt
      let isSent: Bool
      upstream.hasAnswered = false
      switch failure {
      case .none:
        upstream.hasAnswered = true
        log(peer, "200")
        return .answered(200, nil)
      case .status(let code):
        upstream.hasAnswered = true
        log(peer, String(code))
        let name = module == .memcached ? nil : "http_\(code)"
        guard tries > 0, policy.allows("http_\(code)", isSent: true) else { return .answered(code, name) }
        if code != 403, code != 404 { noteFailure(of: index, in: group) }
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
      case .timeout:
        variables.waited += seconds(of: module, "read_timeout") ?? 60
        (attempt, isSent) = (.failed(504, "timeout"), true)
      case .garbage, .tooBigHeader: (attempt, isSent) = (.failed(502, "invalid_header"), true)
      }
      guard case .failed(let code, let name) = attempt else { return attempt }
      log(peer, String(code))
      noteFailure(of: index, in: group)
      guard tries > 0, policy.allows(name, isSent: isSent) else { return attempt }
      if variables.waited > start, let limit = seconds(of: module, "next_upstream_timeout"), limit > 0,
        variables.waited - start >= limit
      {
        tell("the time for trying other peers is over", at: directive)
        return attempt
      }
      tell("the next peer is tried", at: policy.directive)
    }
    tell(
      "no live upstream is left", at: directive,
      tried.isEmpty ? .asked(group.addresses) : nil)
    upstream.hasAnswered = false
    upstream.log.append((passName(directive), "502"))
    return .failed(502, "error")
  }

  /// A time limit of a module in effect here, in seconds; nil where none is written.
  private func seconds(of module: NginxHandler.Module, _ limit: String) -> Double? {
    let name = "\(module.rawValue)_\(limit)"
    for scope in model.chain(from: scope) {
      guard let word = scope.settings[name]?.last?.argument(1) else { continue }
      return NginxTime.parse(word, inSeconds: false).map { Double($0) / 1000 }
    }
    return nil
  }

  private mutating func log(_ peer: NginxUpstream.Peer, _ status: String) {
    upstream.log.append((peer.address, status))
  }

  func passName(_ directive: Directive) -> String {
    let words = (directive.argument(1)?.string ?? "").split(separator: "/").filter { !$0.hasSuffix(":") }
    return words.first.map(String.init) ?? ""
  }

  /// A peer that failed too often is left alone for the rest of the request; the only one of a group never is.
  private func noteFailure(of index: Int, in group: NginxPeerGroup) {
    guard group.peers.count > 1 else { return }
    variables.failures[.init(peer: index, group: group.addresses), default: 0] += 1
  }

  /// Who is asked next: backups last, and among equals whoever's turn it is (`ngx_http_upstream_get_peer`).
  private mutating func nextPeer(_ group: NginxPeerGroup, _ tried: [Int]) throws(Undecided) -> Int? {
    let peers = group.peers
    let hasFailed = peers.count > 1 && !variables.failures.isEmpty
    for isBackup in [false, true] {
      let live = peers.indices.filter { index in
        let peer = peers[index]
        guard peer.isBackup == isBackup, !peer.isDown, !tried.contains(index) else { return false }
        let past = hasFailed ? variables.failures[.init(peer: index, group: group.addresses), default: 0] : 0
        return peer.mostFailures == 0 || past < peer.mostFailures
      }
      guard let first = live.first else { continue }
      if decider.watch != nil { return first }
      guard live.count > 1, Set(live.map { failures.ofPeer(peers[$0].address) }).count > 1 else { return first }
      // Once it is known who was first, equals follow in turn.
      if let last = tried.filter({ peers[$0].isBackup == isBackup }).max(), isInTurn(peers, isBackup) {
        return live.first { $0 > last } ?? first
      }
      let what = isBackup ? "backup peers" : "peers"
      return live[decider.choose(live.count, because: "whose turn it is among the \(what) of the upstream")]
    }
    return nil
  }

  private func isInTurn(_ peers: [NginxUpstream.Peer], _ isBackup: Bool) -> Bool {
    Set(peers.filter { $0.isBackup == isBackup }.map(\.weight)).count == 1
  }
}

/// What the variables of the upstream module tell.
extension NginxRun {
  /// `502, 200 : 504`: a comma between peers, a colon between one asking and the next.
  var upstreamStatuses: String { logText { $0.status } }
  var upstreamAddresses: String { logText { $0.address } }

  var hasCache: Bool {
    NginxHandler.Module.allCases.contains { module in
      model.value(module.setting(.cache), in: scope).map { $0 != "off" } ?? false
    }
  }

  private func logText(_ part: (_ entry: (address: String, status: String)) -> String) -> String {
    upstream.log.split { $0.address.isEmpty }.map { $0.map(part).joined(separator: ", ") }.joined(separator: " : ")
  }
}
