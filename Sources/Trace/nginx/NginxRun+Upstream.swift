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
    let policy = NextUpstreamPolicy(module, method: method, model: model, scope: scope)
    if peers.first?.address == Self.unresolved { return .error(502) }
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
    let order = try order(peers, directive)
    var tries = peers.count { !$0.isDown }
    if let most = policy.mostTries, tries > most { tries = most }
    for peer in order {
      let failure = world.failures.ofPeer(peer.address)
      tell("\(peer.address) \(failure.story)", at: directive, .upstream(location: scope, peers: peers.map(\.address)))
      tries = peers.count == 1 ? 0 : max(0, tries - 1)
      let attempt: Attempt
      let isSent: Bool
      switch failure {
      case .none: return .answered(200, nil)
      case .status(let code):
        let name =
          module == .proxy || module == .grpc || module == .fastcgi || module == .uwsgi || module == .scgi
          ? "http_\(code)" : nil
        guard tries > 0, policy.allows("http_\(code)", isSent: true) else { return .answered(code, name) }
        tell("the next peer is tried", at: policy.directive)
        continue
      case .garbage where module == .proxy: return .raw
      case .noLiveUpstream:
        return .failed(502, "error")
      case .refused: (attempt, isSent) = (.failed(502, "error"), false)
      case .closed: (attempt, isSent) = (.failed(502, "error"), true)
      case .timeout: (attempt, isSent) = (.failed(504, "timeout"), true)
      case .garbage, .tooBigHeader: (attempt, isSent) = (.failed(502, "invalid_header"), true)
      }
      guard case .failed(_, let name) = attempt else { return attempt }
      guard tries > 0, policy.allows(name, isSent: isSent) else { return attempt }
      tell("the next peer is tried", at: policy.directive)
    }
    tell("no live upstream is left", at: directive)
    return .failed(502, "error")
  }

  /// The order peers are tried in: backups last, and among equals whose turn it is.
  private mutating func order(_ peers: [NginxUpstream.Peer], _ directive: Directive) throws(Unknown) -> [NginxUpstream
    .Peer]
  {
    func turns(_ group: [NginxUpstream.Peer], _ what: String) -> [NginxUpstream.Peer] {
      let live = group.filter { !$0.isDown }
      guard live.count > 1, Set(live.map { world.failures.ofPeer($0.address) }).count > 1 else { return live }
      let start = choices.choose(among: live.count, because: "whose turn it is among the \(what) of the upstream")
      return Array(live[start...] + live[..<start])
    }
    return turns(peers.filter { !$0.isBackup }, "peers") + turns(peers.filter(\.isBackup), "backup peers")
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

extension NginxRun {
  /// Stands for an address nginx cannot find out.
  static let unresolved = ""

  private static func isNumeric(_ address: String) -> Bool {
    address.hasPrefix("[") || !address.isEmpty && address.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x3A || $0 == 0x2E }
  }
}
