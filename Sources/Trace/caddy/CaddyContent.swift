import ProxyConfig

/// Serves a file's content as Go does: conditions first, then ranges (`http.ServeContent`).
///
/// This is what empties an error page: a condition that says "not modified" writes no body, and the status around it stays
/// the error's.
struct CaddyContent {
  private let run: CaddyRun
  private let path: String
  private let status: FileStatus
  private let etag: ByteText?

  init(_ run: CaddyRun, path: String, status: FileStatus, etag: ByteText?) {
    self.run = run
    self.path = path
    self.status = status
    self.etag = etag
  }

  private enum Verdict { case none, yes, no }

  private func header(_ name: ByteText) -> ByteText { run.requestHeaders.first(name) }

  func serve(to sink: CaddyResponseWriter) throws(CaddyInterruption) {
    if let modified = status.modified, modified > 0 {
      run.client.headers.set("Last-Modified", ByteText(HTTPDate.text(modified / 1_000_000_000)))
    }
    guard let range = try passConditions(sink) else { return }
    let size = status.size
    var part = 0..<size
    var code = 200
    if !range.isEmpty {
      switch CaddyRange.parse(range, size: size) {
      case .whole: break
      case .one(let wanted):
        part = wanted
        code = 206
        run.client.headers.set("Content-Range", ByteText("bytes \(wanted.lowerBound)-\(wanted.upperBound - 1)/\(size)"))
        run.tell("the visitor asks for a part only and gets \(wanted.count) of the page's \(size) bytes", nil, .cut)
      case .several: throw .unknown("how an answer in several parts is put together")
      case .outside, .malformed:
        let isOutside = CaddyRange.parse(range, size: size) == .outside
        if isOutside { run.client.headers.set("Content-Range", ByteText("bytes */\(size)")) }
        run.tell("the range asked for lies outside the page, so Go writes an error instead of it", nil, .cut)
        for name: ByteText in ["Cache-Control", "Content-Encoding", "Etag", "Last-Modified"] where run.release.isModern
        {
          run.client.headers.remove(name)
        }
        run.client.headers.set("Content-Type", "text/plain; charset=utf-8")
        run.client.headers.set("X-Content-Type-Options", "nosniff")
        try sink.writeHeader(416)
        try sink.write(.builtin(isOutside ? "invalid range: failed to overlap\n" : "invalid range\n"))
        return
      }
    }
    run.client.headers.set("Accept-Ranges", "bytes")
    if run.client.headers.first("Content-Encoding").isEmpty {
      run.client.headers.set("Content-Length", ByteText(String(part.count)))
    }
    try sink.writeHeader(code)
    if run.method != "HEAD" { try sink.write(.file(path, part)) }
  }

  /// The range to serve, or nil when a condition has answered (`checkPreconditions`).
  private func passConditions(_ sink: CaddyResponseWriter) throws(CaddyInterruption) -> ByteText? {
    var verdict = try ifMatch()
    if verdict == .none { verdict = try ifUnmodifiedSince() }
    if verdict == .no {
      run.tell("a condition of the request fails, so no body is sent", nil, .emptied)
      try sink.writeHeader(412)
      return nil
    }
    let isReading = run.method == "GET" || run.method == "HEAD"
    switch try ifNoneMatch() {
    case .no:
      run.tell("If-None-Match matches the page, so no body is sent", nil, .emptied)
      if isReading { try notModified(sink) } else { try sink.writeHeader(412) }
      return nil
    case .none:
      if isReading, try ifModifiedSince() == .no {
        run.tell("the page is older than If-Modified-Since, so no body is sent", nil, .emptied)
        try notModified(sink)
        return nil
      }
    case .yes: break
    }
    let range = header("Range")
    if !range.isEmpty, !header("If-Range").isEmpty {
      guard isReading else { return range }
      return try ifRange() == .no ? "" : range
    }
    return range
  }

  private func notModified(_ sink: CaddyResponseWriter) throws(CaddyInterruption) {
    for name: ByteText in ["Content-Type", "Content-Length", "Content-Encoding"] { run.client.headers.remove(name) }
    if !run.client.headers.first("Etag").isEmpty { run.client.headers.remove("Last-Modified") }
    try sink.writeHeader(304)
  }

  private func tags(_ text: ByteText) -> [ByteText] {
    text.pieces(",").map(\.trimmed).filter { !$0.isEmpty }
  }

  private func knownTag() throws(CaddyInterruption) -> ByteText {
    let set = run.client.headers.first("Etag")
    if !set.isEmpty { return set }
    if let etag { return etag }
    throw .unknown("the page's entity tag, as its time is not known")
  }

  private func ifMatch() throws(CaddyInterruption) -> Verdict {
    let text = header("If-Match")
    if text.isEmpty { return .none }
    for tag in tags(text) {
      if tag == "*" { return .yes }
      if tag == (try knownTag()), tag.hasPrefix("\"") { return .yes }
    }
    return .no
  }

  private func ifNoneMatch() throws(CaddyInterruption) -> Verdict {
    let text = header("If-None-Match")
    if text.isEmpty { return .none }
    for tag in tags(text) {
      if tag == "*" { return .no }
      guard tag.without(prefix: "W/").hasPrefix("\"") else { break }
      if tag.without(prefix: "W/") == (try knownTag()).without(prefix: "W/") { return .no }
    }
    return .yes
  }

  private func seconds() throws(CaddyInterruption) -> Int {
    guard let modified = status.modified else { throw .unknown("when the page was last changed") }
    return modified / 1_000_000_000
  }

  private func ifUnmodifiedSince() throws(CaddyInterruption) -> Verdict {
    let text = header("If-Unmodified-Since")
    guard !text.isEmpty, let date = HTTPDate.seconds(text.string) else { return .none }
    return try seconds() <= date ? .yes : .no
  }

  private func ifModifiedSince() throws(CaddyInterruption) -> Verdict {
    let text = header("If-Modified-Since")
    guard !text.isEmpty, let date = HTTPDate.seconds(text.string) else { return .none }
    return try seconds() <= date ? .no : .yes
  }

  private func ifRange() throws(CaddyInterruption) -> Verdict {
    let text = header("If-Range")
    if text.hasPrefix("\"") || text.hasPrefix("W/\"") {
      return try text == knownTag() && text.hasPrefix("\"") ? .yes : .no
    }
    guard let date = HTTPDate.seconds(text.string) else { return .no }
    return try seconds() == date ? .yes : .no
  }
}
