import Diagnostics
import ProxyConfig

/// One request on its way through Caddy, with everything handlers may change.
final class CaddyRun {
  let world: CaddyWorld
  let decider: Decider
  let client = CaddyClient()
  var steps: [Outcome.Step] = []
  /// What upstreams were sent.
  var asked: [Outcome.Asked] = []
  /// Something unknowable that is part of the answer's text; the first reason wins.
  var doubt: String?

  /// What came from the visitor.
  let sent: Sent

  // The request as the handlers see it.
  var method: RequestMethod
  var url: CaddyURL
  let original: CaddyURL
  var host: ByteText
  var requestHeaders: CaddyHeaders
  /// Headers the configuration itself has set or removed, so that their state is known.
  var touchedHeaders: Set<ByteText> = []
  var bodyLimit: Int?
  /// Whether the next upstream can still be sent the request's body.
  var body = Body.whole

  // What the handlers leave behind.
  var variables: [ByteText: CaddyValue] = [:]
  var placeholders: [ByteText: CaddyValue] = [:]
  var maps: [CaddyMap] = []
  var groups: Set<String> = []
  /// The error that is being handled.
  var fault: CaddyFault?
  /// The upstream's answer, inside `handle_response`.
  var upstreamAnswer: CaddyUpstreamAnswer?
  var server = CaddyServer(name: "", listens: [])
  var isTLS = false
  /// The answer carries an upstream's Content-Type, which nobody knows here.
  var hasForeignType = false
  /// The same with its Content-Length.
  var hasForeignLength = false
  /// An upstream is silent, and nothing limits the wait.
  var isWaiting = false
  /// Seconds that silent upstreams and pauses between attempts have taken.
  var waited = 0.0
  /// How deep runs of chains are nested.
  var nesting = 0
  /// How many routes were looked at, and other steps that take about as long.
  var work = 10
  /// The places of the handlers that ran; nil when nobody asks.
  var handlersRun: [Place]?
  /// What long lists of routes are looked up by, and what it was made of.
  private var lookup: (path: ByteText, host: ByteText, key: CaddyRouteDirectory.Key)?

  /// What is left of the request's body: an attempt to pass it on closes it.
  enum Body {
    case whole, spent
    /// FastCGI's own reader has had it.
    case doubtful
  }

  var release: CaddyRelease { world.release }
  /// Whether anybody wants to know what upstreams are sent.
  var tellsAsked: Bool { world.tellsAsked }

  init(_ world: CaddyWorld, _ decider: Decider) {
    self.world = world
    self.decider = decider
    sent = Sent(world.request, decider)
    method = RequestMethod(sent.method)
    url = CaddyURL(sent.target) ?? CaddyURL(path: "/")
    original = url
    host = sent.host
    requestHeaders = CaddyHeaders(of: sent)
    for header in world.request.headers where header.name.lowercased() != "host" && !header.value.isEmpty {
      requestHeaders.add(ByteText(header.name), ByteText(header.value))
    }
  }

  func tell(_ text: String, _ place: Place? = nil, _ event: Outcome.Step.Event? = nil) {
    steps.append(.init(text, at: place, event: event))
  }

  /// What long lists of routes are looked up by.
  var routeKey: CaddyRouteDirectory.Key {
    if let lookup, lookup.path == url.path, lookup.host == host { return lookup.key }
    let path = CaddyPath.cleanRequest(url.path.inSmallLetters)
    let name = CaddyNetwork.splitHostPort(host)?.host ?? host.without(prefix: "[").without(suffix: "]")
    let key = CaddyRouteDirectory.Key(host: name.lowercased, path: path)
    lookup = (url.path, host, key)
    return key
  }

  /// Takes one of several ways because nobody can know the right one.
  func choose(_ ways: Int = 2, _ reason: String) -> Int { decider.choose(ways, because: reason) }

  // MARK: - The whole request

  func answer() -> Outcome {
    var outcome = answerVisitor()
    (outcome.asked, outcome.wait) = (asked, isWaiting ? .endless : .seconds(waited))
    return outcome
  }

  private func answerVisitor() -> Outcome {
    do throws(CaddyInterruption) {
      try serve()
    } catch {
      switch error {
      case .abort(let reason):
        tell(reason, nil, isWaiting ? .waits : nil)
        return Outcome(status: 0, body: .none, steps: steps, certainty: certainty)
      case .unknown(let reason):
        return Outcome(status: 0, body: .none, steps: steps, certainty: .unknown(reason))
      case .error: break
      }
    }
    return outcome()
  }

