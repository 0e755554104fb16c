import Diagnostics
import ProxyConfig
import Trace

/// One visitor's request from its first byte to the answer.
final class Run {
  let model: ApacheModel
  let server: Server
  let files: any FileView
  let survey: ApacheSurvey
  let decider: Decider
  let request: Request
  let visitor: Sent
  let circumstances: Circumstances
  let assumptions: Assumptions
  private(set) var steps: [Outcome.Step] = []
  var asked: [Outcome.Asked] = []
  /// What goes out.
  var sent: (status: Int, body: Outcome.Body, exchange: Exchange)?
  /// A range beyond the body was refused, and with it all others (`send_416` takes the filter away).
  var refusedRange = false
  /// How long silent upstreams keep the visitor waiting.
  var wait = Outcome.Wait.seconds(0)
  var htaccess: [String: HtaccessResult] = [:]
  /// Groups of the last pattern that an expression matched.
  var groups: [ByteText?] = []

  init(_ tracer: ApacheTracer, _ server: Server, _ question: Question, _ decider: Decider) {
    model = tracer.model
    files = tracer.files
    survey = tracer.survey
    self.decider = decider
    visitor = Sent(question.request, decider)
    (self.server, request, circumstances) = (server, question.request, question.circumstances)
    assumptions = question.assumptions
  }

  /// - Parameter scope: the number of a `ProxyPass` that asks; else the server's.
  func tell(_ text: String, at place: Place? = nil, _ event: Outcome.Step.Event? = nil, scope: Int? = nil) {
    steps.append(.init(text, at: place, event: event, scope: scope ?? server.number))
  }

  func outcome() -> Outcome {
    var outcome = answered()
    outcome.asked = asked
    return outcome
  }

  private func answered() -> Outcome {
    do {
      if model.servers.count > 1 {
        tell(
          server.place == nil
            ? "No virtual host is for this address; the main server answers"
            : "The virtual host \(server.name ?? "without a name") answers", at: server.place, .entered)
      }
      let exchange = Exchange(method: RequestMethod(visitor.method), target: visitor.target, settings: server.settings)
      try serve(exchange)
      return try finished()
    } catch let undecided as Undecided {
      tell("From here on it depends on \(undecided.reason)", at: undecided.place)
      return Outcome(status: 0, body: .none, steps: steps, certainty: .unknown(undecided.reason))
    } catch {
      return Outcome(status: 0, body: .none, steps: steps, certainty: .unknown("something unforeseen"))
    }
  }

  private func serve(_ exchange: Exchange) throws {
    if request.method == "TRACE" { throw Undecided("TRACE, which is answered with the request itself") }
    if request.method == "CONNECT" { throw Undecided("CONNECT, which asks for a tunnel") }
    // Where TLS is spoken, mod_ssl answers plain HTTP before anything is looked up (`ssl_hook_ReadReq`).
    if server.isSSL, request.scheme == .http {
      tell("Plain HTTP gets 400, since TLS is spoken here", at: server.place)
      return try die(400, exchange)
    }
    var status = try process(exchange)
    if status == nil, let raised = circumstances.failures.raised {
      tell("The request is ended with \(raised), as the failure says", .raised(raised))
      status = raised
    }
    if status == nil { status = try handle(exchange) }
    if let status { try die(status, exchange) }
  }

  func tell(_ text: String, _ event: Outcome.Step.Event) { tell(text, at: nil, event) }

  private func finished() throws -> Outcome {
    guard let (status, body, exchange) = sent else {
      throw Undecided("a path through httpd that is not known here")
    }
    let headers = try headers(exchange, isOwn: body != .upstream)
    var outcome = Outcome(status: status, body: body, headers: headers, location: exchange.location, steps: steps)
    if let opaque = exchange.settings.unknown.first {
      outcome.certainty = .unknown("what \(opaque.text.split(whereSeparator: \.isNewline).first ?? "") does")
    }
    return outcome
  }

  /// Sends an answer; ranges and conditions have been judged.
  func send(_ status: Int, _ body: Outcome.Body, _ exchange: Exchange) {
    let isBodiless = status == 204 || status == 304 || 100..<200 ~= status
    // A status that httpd has no words for becomes 500, unless this request's own upstream has sent words with it.
    let isWordless =
      exchange.previous != nil && !StatusCodes.known.contains(status) && exchange.upstreamStatus != status
    sent = (isWordless ? 500 : status, isBodiless ? .none : body, exchange)
  }
}

/// From the path to the content: the hooks in their order (`ap_process_request_internal`).
extension Run {
  /// nil when the handler's turn has come, else the status to end with.
  func process(_ exchange: Exchange) throws -> Int? {
    // Looks ahead have the variables of the request they are made for.
    if exchange.main == nil { try setServerEnvironment(exchange) }
    if let status = try normalize(exchange) { return status }
    exchange.settings = server.settings
    if let status = decode(exchange, server.settings.encodedSlashes ?? .refused) { return status }
    try locationWalk(exchange)
    if let status = try translate(exchange) { return status }
    exchange.settings = server.settings
    exchange.sections = []
    exchange.hasFreshSettings = false
    if let status = try mapToStorage(exchange) { return status }
    try locationWalk(exchange)
    if let opaque = exchange.settings.unknown.first {
      throw Undecided("what \(opaque.text.split(whereSeparator: \.isNewline).first ?? "") does", at: opaque)
    }
    if exchange.main == nil { try setSectionEnvironment(exchange) }
    if let status = try checkAccess(exchange) { return status }
    findHandler(exchange)
    return try fixups(exchange)
  }

  /// The first server-level hook that takes the path decides: mod_rewrite, mod_proxy, mod_alias, the folder of the server.
  private func translate(_ exchange: Exchange) throws -> Int? {
    for hook in [rewriteServer, proxyTranslate, aliasTranslate, coreTranslate] {
      switch try hook(exchange) {
      case .ok: return nil
      case .status(let status): return status
      case .declined: continue
      }
    }
    return 500
  }

  private func mapToStorage(_ exchange: Exchange) throws -> Int? {
    if exchange.isProxied {
      proxyWalk(exchange)
      return nil
    }
    if let status = try directoryWalk(exchange) { return status }
    filesWalk(exchange)
    return nil
  }

  private func fixups(_ exchange: Exchange) throws -> Int? {
    for hook in [rewriteSection, redirectFixup, environmentFixup, directoryFixup] {
      if case .status(let status) = try hook(exchange) { return status }
    }
    return nil
  }
}
