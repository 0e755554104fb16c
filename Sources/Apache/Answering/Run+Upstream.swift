import Diagnostics
import ProxyConfig
import Trace

/// An upstream is asked, and what it says goes out or is taken for an error.
extension Run {
  /// nil when the answer is sent, else the status of the error (`proxy_handler`).
  func askUpstream(_ exchange: Exchange, _ url: ByteText) throws -> Int? {
    let place = exchange.pass?.place
    guard let upstream = Upstream(url) else {
      tell("\(url.shown) is no address that could be asked", at: place)
      return 500
    }
    let peers: [(peer: String, upstream: Upstream)]
    if upstream.scheme == "balancer" {
      guard let members = try members(upstream, place) else { return 500 }
      peers = members
      if peers.isEmpty {
        tell("The balancer has nobody left to ask", at: place)
        return 503
      }
    } else {
      peers = [(upstream.peer, upstream)]
    }
    tell(
      "The upstream \(peers.map(\.peer).joined(separator: ", ")) is asked", at: place,
      .asked(peers.map(\.peer)), scope: exchange.pass?.number)
    for peer in peers {
      if let broken = try obstacle(peer.upstream, exchange, place) { return broken }
    }
    for peer in peers { noteAsked(exchange, url, peer.upstream, peer.peer) }
    let failure = try decisive(peers, place)
    if failure.failure == .timeout { waitForSilence(exchange, isBalanced: upstream.scheme == "balancer") }
    return try answered(failure.failure, by: failure.upstream, failure.peer, exchange, place)
  }

  /// Adds the time limit on a silent upstream: that of the worker, `ProxyTimeout` or `Timeout`; members of a balancer may
  /// have limits of their own.
  private func waitForSilence(_ exchange: Exchange, isBalanced: Bool) {
    let own = exchange.pass?.parameters["timeout"]
    let limit = own.map { Int($0) } ?? (server.proxyTimeout ?? server.timeout ?? 60)
    guard case .seconds(let sum) = wait, let limit, !isBalanced else {
      wait = .unknown
      return
    }
    wait = .seconds(sum + Double(limit))
  }

  /// What keeps httpd from asking at all.
  private func obstacle(_ upstream: Upstream, _ exchange: Exchange, _ place: Place?) throws -> Int? {
    if ["ws", "wss"].contains(upstream.scheme), model.config.has("proxy_wstunnel_module"),
      server.tunnelsWebsockets || !model.config.has("proxy_http_module")
    {
      throw Undecided("what mod_proxy_wstunnel's own tunnel does", at: place)
    }
    guard let module = upstream.module, model.config.has(module) else {
      tell(
        "No loaded module speaks \(upstream.scheme)"
          + (upstream.module.map { "; \($0) would" } ?? ""), at: place)
      return 500
    }
    if ["https", "wss"].contains(upstream.scheme), !(exchange.settings.sslProxyEngine ?? server.sslProxyEngine) {
      tell("SSLProxyEngine is off, so the upstream cannot be asked over TLS", at: place)
      return 500
    }
    return nil
  }

  /// The members of a balancer that may be asked; nil for one that is not defined.
  private func members(_ upstream: Upstream, _ place: Place?) throws -> [(peer: String, upstream: Upstream)]? {
    guard let balancer = server.balancers["balancer://" + upstream.host.lowercased()] else {
      tell("No balancer is called \(upstream.host)", at: place)
      return nil
    }
    guard model.config.has("proxy_balancer_module") else { return nil }
    func peers(_ members: [Balancer.Member]) -> [(String, Upstream)] {
      members.compactMap { member in Upstream(ByteText(member.url)).map { ($0.peer, $0) } }
    }
    let usable = balancer.members.filter { !$0.isDisabled }
    let regular = peers(usable.filter { !$0.isStandby })
    let standby = peers(usable.filter(\.isStandby))
    // A spare is asked only when no other is left.
    let areDown = regular.allSatisfy { [.refused, .noLiveUpstream].contains(failure(of: $0.0)) }
    return areDown ? regular + standby : regular
  }

