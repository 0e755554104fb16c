import Diagnostics
import ProxyConfig

/// `reverse_proxy` (`reverseproxy/reverseproxy.go`).
extension CaddyRun {
  /// Forwards the request; the chain to go on with, or nil when there is an answer.
  func forward(
    _ proxy: CaddyReverseProxy, _ place: Place?, _ rest: CaddyChain, _ sink: CaddyResponseWriter
  ) throws(CaddyInterruption) -> CaddyChain? {
    if let code = world.circumstances.failures.raised, fault == nil {
      tell("the proxy fails with \(code)", place, .asked([]))
      throw .status(code, .opaque("the text of an error"))
    }
    if let limit = bodyLimit, sent.isBodyLonger(than: limit) {
      tell("the request's body is larger than request_body allows", place)
      throw .status(release.isModern ? 413 : 502, .opaque("the text of a body error"))
    }
    var upstreamMethod = method
    if let rewrite = proxy.rewrite, !rewrite.method.isEmpty {
      upstreamMethod = RequestMethod(try all(rewrite.method).string.uppercased())
    }
    let sendsBody = try sendsBody(proxy, upstreamMethod)
    if proxy.asksLeave { tell("a service is asked whether the visitor may pass", place, .authAsked) }
    let contact = try CaddyContact(self, proxy, method: upstreamMethod, sendsBody: sendsBody, place).result()
    if proxy.asksLeave, case .answer(let code) = contact {
      tell("the service has said \(code)", place, .authEnded(code))
    } else if proxy.asksLeave {
      tell("the service has said nothing", place, .authEnded(0))
    }
    let status: Int
    switch contact {
    case .answer(let code): status = code
    case .silence:
      isWaiting = true
      throw .abort("no timeout is set, so Caddy waits for the upstream as long as the visitor does")
    case .failed(let code, let message): throw .status(code, message)
    }
    guard 200...999 ~= status else { throw .unknown("what becomes of an upstream's interim status \(status)") }
    // 2.6 does not know them yet in replace_status.
    if release.isModern { noteAnswer(status) }
    let answer = CaddyUpstreamAnswer(proxy, status: status, method: upstreamMethod)
    for (index, handler) in proxy.responseHandlers.enumerated() {
      guard try matches(handler.match, status, "upstream") else { continue }
      if !handler.status.isEmpty {
        let number = try number(handler.status)
        tell("replace_status makes it \(number)", handler.place, .replaced(number))
        if number != 0 { answer.status = number }
        break
      }
      if !release.isModern, handler.routes.isEmpty { continue }
      noteAnswer(status)
      tell("handle_response number \(index + 1) takes over", handler.place, .takenOver(status))
      let outer = upstreamAnswer
      upstreamAnswer = answer
      defer { upstreamAnswer = outer }
      do throws(CaddyInterruption) {
        try run(.routes(handler.routes, 0, rest), sink)
      } catch {
        // An error without a status becomes 502 here.
        if case .error(let fault) = error, !fault.hasStatus || fault.status == 0 { throw .status(502, fault.message) }
        throw error
      }
      return nil
    }
    tell("the upstream's answer is passed on with status \(answer.status)", place, .passedOn(answer.status))
    try finish(answer, sink)
    return nil
  }

  /// Whether a body goes along: one that is turned into GET or HEAD on the way has none (`prepareRequest`), and 2.11 makes a
  /// new one, an empty one if need be, when it is told to buffer it.
  private func sendsBody(_ proxy: CaddyReverseProxy, _ upstreamMethod: RequestMethod) throws(CaddyInterruption) -> Bool
  {
    guard sent.isBodyLonger(than: 0) else { return false }
    if let rewrite = proxy.rewrite, !rewrite.method.isEmpty, upstreamMethod.isOne(of: ["GET", "HEAD"]),
      !rewrite.uri.isEmpty || method != upstreamMethod.name
    {
      return false
    }
    if release.isModern, proxy.buffersRequests, body == .spent { return false }
    if body == .doubtful || body == .spent && proxy.transport != "http" {
      throw .unknown("what becomes of a request's body that FastCGI has a part in")
    }
    return true
  }

  private func noteAnswer(_ status: Int) {
    placeholders["http.reverse_proxy.status_code"] = .int(status)
    placeholders["http.reverse_proxy.status_text"] = .opaque("the upstream's status line")
  }

  /// Writes an upstream's answer on (`finalizeResponse`).
  private func finish(_ answer: CaddyUpstreamAnswer, _ sink: CaddyResponseWriter) throws(CaddyInterruption) {
    client.headers.remove("Server")
    if release.isModern { client.headers.add("Via", "1.1 Caddy") }
    if let headers = answer.proxy.responseHeaders { apply(headers.operations, to: &answer.headers) }
    for field in answer.headers.fields { for value in field.values { client.headers.add(field.name, value) } }
    // The upstream's own type and length are not known; whatever answers in its place later keeps them.
    if client.headers.values("Content-Type") == nil { hasForeignType = true }
    hasForeignLength = answer.hasBody
    try sink.writeHeader(answer.status)
    if answer.hasBody { try sink.write(.upstream) }
  }

