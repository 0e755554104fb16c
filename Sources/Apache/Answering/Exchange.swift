import Diagnostics
import ProxyConfig
import Trace

/// One request on its way, or one that httpd makes of it: an internal redirect, or a look ahead (`request_rec`).
final class Exchange {
  enum Found: Sendable { case nothing, file, directory, other }

  var method: RequestMethod
  /// Path and query as they came.
  let target: ByteText
  var uri: ByteText
  var query: ByteText?
  var status = 200
  /// What the upstream of this very request has said.
  var upstreamStatus: Int?
  var filename: ByteText?
  var pathInfo = ByteText()
  var found = Found.nothing
  var handler: String?
  /// Where the request goes to, behind `proxy:`.
  var isProxied = false
  var settings: Settings
  /// Numbers of the sections whose settings hold, for finding out whether two requests have the same.
  var sections: [Int] = []
  /// The folder whose sections were gone through, and what they have set.
  var walked: (folder: ByteText, layers: Layers)?
  /// Whether `<Proxy>` has put the settings together anew, so that access is judged again although nothing else holds.
  var hasFreshSettings = false
  var environment: [String: ByteText] = [:]
  var location: String?
  /// Only the headers of the answer are sent.
  lazy var isHeaderOnly: Bool = (previous ?? main)?.isHeaderOnly ?? (firstMethod == "HEAD")
  private let firstMethod: RequestMethod
  /// The request this one replaces.
  let previous: Exchange?
  /// The request this one is a look ahead of.
  let main: Exchange?
  var isRewritten = false
  var endsRewriting = false
  var rewriteStatus: RewriteResult?
  var sendsLocalCopyOnly = false
  /// The place where the upstream was chosen.
  var pass: (number: Int, place: Place, parameters: [String: String])?
  var contextPrefix: ByteText?
  var contextRoot: ByteText?

  init(method: RequestMethod, target: ByteText, settings: Settings, previous: Exchange? = nil, main: Exchange? = nil) {
    (self.method, firstMethod) = (method, method)
    self.target = target
    query = target.cut("?")?.after
    uri = target.before(UInt8(ascii: "?"))
    self.settings = settings
    (self.previous, self.main) = (previous, main)
  }

  /// Whether too many internal redirects, or looks ahead, led here (`ap_is_recursion_limit_exceeded`).
  func isTooDeep(_ limit: Int) -> Bool {
    var (redirects, looks) = (0, 0)
    var next: Exchange? = self
    while let exchange = next {
      if exchange.previous != nil { redirects += 1 } else if exchange.main != nil { looks += 1 }
      next = exchange.previous ?? exchange.main
    }
    return redirects >= limit || looks >= limit
  }
}

/// What the hooks return.
enum Verdict: Equatable {
  case ok
  case declined
  case status(Int)
}
