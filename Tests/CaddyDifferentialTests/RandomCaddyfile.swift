import ProxyConfig
import Trace

/// Writes random Caddyfiles: sites, nested blocks, matchers, rewrites, files, upstreams that fail, every form of error
/// handling, and now and then something that Caddy refuses.
struct RandomCaddyfile {
  var random: SeededRandom
  let isModern: Bool
  let root: String
  let adminPort: Int
  let upstreams: [(failure: Failure, port: Int)]
  private var matcherCount = 0
  private var snippets: [String] = []

  init(seed: UInt64, isModern: Bool, root: String, adminPort: Int, upstreams: [(failure: Failure, port: Int)]) {
    random = SeededRandom(seed: seed)
    self.isModern = isModern
    self.root = root
    self.adminPort = adminPort
    self.upstreams = upstreams
  }

  static let hosts = ["a.test", "b.test", "sub.a.test"]

  /// A whole file whose sites listen on one port.
  mutating func text(port: Int) -> String {
    var text =
      "{\n\tadmin 127.0.0.1:\(adminPort)\n\tgrace_period 100ms\n" + (random.chance(70) ? "\tauto_https off\n" : "")
      + "}\n"
    if random.chance(40) {
      text += "(pages) {\n" + errorBlock(argument: true) + "}\n"
      snippets.append("pages")
    }
    if random.chance(25) {
      text +=
        "(proxy) {\n\treverse_proxy \(upstream()) {\n\t\ttransport http {\n\t\t\tresponse_header_timeout 300ms\n\t\t}\n\t}\n}\n"
      snippets.append("proxy")
    }
    let addresses: [String] =
      switch random.below(6) {
      case 0: ["http://a.test:\(port)", "http://b.test:\(port)"]
      case 1: ["http://a.test:\(port), http://b.test:\(port)"]
      case 2: ["http://*.a.test:\(port)", "http://:\(port)"]
      case 3: ["http://a.test:\(port)/app/*", "http://a.test:\(port)"]
      default: ["http://:\(port)"]
      }
    for address in addresses { text += address + " {\n" + site() + "}\n" }
    return text
  }

  private mutating func site() -> String {
    var text = ""
    matcherCount = 0
    for _ in 0..<random.below(3) { text += matcherDefinition(1) }
    if random.chance(75) {
      text += "\troot * \(root)/\(random.pick(["pages", "pages", "site", "missing", "site/sub"]))\n"
    }
    for _ in 0..<(1 + random.below(4)) { text += directive(1) }
    if snippets.contains("proxy"), random.chance(60) {
      text += "\timport proxy\n"
    } else if random.chance(75) {
      text += proxy(1)
    }
    if snippets.contains("pages"), random.chance(60) {
      text += "\timport pages \(random.pick(["502", "error", "{err.status_code}"]))\n"
    } else if random.chance(80) {
      text += errorBlock(argument: false)
    }
    return text
  }

  private func tabs(_ depth: Int) -> String { String(repeating: "\t", count: depth) }

  // MARK: - Matchers

  private mutating func matcherDefinition(_ depth: Int) -> String {
    matcherCount += 1
    let name = "@m\(matcherCount)"
    let pad = tabs(depth)
    switch random.below(5) {
    case 0: return pad + name + " " + simpleMatcher() + "\n"
    case 1: return pad + name + " {\n" + pad + "\t" + simpleMatcher() + "\n" + pad + "\tmethod GET HEAD\n" + pad + "}\n"
    case 2: return pad + name + " not " + simpleMatcher() + "\n"
    case 3: return pad + name + " expression `\(expression())`\n"
    default:
      return pad + name + " {\n" + pad + "\tnot {\n" + pad + "\t\t" + simpleMatcher() + "\n" + pad + "\t}\n" + pad
        + "}\n"
    }
  }

