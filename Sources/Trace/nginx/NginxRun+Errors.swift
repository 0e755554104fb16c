import Diagnostics
import ProxyConfig

/// A code a handler ended with (`ngx_http_special_response_handler`, `ngx_http_send_error_page`).
extension NginxRun {
  mutating func handleError(_ code: Int) throws(Undecided) -> Next {
    if [408, 444, 499].contains(code) {
      tell("\(code) closes the connection without an answer")
      connection.isClosed = true
      return .done(Outcome(status: 0, body: .none, steps: steps))
    }
    if code < 300, code != 201, code != 204 {
      tell("\(code) is no error and nothing was sent: the connection is closed without an answer")
      return .done(Outcome(status: 0, body: .none, steps: steps))
    }
    redirects.errorStatus = code
    let pages = model.errorPages(in: scope)
    if !redirects.hasUsedErrorPage, !pages.isEmpty, redirects.left != 0 {
      if !model.flag(.recursiveErrorPages, in: scope) { redirects.hasUsedErrorPage = true }
      if let page = pages.first(where: { $0.code == code }) { return try goTo(page) }
      tell("no error_page in effect lists \(code)", at: pages.last?.directive, .noErrorPage(code: code, .none))
    } else if redirects.hasUsedErrorPage, pages.contains(where: { $0.code == code }) {
      tell(
        "\(code) has an error_page, but this request has been to one already",
        at: pages.first { $0.code == code }?.directive,
        .noErrorPage(code: code, .spent))
    } else if pages.isEmpty {
      tell("no error_page is in effect for \(code)", .noErrorPage(code: code, .none))
    }
    if 494...497 ~= code { redirects.errorStatus = 400 }
    discardBody()
    let hasText = NginxBuiltinPage.exists(for: code)
    return .send(redirects.errorStatus, 300..<400 ~= code && hasText ? .redirect : hasText ? .builtin : .none)
  }

  private mutating func goTo(_ page: NginxErrorPage) throws(Undecided) -> Next {
    let code = redirects.errorStatus
    if let override = page.override { redirects.errorStatus = override }
    let target = try evaluate(page.target)
    let keeps =
      redirects.errorStatus == 0
      ? "the status is left to it"
      : redirects.errorStatus == code ? "the status stays \(code)" : "the status becomes \(redirects.errorStatus)"
    if target.hasPrefix("/") {
      let (path, arguments) = page.target.constant == nil ? Self.split(target) : (target, page.arguments)
      if method != "HEAD" {
        method = "GET"
        line.hasMethod = true
      }
      tell(
        "\(code) goes to \(target.string); \(keeps)", at: page.directive, .errorPage(code: code, target: target.shown))
      return redirect(to: path, arguments)
    }
    if target.hasPrefix("@") {
      tell(
        "\(code) goes to \(target.string); \(keeps)", at: page.directive, .errorPage(code: code, target: target.shown))
      return goToNamed(target)
    }
    discardBody()
    // Only an override chooses the kind of redirect, not the error itself.
    redirects.errorStatus = page.override.flatMap { [301, 302, 303, 307, 308].contains($0) ? $0 : nil } ?? 302
    answer.location = target
    tell(
      "\(code) becomes a redirect to \(target.string)", at: page.directive,
      .errorPage(code: code, target: target.shown))
    return .send(redirects.errorStatus, .redirect)
  }
}

/// Which codes nginx has words of its own for (`ngx_http_error_pages`).
enum NginxBuiltinPage {
  static func exists(for code: Int) -> Bool {
    switch code {
    case 301, 302, 303, 307, 308, 400...406, 408...416, 421, 429, 494...498, 500...505, 507: true
    default: false
    }
  }
}
