import Diagnostics
import ProxyConfig
import Trace

/// What to do about a defect, in Caddy's words.
extension CaddyProject {
  public func advice(_ remedy: Remedy, _ visit: some FollowedError) -> Advice? {
    switch remedy {
    case .addPages: Advice("add to the site: handle_errors { … } with a page, or import the snippet that has it")
    case .listCodes(let codes):
      // Where a condition compares the status with a text, that is what is to be said.
      CodeComparedWithText.stands(in: self)
        ? nil
        : Advice("list \(codes.count == 1 ? "it" : "them") in handle_errors as well, or leave out the condition")
    case .importPack: Advice("import the configuration that comes with the pack, or list the codes in handle_errors")
    case .nameByCode: Advice("write rewrite * /{err.status_code}.html, or name a neutral page")
    case .keepStatus: keepStatus(visit)
    case .serveFromDisk, .keepOnSite:
      Advice("serve the page from disk: root * /where/the/pages/are, rewrite, file_server")
    case .ship:
      Advice(
        "ship the file, or correct the path",
        related: visit.outcome.steps.filter { $0.text.hasPrefix("the root is") }.suffix(1).compactMap { step in
          step.place.map { .init("this decides where Caddy looks", at: $0) }
        })
    case .takeOver(let codes):
      Advice(
        """
        add in its block: @down status \(codes.map(String.init).joined(separator: " ")), and handle_response @down \
        { error "down" {rp.status_code} }
        """)
    case .nameByAddress(let path):
      Advice("write before it: root * \(PathText.parent(path)), and rewrite * /\(PathText.name(path))")
    case .limitWait: limitWait(visit)
    case .letThrough: Advice("take the login out of handle_errors")
    case .addHeader(let name, let value): addHeader(name, value, visit)
    case .nameEncoding: addHeader("Content-Type", "text/html; charset=utf-8", visit)
    case .nameFile: Advice("name a file: rewrite * /{err.status_code}.html")
    case .keepAnswers: Advice("let handle_response take 502 503 504 only, or answer in JSON there")
    case .escape: Advice("leave it out, or show a number that Caddy makes: {http.request.uuid}")
    }
  }

  private func limitWait(_ visit: some FollowedError) -> Advice {
    guard let route = (visit as? CaddyVisit)?.route, route.proxy?.transport == "fastcgi" else {
      return Advice("add in its block: transport http { response_header_timeout 30s }")
    }
    let isShort = route.place.text.hasPrefix("php_fastcgi")
    return Advice("add in its block: " + (isShort ? "read_timeout 30s" : "read_timeout 30s in transport fastcgi"))
  }

  private func keepStatus(_ visit: some FollowedError) -> Advice? {
    guard visit.ending != .otherUpstream else { return Advice("add in its block: replace_status {err.status_code}") }
    guard let place = visit.decisivePlace else { return nil }
    let words = StatusWords(self, place)
    return Advice(words.help, at: words.place, fix: words.fix)
  }

  private func addHeader(_ name: String, _ value: String, _ visit: some FollowedError) -> Advice? {
    let value = value.contains(" ") ? "\"\(value)\"" : value
    let line = "header \(name) \(value)"
    guard let place = visit.decisivePlace, isCaddyfile, name == "Content-Type" else {
      return Advice("write before it: \(line)")
    }
    let start = place.source.place(place.range.lowerBound..<place.range.lowerBound)
    return Advice("write before it: \(line)", fix: [.init(replace: start, with: line + "\n" + place.indentation)])
  }

  /// The words that make the status, and what to write instead.
  struct StatusWords {
    var place: Place
    var help = "keep the error's status"
    var fix: [Diagnostic.Edit] = []

    init(_ project: CaddyProject, _ place: Place) {
      self.place = place
      guard let found = project.handler(at: place) else { return }
      let extent = found.handler.extent ?? place
      let isForErrors = found.surroundings == .errors
      switch found.handler.kind {
      case .fileServer(let server):
        guard !server.status.isEmpty else {
          help = "write: file_server { status {\(isForErrors ? "err" : "rp").status_code} }, one word a line"
          return
        }
        if let words = extent.narrowed(to: ["status \(server.status)"]) { self.place = words }
        help = "leave out \"status\", which keeps the error's own"
        if !isForErrors { help = "write: status {rp.status_code}" }
      case .staticResponse(let response):
        if let line = found.handler.place, line.text.hasSuffix(" " + response.status.string), !response.status.isEmpty {
          let end = line.range.upperBound
          self.place = line.source.place(end - response.status.count..<end)
          if isForErrors {
            let start = line.source.place(end - response.status.count - 1..<end)
            if project.isCaddyfile { fix = [.init(replace: start, with: "")] }
          }
        }
        help =
          isForErrors
          ? "leave out the status: respond then keeps the error's own" : "write {rp.status_code} as the status"
      case .reverseProxy: help = "leave the status as it is, or raise an error: error \"upstream\" {rp.status_code}"
      default: break
      }
    }
  }
}

extension Place {
  /// The blanks in front of the place on its line.
  var indentation: String {
    var start = range.lowerBound
    while start > 0, source.bytes[start - 1] == 0x20 || source.bytes[start - 1] == 0x09 { start -= 1 }
    return source.text(start..<range.lowerBound)
  }
}