  /// Whether a response matcher takes an answer; conditions on headers nobody knows go both ways.
  private func matches(
    _ matcher: CaddyResponseMatcher?, _ status: Int, _ whose: String
  ) throws(CaddyInterruption) -> Bool {
    guard let matcher else { return true }
    guard Self.fits(matcher.statuses, status) else { return false }
    guard !matcher.headers.isEmpty else { return true }
    let names = matcher.headers.map(\.name.string).joined(separator: ", ")
    return choose(2, "whether the \(whose)'s answer has the headers \(names)") == 0
  }

  // MARK: - Inside handle_response

  func copyResponse(_ status: ByteText, _ sink: CaddyResponseWriter) throws(CaddyInterruption) {
    guard let answer = upstreamAnswer else {
      throw .status(500, .text("cannot use 'copy_response' outside of reverse_proxy's handle_response routes"))
    }
    if !status.isEmpty {
      answer.status = try number(status)
    }
    tell("copy_response passes the upstream's answer on with status \(answer.status)", nil, .passedOn(answer.status))
    try finish(answer, sink)
  }

  func copyHeaders(_ include: [ByteText], _ exclude: [ByteText]) throws(CaddyInterruption) {
    guard let answer = upstreamAnswer else {
      throw .status(500, .text("cannot use 'copy_response_headers' outside of reverse_proxy's handle_response routes"))
    }
    for field in answer.headers.fields { for value in field.values { client.headers.add(field.name, value) } }
    func isCopied(_ name: ByteText) -> Bool {
      include.isEmpty
        ? !exclude.contains { $0.equalsIgnoringCase(name) } : include.contains { $0.equalsIgnoringCase(name) }
    }
    if isCopied("Content-Type"), client.headers.values("Content-Type") == nil { hasForeignType = true }
    if isCopied("Content-Length"), answer.hasBody { hasForeignLength = true }
  }

  // MARK: - intercept and templates

  /// `intercept`: the answer of what follows is kept back when a handler wants it (`intercept.go`).
  func intercept(
    _ handlers: [CaddyResponseHandler], _ rest: CaddyChain, _ sink: CaddyResponseWriter
  ) throws(CaddyInterruption) {
    var chosen: CaddyResponseHandler?
    var override: Int?
    let recorder = CaddyRecorder(sink) { [self] (status) throws(CaddyInterruption) -> Bool in
      for handler in handlers {
        guard try matches(handler.match, status, "inner handler") else { continue }
        chosen = handler
        guard !handler.status.isEmpty else { return true }
        override = try all(handler.status).integer ?? 500
        return override == 0
      }
      return false
    }
    let writer = CaddyInterceptWriter(recorder) { override }
    try run(rest, writer)
    if recorder.status == 0 {
      tell("nothing answers below intercept")
      throw .abort("intercept fails when nothing answers, and Go cuts the connection")
    }
    guard !recorder.isStreaming, let chosen else { return }
    placeholders["http.intercept.status_code"] = .int(recorder.status)
    tell(
      "intercept takes over the answer with status \(recorder.status)", chosen.place, .takenOver(recorder.status))
    let second = CaddyRecorder(sink, shouldBuffer: nil)
    try run(.routes(chosen.routes, 0, .end(isError: false)), second)
    if second.status == 0 { try sink.writeHeader(recorder.status) }
    if second.size == 0 { for chunk in recorder.buffer { try sink.write(chunk) } }
  }

  /// `templates`: text answers are run as templates (`templates.go`).
  func templates(_ place: Place?, _ rest: CaddyChain, _ sink: CaddyResponseWriter) throws(CaddyInterruption) {
    let recorder = CaddyRecorder(sink) { [self] _ in
      let type = client.headers.first("Content-Type")
      return ["text/html", "text/plain", "text/markdown"].contains { type.contains(ByteText($0)) }
    }
    try run(rest, recorder)
    if recorder.isStreaming { return }
    for chunk in recorder.buffer where mayBeTemplate(chunk) {
      tell("the answer holds {{, which is run as a template", place, .template)
      throw .unknown("what a template in the answer becomes")
    }
    for name: ByteText in ["Accept-Ranges", "Last-Modified", "Etag"] { client.headers.remove(name) }
    try recorder.flush()
  }

  /// A page that is not on this machine may be one; a check takes it for a page that says what is in it.
  private func mayBeTemplate(_ chunk: CaddyBodyPiece) -> Bool {
    switch chunk {
    case .inline(let text), .builtin(let text): text.contains("{{")
    case .file(let path, _):
      (try? world.files.read(path)).map { ByteText($0).contains("{{") } ?? !world.assumptions.modulesLetPass
    case .upstream: false
    }
  }
}

/// Gives the recorder the replaced status (`interceptedResponseHandler`).
private final class CaddyInterceptWriter: CaddyResponseWriter {
  private let recorder: CaddyRecorder
  private let override: () -> Int?

  init(_ recorder: CaddyRecorder, _ override: @escaping () -> Int?) {
    self.recorder = recorder
    self.override = override
    super.init(recorder.client)
  }

  override func writeHeader(_ status: Int) throws(CaddyInterruption) {
    recorder.currentOverride = override
    try recorder.writeHeader(status)
  }

  override func write(_ chunk: CaddyBodyPiece) throws(CaddyInterruption) { try recorder.write(chunk) }
}