  private var certainty: Outcome.Certainty { doubt.map { .unknown($0) } ?? .exact }

  private func serve() throws(CaddyInterruption) {
    if let problem = world.config.unknowns.first { doubt = problem.message }
    guard CaddyURL(sent.target) != nil else {
      tell("the request's path has a broken escape, so Go answers 400 by itself")
      return try plain(400, "400 Bad Request")
    }
    try pickServer()
    client.headers.set("Server", "Caddy")
    if world.request.method.utf8.count > 32 { return try client.send(405) }
    if release.isModern { requestHeaders.removeAll { $0.contains("_") } }
    variables["uuid"] = .opaque("a request's id is made at run time")
    let sink = CaddyResponseWriter(client)
    do throws(CaddyInterruption) {
      try run(.routes(server.routes, 0, .end(isError: false)), sink)
    } catch {
      guard case .error(let fault) = error else { throw error }
      try handle(fault, sink)
    }
    if client.status == nil {
      tell("no handler answers, so Caddy sends an empty 200")
      try client.send(200)
    }
  }

  private func plain(_ status: Int, _ text: ByteText) throws(CaddyInterruption) {
    client.headers.set("Content-Type", "text/plain; charset=utf-8")
    try client.send(status)
    try client.send(.builtin(text))
  }

  /// Hands an error to the error routes (`Server.ServeHTTP`); the request is then the original one again.
  private func handle(_ fault: CaddyFault, _ sink: CaddyResponseWriter) throws(CaddyInterruption) {
    method = RequestMethod(sent.method)
    url = original
    note(fault)
    guard let routes = server.errorRoutes, !routes.isEmpty else {
      tell(
        "nothing handles errors here, so Caddy sends \(fault.status) without a body", nil,
        .noErrorPage(code: fault.status, .none))
      return try client.send(fault.status)
    }
    tell(
      "the error goes to the site's error routes "
        + (fault.hasStatus ? "with status \(fault.status)" : "without a status"), nil, .errorPage(code: fault.status))
    do throws(CaddyInterruption) {
      try run(.routes(routes, 0, .end(isError: true)), sink)
    } catch {
      guard case .error(let second) = error else { throw error }
      tell(
        "the error routes fail themselves (\(second.status)), so Caddy sends \(fault.status) without a body", nil,
        .noErrorPage(code: fault.status, .failed))
      try client.send(fault.hasStatus ? fault.status : 500)
    }
  }

  /// Makes an error known to placeholders (`HTTPErrorConfig.WithError`).
  func note(_ fault: CaddyFault) {
    self.fault = fault
    placeholders["http.error"] = .opaque("an error's full text")
    guard fault.hasStatus else { return }
    placeholders["http.error.status_code"] = .int(fault.status)
    placeholders["http.error.status_text"] = .text(ByteText(CaddyStatusText.of(fault.status)))
    placeholders["http.error.id"] = .opaque("an error's id is made at run time")
    placeholders["http.error.trace"] = .opaque("an error's trace names lines of Caddy's source")
    placeholders["http.error.message"] = fault.message
    if case .null = fault.message {
      placeholders["http.error.message"] = .text(ByteText(CaddyStatusText.of(fault.status)))
    }
  }

  private func outcome() -> Outcome {
    let status = client.status ?? 200
    let headers = client.sentHeaders.fields.flatMap { field in
      field.values.map { Outcome.Header(field.name.lowercased.string, $0.shown) }
    }
    let location = client.sentHeaders.values("Location")?.first?.shown
    if client.chunks.count > 1, doubt == nil { doubt = "several handlers write a body" }
    var body: Outcome.Body = .none
    if RequestMethod(sent.method) == "HEAD" {
      tell("HEAD gets no body")
    } else if let chunk = client.chunks.first {
      if hasForeignLength, case .inline = chunk, doubt == nil {
        doubt = "the answer keeps the upstream's Content-Length, which cuts a longer text short"
      }
      body =
        switch chunk {
        case .inline(let text): .inline(text.shown)
        case .builtin: 300...399 ~= status && location != nil ? .redirect : .builtin
        case .file(let path, _): .file(path)
        case .upstream: .upstream
        }
    } else if 300...399 ~= status, location != nil {
      body = .redirect
    }
    return Outcome(
      status: status, body: body, headers: headers, location: location, steps: steps, certainty: certainty)
  }
}
