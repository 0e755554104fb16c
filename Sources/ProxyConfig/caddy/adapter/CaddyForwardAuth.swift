import Diagnostics

/// Directives that are short for others: `forward_auth` and `php_fastcgi`.
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
    let lines = splitBlock(helper.words.tokens, helper.release)
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
    var good = CaddyResponseHandler()
    good.match = CaddyResponseMatcher()
    good.match?.statuses = [2]
    good.place = helper.linePlace
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
    proxy.responseHandlers = [good]
    let place = helper.linePlace
    var inner = helper.with(rest)
    try CaddyProxyReader.read(&inner, into: &proxy)
    return [
      .route(
        CaddyRoute(matcherSets: matcher.map { [$0] } ?? [], handlers: [CaddyHandler(.reverseProxy(proxy), at: place)]))
    ]
  }

  /// The head of a directive, the lines directly in its block, and what closes it.
  private static func splitBlock(
    _ tokens: [CaddyToken], _ release: CaddyRelease
  ) -> (head: [CaddyToken], lines: [[CaddyToken]], tail: [CaddyToken]) {
    guard let open = tokens.firstIndex(where: { $0.text == "{" }) else { return (tokens, [], []) }
    var lines: [[CaddyToken]] = []
    var depth = 0
    var end = tokens.count
    for index in (open + 1)..<max(open + 1, tokens.count) {
      let token = tokens[index]
      if token.text == "}", depth == 0 {
        end = index
        break
      }
      if depth == 0, token.text != "}", lines.isEmpty || tokens[index - 1].isBeforeNewLine(token, release) {
        lines.append([token])
      } else if lines.isEmpty {
        lines.append([token])
      } else {
        lines[lines.count - 1].append(token)
      }
      if token.text == "{" { depth += 1 } else if token.text == "}" { depth -= 1 }
    }
    return (Array(tokens[...open]), lines, Array(tokens[end...]))
  }

  static func php(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> [CaddyValue] {
    guard helper.words.next() else { throw helper.words.countError() }
    let matcher = try helper.extractMatcher()
    let place = helper.linePlace
    var index = ByteText("index.php")
    var extensions: [ByteText] = [".php"]
    var tryFiles: [ByteText] = []
    let parts = splitBlock(helper.words.tokens, helper.release)
    var rest = parts.head
    var readTimeout: Double?
    for line in parts.lines {
      let arguments = line.dropFirst().map(\.text)
      switch line[0].text.string {
      case "root", "env", "resolve_root_symlink", "dial_timeout", "write_timeout", "capture_stderr": break
      case "read_timeout": readTimeout = arguments.first.flatMap { CaddyDuration.seconds($0) }
      case "split": extensions = arguments
      case "index":
        guard arguments.count == 1 else { throw CaddyRefusal("index takes one file", at: line[0].place) }
        index = arguments[0]
      case "try_files" where !arguments.isEmpty: tryFiles = arguments
      default: rest += line
      }
    }
    rest += parts.tail
    var routes: [CaddyRoute] = []
    if index != "off" {
      let directoryIndex = "{http.request.uri.path}/" + index
      let redirects = tryFiles.isEmpty || helper.release.isModern && tryFiles.contains(directoryIndex)
      var policy = ByteText(helper.release.isModern ? "first_exist_fallback" : "")
      if tryFiles.isEmpty {
        tryFiles = ["{http.request.uri.path}", directoryIndex, index]
      } else if tryFiles.last?.hasSuffix(".php") != true {
        policy = ""
      }
      if redirects {
        var response = CaddyStaticResponse()
        response.status = "308"
        response.headers = [
          CaddyField(
            "Location",
            [
              helper.release.isModern
                ? "{http.request.orig_uri.path}/{http.request.orig_uri.prefixed_query}"
                : "{http.request.orig_uri.path}/"
            ])
        ]
        routes.append(
          CaddyRoute(
            matcherSets: [
              CaddyMatcherSet([
                .file(CaddyFileMatcher(tryFiles: [directoryIndex])), .not([CaddyMatcherSet([.path(["*/"])])]),
              ])
            ], handlers: [CaddyHandler(.staticResponse(response), at: place)]))
      }
      var file = CaddyFileMatcher(tryFiles: tryFiles)
      file.policy = policy
      file.splitPath = extensions
      var rewrite = CaddyRewrite()
      rewrite.uri = "{http.matchers.file.relative}"
      routes.append(
        CaddyRoute(
          matcherSets: [CaddyMatcherSet([.file(file)])], handlers: [CaddyHandler(.rewrite(rewrite), at: place)]))
    }
    var proxy = CaddyReverseProxy()
    proxy.transport = "fastcgi"
    proxy.readTimeout = readTimeout
    var inner = helper.with(rest)
    try CaddyProxyReader.read(&inner, into: &proxy)
    routes.append(
      CaddyRoute(
        matcherSets: [CaddyMatcherSet([.path(extensions.map { "*" + $0 })])],
        handlers: [CaddyHandler(.reverseProxy(proxy), at: place)]))
    guard let matcher else { return [.routes(routes)] }
    return helper.route(matcher, .subroute(routes: routes, errors: nil))
  }
}