  /// What an upstream does; where all requests are followed at once, the group it is in does the same.
  private func failure(of peer: String) -> Failure {
    decider.failure(
      of: survey.groups.all(with: peer),
      among: [.refused, .timeout, .closed, .garbage, .tooBigHeader, .noLiveUpstream], statuses: survey.statuses)
      ?? circumstances.failures.ofPeer(peer)
  }

  /// The member whose answer counts: one that refuses is passed over, the others' answers are final.
  private func decisive(
    _ peers: [(peer: String, upstream: Upstream)], _ place: Place?
  ) throws -> (failure: Failure, peer: String, upstream: Upstream) {
    let all = peers.map { (failure: failure(of: $0.peer), peer: $0.peer, upstream: $0.upstream) }
    let live = all.filter { ![.refused, .noLiveUpstream].contains($0.failure) }
    guard let first = live.first else { return all[0] }
    if live.contains(where: { $0.failure != first.failure }) {
      throw Undecided("which of the balancer's members is asked", at: place)
    }
    return first
  }

  private func answered(
    _ failure: Failure, by upstream: Upstream, _ peer: String, _ exchange: Exchange, _ place: Place?
  ) throws -> Int? {
    let original = exchange.status
    if failure == .tooBigHeader, upstream.scheme == "fcgi" {
      // mod_proxy_fcgi ends the answer by itself, so that no page is looked for; what it has read of the header holds,
      // Content-Type for example (httpd 2.4).
      tell("\(peer) \(failure.story): httpd answers 500 with nothing in it", at: place)
      send(500, .none, exchange)
      return nil
    }
    if let status = try failed(failure, upstream) {
      tell("\(peer) \(failure.story): httpd makes \(status) of it", at: place)
      return status
    }
    var status = 200
    if case .status(let code) = failure { status = code }
    if status < 200 { throw Undecided("an upstream that answers \(status)", at: place) }
    tell("\(peer) \(failure == .garbage ? "sends bytes that httpd takes for a page" : failure.story)", at: place)
    exchange.status = status
    exchange.upstreamStatus = status
    if overrides(status, exchange) {
      tell(
        "ProxyErrorOverride takes the \(status) from the upstream", at: exchange.settings.override?.place,
        .takenOver(status))
      exchange.status = 200
      return status
    }
    if status >= 400, !exchange.isHeaderOnly || original == 200 {
      let isListed = exchange.settings.errorDocuments[StatusCodes.index(status)] != nil
      tell(
        "The upstream's own \(status) goes out", at: exchange.settings.override?.place ?? place,
        .passedOn(status, isListed: isListed))
    }
    // An error page that an upstream makes keeps the status of the error, where it would be overridden.
    if !exchange.isHeaderOnly, status != 204, status != 304, overrides(original, exchange) {
      exchange.status = original
    }
    if failure == .garbage {
      if exchange.isHeaderOnly, request.header("range") != nil {
        throw Undecided("which part of bytes that are no HTTP is sent for HEAD", at: place)
      }
      send(exchange.status, .upstream, exchange)
    } else {
      try sendRanged(.upstream, length: nil, exchange)
    }
    return nil
  }

  /// What httpd makes of an upstream that does not answer; nil when it does.
  private func failed(_ failure: Failure, _ upstream: Upstream) throws -> Int? {
    let isHTTP = upstream.module == "proxy_http_module"
    let isFastCGI = upstream.scheme == "fcgi"
    switch failure {
    case .refused, .noLiveUpstream: return 503
    case .status, .none:
      guard isHTTP || isFastCGI || ["ajp", "scgi", "uwsgi"].contains(upstream.scheme) else { break }
      return nil
    case .timeout where isHTTP, .closed where isHTTP, .tooBigHeader where isHTTP: return 502
    case .garbage where isHTTP: return nil
    case .timeout where isFastCGI: return 504
    case .closed where isFastCGI, .garbage where isFastCGI: return 503
    default: break
    }
    throw Undecided("what httpd makes of an upstream over \(upstream.scheme) that \(failure.story)")
  }

  /// Whether an upstream's status is taken for an error of this server (`ap_proxy_should_override`).
  func overrides(_ status: Int, _ exchange: Exchange) -> Bool {
    guard exchange.settings.override?.isOn == true else { return false }
    let codes = exchange.settings.overrideCodes
    return codes.isEmpty ? 400..<600 ~= status : codes.contains(status)
  }
}