  private mutating func simpleMatcher() -> String {
    switch random.below(13) {
    case 0: "path \(path()) \(path())"
    case 1: "path \(random.pick(["/a*", "/app/*", "*.html", "*b*", "/A", "/app/?", "//x", "/a%2fb", "/%2a"]))"
    case 2: "method \(random.pick(["GET", "POST", "HEAD", "PUT"]))"
    case 3:
      "path_regexp \(random.pick(["", "name "]))\(random.pick(["^/([a-z]+)/(.*)$", "\\.html$", "^/app/?(?P<rest>.*)", "b+"]))"
    case 4: "header X-Test \(random.pick(["one", "*", "o*", "*e", "*n*"]))"
    case 5: "header !X-Test"
    case 6: "query \(random.pick(["q=1", "q=*", "x=y q=1", "q=1 q=2"]))"
    case 7: "host \(random.pick(["a.test", "*.test", "b.test a.test", "*.a.test"]))"
    case 8: "protocol \(random.pick(["http", "https"]))"
    case 9: "file \(random.pick(["{path}", "/index.html", "{path} {path}/index.html", "/sub/ /502.html", "*.txt"]))"
    case 10: "vars color \(random.pick(["red", "blue", "{query.q}"]))"
    case 11: "header_regexp h X-Test \(random.pick(["^o(.)", "t+", "(?i)ONE"]))"
    default: "remote_ip \(random.pick(["127.0.0.1", "10.0.0.0/8", "127.0.0.0/8"]))"
    }
  }

  private mutating func expression() -> String {
    random.pick([
      "{http.request.method} == 'GET'", "{path}.startsWith('/app')", "path('/a*') || method('POST')",
      "{query.q} == '1' && !path('/b')", "{http.request.uri.path} in ['/', '/a', '/app/x']", "{header.X-Test} != ''",
      "method('GET', 'HEAD') && path('*.html')", "{http.vars.color} == 'red'", "size({path}) > 3",
      "{path}.matches('^/a+$')",
      "{http.request.port} > 1000",
    ])
  }

  private mutating func path() -> String {
    random.pick(["/", "/*", "/a", "/a*", "/app/*", "/app", "/b/*", "*.html", "/page.html", "/sub/*", "/Mixed", "/a/b"])
  }

  /// A matcher in front of a directive's arguments, with its blank, or nothing.
  private mutating func matcher() -> String {
    switch random.below(6) {
    case 0: path().hasPrefix("/") ? "/app/* " : ""
    case 1: random.pick(["/a ", "/a* ", "/app/* ", "/b ", "/page.html ", "/sub/* "])
    case 2 where matcherCount > 0: "@m\(1 + random.below(matcherCount)) "
    default: ""
    }
  }

  // MARK: - Directives

  private mutating func directive(_ depth: Int) -> String {
    let pad = tabs(depth)
    switch random.below(isModern ? 26 : 24) {
    case 0: return pad + "header \(matcher())X-Page \(random.pick(["one", "{path}", "\"{http.error.status_code}\""]))\n"
    case 1:
      return pad
        + "header \(matcher()){\n\(pad)\t\(random.pick(["-Server", "Cache-Control no-store", "?X-D d", "+X-A 1"]))\n\(pad)\tdefer\n\(pad)}\n"
    case 2:
      return pad
        + "request_header \(random.pick(["-If-None-Match", "-Range", "-If-Modified-Since", "X-Test one", "+X-New {path}", "-X-*"]))\n"
    case 3:
      return pad
        + "rewrite \(random.pick(["* ", "/a* ", "/app/* "]))\(random.pick(["/page.html", "/sub{path}", "{uri}", "/x?q=1", "?q={path}", "/index.html?{query}&z=1"]))\n"
    case 4:
      return pad
        + "uri \(matcher())\(random.pick(["strip_prefix /app", "strip_suffix .html", "replace /a /b", "replace a x 1", "path_regexp /{2,} /", "path_regexp ([a-z])/([a-z]) $2/$1"]))\n"
    case 5:
      return pad
        + "try_files \(random.pick(["{path} {path}/ /index.html", "/page.html", "{path} /index.php?p={path}", "/nope {path}.html", "{path} =404"]))\n"
    case 6:
      return pad
        + "respond \(matcher())\(random.pick(["\"hello {path}\"", "\"no\" 503", "404", "\"{http.request.method} {query.q}\" 200", "`{\"a\":1}` 500", "\"{re.name.1}-{re.1}\"", "\"{unknown} {vars.color}\""]))\n"
    case 7:
      return pad
        + "redir \(matcher())\(random.pick(["/new", "/new permanent", "https://x.test{uri} 307", "{path}/ 308", "/new html"]))\n"
    case 8:
      return pad
        + "error \(matcher())\(random.pick(["404", "\"gone\" 410", "\"only a message\"", "\"teapot\" 418", "{path}", "\"m\" {query.q}"]))\n"
    case 9: return pad + "handle \(matcher()){\n\(block(depth + 1))\(pad)}\n"
    case 10: return pad + "handle_path \(random.pick(["/app/*", "/a*", "/b/*", "/a"])) {\n\(block(depth + 1))\(pad)}\n"
    case 11: return pad + "route \(matcher()){\n\(block(depth + 1))\(pad)}\n"
    case 12, 13: return fileServer(depth)
    case 14: return pad + "vars \(random.pick(["color red", "color {query.q}", "color {path}", "n 5"]))\n"
    case 15: return pad + "method \(matcher())\(random.pick(["GET", "POST", "get"]))\n"
    case 16:
      return pad
        + "map {path} {kind} {\n\(pad)\t/a one\n\(pad)\t~^/app/(.*) two-$1\n\(pad)\tdefault none\n\(pad)}\n\(pad)header X-Kind {kind}\n"
    case 17: return pad + "encode gzip\n"
    case 18: return pad + (random.chance(20) ? "abort \(random.pick(["/b", "/a"]))\n" : "header X-Last last\n")
    case 19:
      return pad
        + "root \(random.pick(["/app/* ", "* ", "/sub/* "]))\(root)/\(random.pick(["pages", "site", "site/sub"]))\n"
    case 20: return pad + "request_body {\n\(pad)\tmax_size 1KB\n\(pad)}\n"
    case 21: return random.chance(25) ? pad + broken() + "\n" : proxy(depth)
    case 22: return pad + "respond /text <<END\n\(pad)one {path}\n\(pad)two\n\(pad)END\n"
    case 23: return proxy(depth)
    case 24: return intercept(depth)
    default: return pad + "uri query \(random.pick(["q 5", "-q", "+q 7", "q>z"]))\n"
    }
  }

  /// Lines that Caddy refuses, or that look as if it should.
  private mutating func broken() -> String {
    random.pick([
      "respnd hello", "respond", "file_server { status 500 }", "root", "redir /x 200", "error",
      "handle_errors nope {\n}",
      "respond \"a\" 200 300", "header", "@x path /a", "reverse_proxy ftp://x", "reverse_proxy http://127.0.0.1:1/path",
      "try_files", "rewrite /srv", "root /srv/e", "file_server browse extra", "request_header", "uri strip_prefix",
      "vars a",
      "method", "handle /x y {\n}", "}", "respond `open", "reverse_proxy {\n\t\tnope\n\t}", "header @nope X y",
      "handle {",
      "respond { body x }", "log {\n\t}", "basicauth", "copy_response",
    ])
  }

  private mutating func block(_ depth: Int) -> String {
    var text = ""
    for _ in 0..<(1 + random.below(2)) {
      text += depth > 3 ? tabs(depth) + "respond \"deep {path}\"\n" : directive(depth)
    }
    return text
  }

  private mutating func fileServer(_ depth: Int) -> String {
    let pad = tabs(depth)
    guard random.chance(45) else { return pad + "file_server \(matcher())\n" }
    var text = pad + "file_server \(matcher()){\n"
    for _ in 0..<(1 + random.below(2)) {
      text +=
        pad + "\t"
        + random.pick([
          "status \(random.pick(["200", "503", "{http.error.status_code}", "{query.q}"]))", "index page.html",
          "hide \(random.pick(["*.txt", "/sub", "sub", "page.html"]))", "pass_thru", "disable_canonical_uris",
          "root \(root)/pages",
        ]) + "\n"
    }
    return text + pad + "}\n"
  }

  private mutating func upstream() -> String { "127.0.0.1:\(random.pick(upstreams).port)" }

  private mutating func proxy(_ depth: Int) -> String {
    let pad = tabs(depth)
    let address = random.chance(15) ? upstream() + " " + upstream() : upstream()
    var text = pad + "reverse_proxy \(matcher())\(random.chance(10) ? "http://" : "")\(address) {\n"
    text += pad + "\ttransport http {\n\(pad)\t\tresponse_header_timeout 300ms\n\(pad)\t}\n"
    if address.contains(" ") {
      text += pad + "\tlb_policy first\n"
      if random.chance(60) { text += pad + "\tlb_retries \(1 + random.below(2))\n" }
    }
    if random.chance(10) { text += pad + "\theader_down X-Down down\n" }
    if random.chance(10) { text += pad + "\trewrite /other\n" }
    if random.chance(35) {
      text += pad + "\t@bad status \(random.pick(["502 503 504", "5xx", "4xx 503", "200"]))\n"
      switch random.below(4) {
      case 0: text += pad + "\treplace_status @bad \(random.pick(["500", "200", "204", "{query.q}"]))\n"
      case 1: text += pad + "\thandle_response @bad {\n\(responseBlock(depth + 2))\(pad)\t}\n"
      case 2: text += pad + "\thandle_response {\n\(responseBlock(depth + 2))\(pad)\t}\n"
      default: text += pad + "\thandle_response @bad {\n\(pad)\t\terror \"upstream\" {rp.status_code}\n\(pad)\t}\n"
      }
    }
    return text + pad + "}\n"
  }

  private mutating func responseBlock(_ depth: Int) -> String {
    let pad = tabs(depth)
    return random.pick([
      pad + "error {rp.status_code}\n", pad + "error \"m\" {http.reverse_proxy.status_code}\n",
      pad + "root * \(root)/pages\n" + pad + "rewrite * /{rp.status_code}.html\n" + pad + "file_server\n",
      pad + "root * \(root)/pages\n" + pad + "rewrite * /503.html\n" + pad
        + "file_server {\n\(pad)\tstatus {rp.status_code}\n\(pad)}\n",
      pad + "respond \"was {rp.status_code}\"\n", pad + "copy_response 200\n", pad + "copy_response\n",
      pad + "header X-H h\n" + pad + "copy_response_headers\n" + pad + "respond \"copied\" {rp.status_code}\n",
      pad + "header X-H h\n", pad + "redir /sorry\n",
    ])
  }

  private mutating func intercept(_ depth: Int) -> String {
    let pad = tabs(depth)
    var text = pad + "intercept \(matcher()){\n\(pad)\t@e status \(random.pick(["5xx", "502 503", "4xx", "200"]))\n"
    switch random.below(3) {
    case 0: text += pad + "\treplace_status @e 418\n"
    case 1: text += pad + "\thandle_response @e {\n\(pad)\t\terror \"i\" {resp.status_code}\n\(pad)\t}\n"
    default:
      text +=
        pad
        + "\thandle_response @e {\n\(pad)\t\troot * \(root)/pages\n\(pad)\t\trewrite * /{resp.status_code}.html\n\(pad)\t\tfile_server {\n"
      text += pad + "\t\t\tstatus {resp.status_code}\n\(pad)\t\t}\n\(pad)\t}\n"
    }
    return text + pad + "}\n"
  }

  // MARK: - Errors

  private mutating func errorBlock(argument: Bool) -> String {
    var text = ""
    let blocks = isModern && random.chance(30) ? 2 : 1
    for _ in 0..<blocks {
      let codes =
        isModern && random.chance(45) ? random.pick([" 502 503 504", " 5xx", " 404", " 4xx 502", " 418 500"]) : ""
      text += "\thandle_errors\(codes) {\n"
      if random.chance(70) { text += "\t\troot * \(root)/\(random.pick(["pages", "pages", "missing", "site"]))\n" }
      if random.chance(30) { text += "\t\trequest_header -If-None-Match\n\t\trequest_header -Range\n" }
      if random.chance(40) { text += "\t\theader Cache-Control no-store\n" }
      if random.chance(25) {
        text +=
          "\t\t@five expression `\(random.pick(["{err.status_code} in [502, 503]", "{err.status_code} == '502'", "{err.status_code} >= 500", "{err.code} == 502"]))`\n\t\theader @five Retry-After 30\n"
      }
      let page = argument && random.chance(70) ? (isModern ? "{args[0]}" : "{args.0}") : "{err.status_code}"
      text += random.pick([
        "\t\trewrite * /\(page).html\n\t\tfile_server\n", "\t\ttry_files /\(page).html /error.html\n\t\tfile_server\n",
        "\t\trewrite * /\(page).html\n\t\tfile_server\n", "\t\trespond \"{err.status_code} {err.status_text}\"\n",
        "\t\trespond \"fixed\" 200\n", "\t\trewrite * /{err.code}.html\n\t\tfile_server\n",
        "\t\tredir /sorry\n", "\t\trewrite * /\(page).html\n\t\tfile_server {\n\t\t\tstatus 200\n\t\t}\n",
        "\t\thandle {\n\t\t\trewrite * /error.html\n\t\t\tfile_server\n\t\t}\n", "\t\t\(proxy(2).dropFirst(2))",
        "\t\terror \"again\" 507\n", "\t\theader X-E e\n",
        "\t\ttry_files /\(page).html\n\t\tfile_server {\n\t\t\tpass_thru\n\t\t}\n\t\trespond \"fallback {err.status_code}\"\n",
      ])
      text += "\t}\n"
    }
    return text
  }

  // MARK: - Requests

  mutating func request(port: Int) -> TraceRequest {
    var headers: [TraceRequest.Header] = []
    if random.chance(15) { headers.append(.init("If-None-Match", random.pick(["*", "\"x\""]))) }
    if random.chance(10) {
      headers.append(
        .init("If-Modified-Since", random.pick(["Sat, 01 Jan 2099 00:00:00 GMT", "Sat, 01 Jan 2000 00:00:00 GMT"])))
    }
    if random.chance(12) {
      headers.append(.init("Range", random.pick(["bytes=0-9", "bytes=-5", "bytes=5-", "bytes=99999-", "lines=1-2"])))
    }
    if random.chance(25) { headers.append(.init("X-Test", random.pick(["one", "two"]))) }
    let host = random.pick(Self.hosts)
    let target = random.pick([
      "/", "/a", "/a/b", "/app/x", "/app/", "/page.html", "/sub", "/sub/", "/b/c?q=1", "/nope", "/app/page.html?q=2",
      "/a%2Fb",
      "/Mixed?q=1&q=2", "/text", "/502.html", "//x", "/a/../b", "/page.html/", "/file.txt", "/%7Bpath%7D", "/b",
    ])
    headers.append(.init("Host", "\(host):\(port)"))
    return TraceRequest(
      method: random.pick(["GET", "GET", "GET", "GET", "HEAD", "POST", "OPTIONS"]), host: host, port: port,
      target: .init(target),
      headers: headers, client: "127.0.0.1", headersAreComplete: true)
  }
}
