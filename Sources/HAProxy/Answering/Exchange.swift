import Diagnostics
import ProxyConfig
import Trace

/// Text of which a part may not be knowable.
struct Value {
  var bytes: ByteText
  /// Why it is not known whole; what is not known is shown as an ellipsis.
  var open: String?

  init(_ bytes: ByteText, open: String? = nil) {
    (self.bytes, self.open) = (bytes, open)
  }
}

/// What goes back to the visitor.
struct Response {
  var status: Int
  var body: Outcome.Body
  var headers = HeaderLines()
  /// True when it came from a server, whose headers nobody knows here.
  var isUpstreams = false
}

/// Why a trace ends before there is an answer.
enum Interruption: Error {
  /// The connection is closed without a word.
  case closed
  case unknown(String)
}

/// One request on its way through a frontend and a backend.
struct Exchange {
  let model: HAProxyModel
  let survey: HAProxySurvey
  let request: Request
  let sent: Sent
  let circumstances: Circumstances
  let assumptions: Assumptions
  let decider: Decider
  var steps: [Outcome.Step] = []
  /// The frontend at first, then the backend.
  var section: ProxySection
  var frontend: ProxySection

  /// The method the request came with, which is what `method` compares (`smp_fetch_meth`).
  let method: ByteText
  /// The method that servers get.
  var sentMethod: Value
  var asked: [Outcome.Asked] = []
  var target: Value
  var headers: HeaderLines
  var variables: [String: Sample] = [:]
  /// Nothing can be read of the request any more: it was sent on, or thrown away by `tarpit`.
  var isRequestGone = false
  var mayRetry = true
  var response: Response?
  var serverName: String?
  var hasServerTimeout = false
  /// How long silent servers and pauses between attempts have kept the visitor waiting.
  var wait = Outcome.Wait.seconds(0)

  init(_ model: HAProxyModel, _ survey: HAProxySurvey, _ question: Question, _ decider: Decider) {
    (self.model, self.survey, self.decider) = (model, survey, decider)
    (request, circumstances, assumptions) = (question.request, question.circumstances, question.assumptions)
    sent = Sent(request, decider)
    method = sent.method
    sentMethod = Value(method)
    target = Value(sent.target)
    let host = request.header("host") == nil ? [("host", Value(sent.host))] : []
    headers = HeaderLines(host + request.headers.map { ($0.name.lowercased(), Value(ByteText($0.value))) }, of: sent)
    let none = Source(name: "", bytes: []).place(0..<0)
    section = ProxySection(
      number: -1, name: "", directive: Directive(name: "", words: [], block: nil, place: none), isFrontend: true,
      isBackend: false, settings: Settings())
    frontend = section
  }

  mutating func tell(_ text: String, at place: Place?, _ event: Outcome.Step.Event? = nil) {
    steps.append(.init(text, at: place, event: event, scope: section.number < 0 ? nil : section.number))
  }

  /// Takes the request from its arrival to the answer.
  mutating func outcome() -> Outcome {
    var outcome = answered()
    outcome.asked = asked
    return outcome
  }

  private mutating func answered() -> Outcome {
    do throws(Interruption) {
      try enter()
      var answer = try requestPhase()
      if answer == nil { answer = try backendPhase() }
      response = answer
      try finish()
    } catch {
      response = nil
      if case .unknown(let reason) = error {
        return Outcome(status: 0, body: .none, steps: steps, certainty: .unknown(reason))
      }
    }
    guard let response else { return Outcome(status: 0, body: .none, steps: steps) }
    let lines = response.headers.lines
    let location = lines.last { $0.name == "location" }?.value
    return Outcome(
      status: response.status, body: response.body,
      headers: lines.map { .init($0.name, $0.value.bytes.shown) }, location: location?.bytes.shown,
      steps: steps, certainty: location?.open.map { .unknown($0) } ?? .exact)
  }

  /// The rules of the frontend, and what it does by itself; nil when the request goes on.
  private mutating func requestPhase() throws(Interruption) -> Response? {
    try runContentRules()
    if frontend.settings.mode == .tcp { return nil }
    if let answer = try monitor() { return answer }
    if let answer = try runRequestRules() { return answer }
    return nil
  }

  private mutating func backendPhase() throws(Interruption) -> Response {
    guard let backend = try chooseBackend() else { return try fail(503, "no backend is chosen", at: frontend.place) }
    let isOther = backend.number != frontend.number
    section = backend
    if isOther {
      tell("The backend \(backend.name) takes the request", at: backend.place, .entered)
      // Of a disabled one only the rules for every answer are in effect.
      if backend.settings.isDisabled { return try fail(503, "\(backend.name) is disabled", at: backend.place) }
      try runContentRules()
      if backend.settings.mode != .tcp, let answer = try runRequestRules() { return answer }
    }
    return try forward()
  }

  /// The rules that hold for every answer, HAProxy's own as well: those of the backend, then those of the frontend.
  private mutating func finish() throws(Interruption) {
    guard frontend.settings.mode != .tcp else { return }
    try runAfterRules(section)
    if section.number != frontend.number { try runAfterRules(frontend) }
    if let status = response?.status, 100..<200 ~= status || status == 204 || status == 304 { response?.body = .none }
  }
}
