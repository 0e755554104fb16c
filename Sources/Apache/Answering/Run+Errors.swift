import Diagnostics
import ProxyConfig
import Trace

/// How a request ends that has no content (`ap_die`), and requests that httpd makes itself.
extension Run {
  /// Answers with an error, or goes to its page.
  func die(_ type: Int, _ exchange: Exchange) throws {
    // The body is read at last when the answer is made, wherever its limit comes from then.
    if type != 413, let limit = server.smallestBodyLimit, visitor.isBodyLonger(than: limit) {
      throw Undecided("whether LimitRequestBody refuses the body while the error is answered")
    }
    let before = exchange.status
    var first = exchange
    var document: ErrorDocument?
    if before != 200 {
      // An error while an error page is made: the first one counts, and no other page is looked for.
      while let previous = first.previous, previous.status != 200 { first = previous }
    } else {
      document = exchange.settings.errorDocuments[StatusCodes.index(type)]
    }
    exchange.status = type
    switch document {
    case .path(let written):
      let target = try text(written.text, exchange, at: written.place)
      guard target.hasPrefix("/") else {
        return finish(first, at: written.place, "The error page's path becomes \(target.shown), which is not a path")
      }
      tell(
        "ErrorDocument leads the \(type) to \(target.shown)", at: written.place,
        .errorPage(code: type, target: target.shown))
      exchange.sendsLocalCopyOnly = true
      let method = exchange.method
      exchange.environment["REQUEST_METHOD"] = method.text
      exchange.method = "GET"
      try internalRedirect(target, exchange)
      exchange.method = method
    case .url(let written):
      let target = try text(written.text, exchange, at: written.place).shown
      tell(
        "ErrorDocument sends the visitor to \(target), so the \(type) becomes a 302", at: written.place,
        .errorPage(code: type, target: target))
      exchange.status = 302
      exchange.location = target
      send(302, .redirect, exchange)
    case .text(let written):
      let words = try text(written.text, exchange, at: written.place).shown
      tell("ErrorDocument has a text for the \(type)", at: written.place, .errorPage(code: type, target: words))
      send(type, .inline(words), exchange)
    case .standard(let place):
      finish(first, at: place, "ErrorDocument leaves the \(type) to httpd's own page")
    case nil:
      if first !== exchange {
        finish(first, at: nil, "The error page itself fails with \(type)", isSpent: true)
      } else {
        finish(first, at: nil, nil)
      }
    }
  }

  /// httpd's own page for the status that a request has.
  private func finish(_ exchange: Exchange, at place: Place?, _ why: String?, isSpent: Bool = false) {
    if let why { tell(why, at: place) }
    let status = exchange.status
    if StatusCodes.isRedirect(status) {
      tell("The visitor is sent on with \(status)")
      return send(status, .redirect, exchange)
    }
    tell(
      isSpent
        ? "httpd's own page says \(status), and that the page for it failed" : "No ErrorDocument is for \(status)",
      at: place, .noErrorPage(code: status, isSpent ? .failed : .none))
    send(status, .builtin, exchange)
  }

  /// Starts anew with another path (`ap_internal_redirect`).
  func internalRedirect(_ target: ByteText, _ exchange: Exchange) throws {
    guard !exchange.isTooDeep(server.recursionLimit) else {
      tell("More than \(server.recursionLimit) internal redirects: httpd gives up", at: nil, .redirectLimit)
      return try die(500, exchange)
    }
    let next = Exchange(method: exchange.method, target: target, settings: server.settings, previous: exchange)
    next.status = exchange.status
    next.sendsLocalCopyOnly = exchange.sendsLocalCopyOnly
    if StatusCodes.isRedirect(next.status) { next.location = exchange.location }
    next.environment = Dictionary(
      uniqueKeysWithValues: exchange.environment.map { ("REDIRECT_" + $0.key, $0.value) })
    next.environment["REDIRECT_STATUS"] = ByteText(String(exchange.status))
    next.endsRewriting = exchange.endsRewriting
    var status = try process(next)
    if status == nil { status = try handle(next) }
    if let status { try die(status, next) }
  }

  /// Looks what would become of another path, without its content (`ap_sub_req_lookup_uri`).
  func lookAhead(_ target: ByteText, _ exchange: Exchange) throws -> Exchange {
    var path = target
    if !path.hasPrefix("/") {
      path = folder(of: exchange.uri) + target
      path = Escape.path(path.cut("?")?.before ?? path) + (path.cut("?").map { "?" + $0.after } ?? "")
    }
    let next = Exchange(method: "GET", target: path, settings: server.settings, main: exchange)
    next.environment = exchange.environment
    if exchange.isTooDeep(server.recursionLimit) {
      next.status = 500
    } else if let status = try process(next) {
      next.status = status
    }
    return next
  }

  /// The request goes on with what a look ahead found (`ap_internal_fast_redirect`).
  func takeOver(_ found: Exchange, _ exchange: Exchange) {
    exchange.uri = found.uri
    exchange.query = found.query
    exchange.filename = found.filename
    exchange.pathInfo = found.pathInfo
    exchange.found = found.found
    exchange.handler = found.handler
    exchange.isProxied = found.isProxied
    exchange.pass = found.pass
    exchange.settings = found.settings
    exchange.sections = found.sections
    exchange.environment.merge(found.environment) { $1 }
  }
}
