import Diagnostics

/// `php_fastcgi`, which is short for a redirect to folders' slashes, a rewrite to the index file, and a `reverse_proxy`
/// (`reverseproxy/fastcgi/caddyfile.go`).
struct CaddyPHPFastCGI {
  private var index = ByteText("index.php")
  private var extensions: [ByteText] = [".php"]
  private var tryFiles: [ByteText] = []
  private var readTimeout: Double?
  /// What the `reverse_proxy` is to read.
  private var rest: [CaddyToken]
  private let place: Place?
  private let isModern: Bool

  static func read(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> [CaddyValue] {
    guard helper.words.next() else { throw helper.words.countError() }
    let matcher = try helper.extractMatcher()
    let php = try Self(helper)
    let routes = php.indexRoutes + [try php.proxyRoute(helper)]
    guard let matcher else { return [.routes(routes)] }
    return helper.route(matcher, .subroute(routes: routes, errors: nil))
  }

  private init(_ helper: CaddyHelper) throws(CaddyRefusal) {
    place = helper.linePlace
    isModern = helper.release.isModern
    let parts = CaddyBlockLines(helper.words.tokens, helper.release)
    rest = parts.head
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
  }

  private var directoryIndex: ByteText { "{http.request.uri.path}/" + index }

  /// The redirect to a folder's slash and the rewrite to the file that is there; none if `index` is off.
  private var indexRoutes: [CaddyRoute] {
    guard index != "off" else { return [] }
    let redirects = tryFiles.isEmpty || isModern && tryFiles.contains(directoryIndex)
    var file = CaddyFileMatcher(
      tryFiles: tryFiles.isEmpty ? ["{http.request.uri.path}", directoryIndex, index] : tryFiles)
    let endsInScript = tryFiles.isEmpty || tryFiles.last?.hasSuffix(".php") == true
    file.policy = ByteText(isModern && endsInScript ? "first_exist_fallback" : "")
    file.splitPath = extensions
    var rewrite = CaddyRewrite()
    rewrite.uri = "{http.matchers.file.relative}"
    return (redirects ? [slashRoute] : []) + [
      CaddyRoute(
        matcherSets: [CaddyMatcherSet([.file(file)])], handlers: [CaddyHandler(.rewrite(rewrite), at: place)])
    ]
  }

  private var slashRoute: CaddyRoute {
    let target: ByteText =
      isModern
      ? "{http.request.orig_uri.path}/{http.request.orig_uri.prefixed_query}" : "{http.request.orig_uri.path}/"
    var response = CaddyStaticResponse()
    response.status = "308"
    response.headers = [CaddyField("Location", [target])]
    return CaddyRoute(
      matcherSets: [
        CaddyMatcherSet([
          .file(CaddyFileMatcher(tryFiles: [directoryIndex])), .not([CaddyMatcherSet([.path(["*/"])])]),
        ])
      ], handlers: [CaddyHandler(.staticResponse(response), at: place)])
  }

  private func proxyRoute(_ helper: CaddyHelper) throws(CaddyRefusal) -> CaddyRoute {
    var proxy = CaddyReverseProxy()
    proxy.transport = "fastcgi"
    proxy.readTimeout = readTimeout
    var inner = helper.with(rest)
    try CaddyProxyReader.read(&inner, into: &proxy)
    return CaddyRoute(
      matcherSets: [CaddyMatcherSet([.path(extensions.map { "*" + $0 })])],
      handlers: [CaddyHandler(.reverseProxy(proxy), at: place)])
  }
}
