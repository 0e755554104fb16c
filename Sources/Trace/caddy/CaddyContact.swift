import Diagnostics
import ProxyConfig

/// One request's attempts to reach an upstream: the choice among several, retries, and peers marked as down on the way.
final class CaddyContact {
  enum Result {
    case answer(Int)
    case failed(Int, CaddyValue)
    /// Nothing comes, and nothing limits the wait.
    case silence
  }

  private let run: CaddyRun
  private let proxy: CaddyReverseProxy
  private let method: RequestMethod
  private let sendsBody: Bool
  private let place: Place?
  /// Virtual seconds since the first attempt.
  private var clock = 0.0
  /// When each upstream failed.
  private var fails: [Int: [Double]] = [:]

  init(_ run: CaddyRun, _ proxy: CaddyReverseProxy, method: RequestMethod, sendsBody: Bool, _ place: Place?) {
    self.run = run
    self.proxy = proxy
    self.method = method
    self.sendsBody = sendsBody
    self.place = place
  }

  func result() throws(CaddyInterruption) -> Result {
    defer { run.waited += clock }
    let dials = try upstreams()
    var last: (status: Int, message: CaddyValue, mayRetryAlways: Bool)?
    var retries = 0
    while true {
      guard let index = try select(dials) else {
        if last == nil { last = (503, .text("no upstreams available"), run.release.isModern) }
        run.tell(dials.isEmpty ? "there is no upstream" : "no upstream is left to try", place)
        if try tryAgain(retries, last) { retries += 1; continue }
        return finish(last)
      }
      let (name, failure) = dials[index]
      let isBodyLost = isBodyLost(failure)
      run.tell(
        isBodyLost
          ? "\(name) cannot be sent the request's body: it was closed when it was passed on before"
          : "\(name) \(failure.story)", place, .asked([name]))
      if run.tellsAsked { run.noteAsked(proxy, name, method: method.name) }
      spendBody(failure)
      switch failure {
      case _ where isBodyLost: last = (502, .opaque("the text of a transport error"), false)
      case .none: return .answer(200)
      case .status(let status):
        if try isRetryable(status) { throw .unknown("which answers lb_retry_match wants again") }
        return .answer(status)
      case .timeout:
        guard let limit = proxy.responseHeaderTimeout else {
          guard let limit = proxy.readTimeout else { return .silence }
          clock += limit
          last = (504, .opaque("the text of a timeout"), false)
          break
        }
        clock += limit
        last = (504, .text("net/http: timeout awaiting response headers"), false)
      case .refused: last = (502, Self.refusal(by: name), true)
      case .noLiveUpstream:
        if last == nil { last = (503, .text("no upstreams available"), run.release.isModern) }
      case .closed: last = (502, .text("EOF"), false)
      case .tooBigHeader where proxy.transport == "fastcgi":
        run.tell("headers from FastCGI may be of any size", place)
        return .answer(200)
      case .garbage, .tooBigHeader: last = (502, .opaque("the text of a transport error"), false)
      }
      if failure != .noLiveUpstream { countFailure(index) }
      guard try tryAgain(retries, last) else { return finish(last) }
      retries += 1
    }
  }

  // MARK: - The request's body

  /// Whether the attempt fails because there is no body left to send ("http: invalid Read on closed Body").
  private func isBodyLost(_ failure: Failure) -> Bool {
    sendsBody && run.body == .spent && failure != .refused && failure != .noLiveUpstream
  }

  /// An attempt closes the body. A refused connection leaves it whole since 2.11, where nothing has read it before.
  private func spendBody(_ failure: Failure) {
    guard sendsBody, failure != .noLiveUpstream else { return }
    let isWhole = failure == .refused && (run.release.isModern || proxy.transport != "http") && !proxy.buffersRequests
    if !isWhole { run.body = proxy.transport == "http" ? .spent : .doubtful }
  }

  /// Go's words for a refused connection; a name would be resolved first, to an address nobody knows here.
  private static func refusal(by dial: String) -> CaddyValue {
    guard let host = CaddyNetwork.splitHostPort(ByteText(dial))?.host, CaddyAddressRange.bytes(host) != nil else {
      return .opaque("the text of a connection error")
    }
    return .text(ByteText("dial tcp \(dial): connect: connection refused"))
  }

