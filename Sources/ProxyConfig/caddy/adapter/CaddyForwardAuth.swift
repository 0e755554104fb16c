import Diagnostics

/// `forward_auth`, which is short for a `reverse_proxy` (`reverseproxy/forwardauth/caddyfile.go`).
enum CaddyForwardAuth {
  static func read(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> [CaddyValue] {
    guard helper.words.next() else { throw helper.words.countError() }
    let matcher = try helper.extractMatcher()
    var proxy = CaddyReverseProxy()
    var request = CaddyHeaderOperations()
    request.set = [
      CaddyField("X-Forwarded-Method", ["{http.request.method}"]),
      CaddyField("X-Forwarded-Uri", ["{http.request.uri}"]),
    ]
    proxy.requestHeaders = request
    var rewrite = CaddyRewrite()
    rewrite.method = "GET"
    var copied: [(from: ByteText, to: ByteText)] = []
    var rest: [CaddyToken] = []
    let lines = CaddyBlockLines(helper.words.tokens, helper.release)
    rest += lines.head
    for line in lines.lines {
      switch line.first?.text.string {
      case "uri":
        guard line.count > 1 else { throw CaddyRefusal("uri needs a path", at: line[0].place) }
        rewrite.uri = line[1].text
      case "copy_headers":
        for word in line.dropFirst() where word.text != "{" && word.text != "}" {
          let (from, to) = word.text.cut(">") ?? (word.text, word.text)
          copied.append((from, to))
        }
        if copied.isEmpty { throw CaddyRefusal("copy_headers needs a header", at: line[0].place) }
      default: rest += line
      }
    }
    rest += lines.tail
    if rewrite.uri.isEmpty { throw helper.words.error("forward_auth needs a uri") }
    proxy.rewrite = rewrite
    proxy.responseHandlers = [accepted(copying: copied, at: helper.linePlace)]
    let place = helper.linePlace
    var inner = helper.with(rest)
    try CaddyProxyReader.read(&inner, into: &proxy)
    return [
      .route(
        CaddyRoute(matcherSets: matcher.map { [$0] } ?? [], handlers: [CaddyHandler(.reverseProxy(proxy), at: place)]))
    ]
  }

  /// What is done when the authentication lets a visitor in: its headers are copied into the visitor's request.
  private static func accepted(
    copying copied: [(from: ByteText, to: ByteText)], at place: Place?
  ) -> CaddyResponseHandler {
    var good = CaddyResponseHandler()
    good.match = CaddyResponseMatcher()
    good.match?.statuses = [2]
    good.place = place
    good.routes = [CaddyRoute(handlers: [CaddyHandler(.vars([]))])]
    for (from, to) in copied.sorted(by: { $0.from < $1.from }) {
      let placeholder = "{http.reverse_proxy.header." + CaddyHeaderName.canonical(from) + "}"
      var (remove, set) = (CaddyHeaderOperations(), CaddyHeaderOperations())
      remove.delete = [CaddyHeaderName.canonical(to)]
      set.set = [CaddyField(CaddyHeaderName.canonical(to), [placeholder])]
      good.routes.append(CaddyRoute(handlers: [CaddyHandler(.headers(request: remove, response: nil))]))
      good.routes.append(
        CaddyRoute(
          matcherSets: [CaddyMatcherSet([.not([CaddyMatcherSet([.vars([CaddyField(placeholder, [""])])])])])],
          handlers: [CaddyHandler(.headers(request: set, response: nil))]))
    }
    return good
  }
}
