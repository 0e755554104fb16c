import Diagnostics
import ProxyConfig
import Trace

/// Answers of HAProxy's own.
extension Exchange {
  /// Ends the request with an error of HAProxy's own.
  mutating func fail(
    _ code: Int, _ story: String, at place: Place?, _ event: Outcome.Step.Event? = nil
  ) throws(Interruption) -> Response {
    tell(story, at: place, event)
    return try page(code, at: place)
  }

  /// The page in effect for a code (`http_error_message`): the backend's, the frontend's, the one HAProxy brings along.
  mutating func page(_ code: Int, at place: Place?) throws(Interruption) -> Response {
    // A code without a page of its own gets the one for 500.
    let known = PageCodes.all.contains(code) ? code : 500
    let owners = section.number == frontend.number ? [frontend] : [section, frontend]
    for owner in owners {
      guard let reply = owner.pages[known] else { continue }
      if case .standard = reply.body { continue }
      tell(
        "\(owner.name) has a page for \(known)", at: reply.place,
        .errorPage(code: known, target: Self.target(of: reply)))
      return try write(reply)
    }
    tell("There is no page for \(known), so HAProxy sends its own", at: place, .noErrorPage(code: known, .none))
    return Response(
      status: known == code ? code : 500, body: .builtin, headers: HeaderLines([("content-type", Value("text/html"))]))
  }

  /// What a rule says that the answer is.
  mutating func answer(_ reply: Reply) throws(Interruption) -> Response {
    switch reply.body {
    case .standard: return try page(reply.status, at: reply.place)
    case .section(let name):
      guard let page = model.pageSets[name]?[reply.status] else { break }
      tell(
        "The section \(name) has a page for \(reply.status)", at: page.place,
        .errorPage(code: reply.status, target: Self.target(of: page)))
      return try write(page)
    case .response, .file, .text, .format:
      tell(
        "The page stands here", at: reply.place, .errorPage(code: reply.status, target: Self.target(of: reply)))
    case .empty, .redirect: break
    }
    return try write(reply)
  }

  private static func target(of reply: Reply) -> String {
    switch reply.body {
    case .response(let stored): stored.path
    case .file(let path, _): path
    case .format(_, let path): path ?? ""
    case .redirect(let location): location.string
    case .standard, .section, .text, .empty: ""
    }
  }

  /// Puts a reply together.
  private mutating func write(_ reply: Reply) throws(Interruption) -> Response {
    var response = Response(status: reply.status, body: .none)
    if let type = reply.contentType { response.headers.append("content-type", Value(type)) }
    for header in reply.headers { response.headers.append(header.name, try format(header.value)) }
    switch reply.body {
    case .response(let stored):
      if stored.isEmpty {
        tell("The file \(stored.path) is empty, so the connection is closed without an answer", at: reply.place)
        throw .closed
      }
      try checkSeen(stored.path, isUnseen: stored.isUnseen)
      tell("It is the response in \(stored.path)", at: reply.place, .file(stored.path, .found))
      response = Response(
        status: stored.status, body: stored.hasBody ? .file(stored.path) : .none,
        headers: HeaderLines(stored.headers.map { ($0.name, Value($0.value)) }))
    case .file(let path, let size):
      tell("Its body is the file \(path)", at: reply.place, .file(path, .found))
      try checkSeen(path, isUnseen: size == nil)
      if let size { try checkSize(size, of: path) }
      response.body = .file(path)
    case .text(let text): response.body = .inline(text.string)
    case .format(let text, let path):
      let value = try format(text)
      if value.open != nil { tell("Some of the text is known only when the request is there", at: reply.place) }
      if let path {
        tell("Its body is the file \(path)", at: reply.place, .file(path, .found))
        response.body = .file(path)
      } else {
        response.body = .inline(value.bytes.shown)
      }
    case .redirect(let location):
      response.body = .redirect
      response.headers = HeaderLines([("location", Value(location)), ("cache-control", Value("no-cache"))])
    case .section(let name):
      guard let page = model.pageSets[name]?[reply.status] else { break }
      return try write(page)
    case .standard, .empty: break
    }
    return response
  }

  /// HAProxy would not start without the file, but what it says is known only there.
  private func checkSeen(_ path: String, isUnseen: Bool) throws(Interruption) {
    guard isUnseen, !assumptions.modulesLetPass else { return }
    throw .unknown("what is in \(path), whose folder is not on this machine")
  }

  /// A page that does not fit the buffer with its headers becomes HAProxy's page for 500, measured between 16,200 and
  /// 16,220 bytes for a buffer of 16,384.
  private func checkSize(_ size: Int, of path: String) throws(Interruption) {
    guard size > model.bufferSize - 1024 else { return }
    throw .unknown("\(path) has \(size) bytes, which with its headers may not fit the buffer of \(model.bufferSize)")
  }
}