  private func finish(_ last: (status: Int, message: CaddyValue, mayRetryAlways: Bool)?) -> Result {
    .failed(last?.status ?? 502, last?.message ?? .null)
  }

  // MARK: - Upstreams

  private func upstreams() throws(CaddyInterruption) -> [(name: String, failure: Failure)] {
    if proxy.hasDynamicUpstreams {
      let name = "the upstream found at run time"
      let failures = run.world.circumstances.failures
      guard failures.byAddress.allSatisfy({ $0.key == name }) else {
        throw .unknown("which upstreams are found at run time")
      }
      return [(name, watchedFailure(of: [name]) ?? failures.of(name))]
    }
    var all: [(name: String, failure: Failure)] = []
    if run.sent.isWatched {
      let names = proxy.upstreams.map { upstream in
        // An address that is made of the request leads to a server of its own.
        (upstream.dial.contains("{") ? upstream.written : upstream.dial).string
      }
      let own = watchedFailure(of: names)
      return names.map { ($0, own ?? run.world.circumstances.failures.of($0)) }
    }
    for upstream in proxy.upstreams {
      let dial = try run.all(upstream.dial)
      let failures = run.world.circumstances.failures
      let failure =
        failures.byAddress[upstream.written.string] ?? failures.byAddress[dial.string] ?? failures.everywhere
      all.append((dial.string, failure))
    }
    return all
  }

  private func watchedFailure(of names: [String]) -> Failure? {
    run.decider.failure(
      of: names, among: [.refused, .timeout, .closed, .garbage, .tooBigHeader, .noLiveUpstream],
      statuses: run.world.memory.survey.statuses(of: proxy))
  }

  private func isAvailable(_ index: Int) -> Bool {
    guard proxy.failDuration > 0 else { return true }
    let limit = proxy.maxFails == 0 ? 1 : proxy.maxFails
    return (fails[index] ?? []).count { clock - $0 < proxy.failDuration } < limit
  }

  private func countFailure(_ index: Int) {
    if proxy.failDuration > 0 { fails[index, default: []].append(clock) }
  }

  private func select(_ dials: [(name: String, failure: Failure)]) throws(CaddyInterruption) -> Int? {
    run.work += 1 + dials.count / 16
    let available = dials.indices.filter { isAvailable($0) }
    guard let first = available.first else { return nil }
    if proxy.policy == "first" || available.count == 1 { return first }
    // Peers that behave alike, and have failed as often, are one choice.
    let isSame = available.allSatisfy { index in
      dials[index].failure == dials[first].failure && fails[index]?.count == fails[first]?.count
    }
    if isSame { return first }
    return available[run.choose(available.count, "which of the upstreams the policy \(proxy.policy) picks")]
  }

  // MARK: - Retries

  private func tryAgain(
    _ retries: Int, _ last: (status: Int, message: CaddyValue, mayRetryAlways: Bool)?
  ) throws(CaddyInterruption) -> Bool {
    if proxy.tryDuration == 0, proxy.retries == 0 { return false }
    if proxy.tryDuration > 0, clock >= proxy.tryDuration { return false }
    if proxy.retries > 0, retries >= proxy.retries { return false }
    if retries > 2000 { throw .unknown("how many retries there are") }
    if let last, !last.mayRetryAlways {
      if proxy.retryMatch == nil, method != "GET" { return false }
      if let sets = proxy.retryMatch, try !run.matches(sets) { return false }
    }
    clock += proxy.tryInterval ?? (proxy.tryDuration > 0 ? 0.25 : 0)
    return true
  }

  /// Since 2.11 an expression in `lb_retry_match` may want certain answers again.
  private func isRetryable(_ status: Int) throws(CaddyInterruption) -> Bool {
    guard run.release.isModern, let sets = proxy.retryMatch else { return false }
    return sets.contains { set in set.matchers.contains { if case .expression = $0 { true } else { false } } }
  }
}
