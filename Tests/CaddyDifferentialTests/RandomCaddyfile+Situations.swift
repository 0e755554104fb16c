import ProxyConfig
import Trace

/// Files put together from whole situations, as people write them: blocks in blocks, several handlers for answers,
/// conditions defined where they are used. `text` strews single directives instead.
extension RandomCaddyfile {
  mutating func situationText(_ ports: Ports) -> String {
    prepare(ports)
    var text = "{\n\tadmin 127.0.0.1:\(adminPort)\n\tgrace_period 100ms\n\tauto_https off\n"
    if isModern, random.chance(15) {
      text += random.pick(["\torder intercept first\n", "\torder vars after rewrite\n", "\torder error before redir\n"])
    }
    text += "}\n"
    let argument = isModern ? "{args[0]}" : "{args.0}"
    text += "(errpage) {\n\trewrite * /\(argument).html\n\tfile_server\n}\n"
    text += "(headers) {\n\theader {\n\t\tX-Frame \(argument)\n\t\t-X-Gone\n\t\tdefer\n\t}\n}\n"
    if isModern {
      text += "(boxed) {\n\thandle {args[0]} {\n\t\t{block}\n\t}\n}\n"
      text +=
        "&(shared) {\n\t\(random.pick(["respond \"shared {path}\"", "@a path /a*\n\terror @a 503\n\trespond shared", "header X-S s\n\terror \"in shared\" 502"]))\n}\n"
    }
    let addresses = random.pick([
      ["http://:\(ports.http)"], ["http://a.test:\(ports.http)", "http://:\(ports.http)"],
      ["http://a.test:\(ports.http), http://b.test:\(ports.http)", "http://*.a.test:\(ports.http)"],
      ["http://a.test:\(ports.http)/app*", "http://a.test:\(ports.http)"], [":\(ports.http)"],
    ])
    for address in addresses {
      text += address + " {\n\troot * \(root)/\(random.pick(["pages", "site", "site", "missing"]))\n"
      for _ in 0..<(2 + random.below(3)) { text += situation() }
      if random.chance(85) { text += errorSituation() }
      text += "}\n"
    }
    return text
  }

  private mutating func pass(_ options: String = "") -> String {
    "reverse_proxy \(upstream()) {\n\t\ttransport http {\n\t\t\tresponse_header_timeout 300ms\n\t\t}\n\(options)\t}\n"
  }

  /// Something to do at the end of a block.
  private mutating func end() -> String {
    switch random.below(9) {
    case 0...2: pass()
    case 3: "file_server\n"
    case 4:
      "respond \"\(random.pick(["{path}|{uri}|{query}", "{file}.{file.ext} {dir}", "{path.0}/{path.1} {host} {labels.1}", "{re.m.1}{re.1}", "{vars.v} {kind}", "{http.request.orig_uri.path} {method}", "{http.request.uri.path.file} {file.base}", "{header.X-Test} {cookie.a} {port}", "{file_match.relative} {file_match.type} {file_match.remainder}", "{hostport} {scheme} {http.request.orig_method}", "{http.error.status_code} {rp.status_code}"]))\"\n"
    case 5: "error \(random.pick(["404", "\"no way\" 403", "502", "\"{path}\" 503"]))\n"
    case 6:
      "try_files {path} \(random.pick(["/index.html", "/page.html?p={path}", "=404", "{path}/ /nope", "{path}.html =410"]))\n\tfile_server\n"
    case 7: "redir \(random.pick(["https://x.test{uri}", "/new{path} 308", "{path}/ 302", "/login?to={uri}"]))\n"
    default: "respond \(random.pick(["503", "\"text\" 404", "204", "\"\" 500", "\"{err.status_code}\" 418"]))\n"
    }
  }

  private mutating func condition(_ name: String) -> String {
    switch random.below(12) {
    case 0: "\t@\(name) path_regexp m \(random.pick(["^/(\\w+)", "\\.(html|txt)$", "^/app/(?P<tail>.*)$"]))\n"
    case 1:
      "\t@\(name) {\n\t\tfile {\n\t\t\t\(random.pick(["", "root \(root)/pages\n\t\t\t"]))try_files \(random.pick(["{path}", "{path}.html {path}/index.html", "/sub/ /error.html", "{path} =404"]))\n\t\t}\n\t}\n"
    case 2:
      "\t@\(name) {\n\t\tnot path \(random.pick(["/a*", "*.html", "/app/*", "/"]))\n\t\tnot header X-Test two\n\t}\n"
    case 3:
      "\t@\(name) expression \(random.pick(["{method} == 'POST' || {path} == '/a'", "path('/a*', '/b*') && !header({'X-Test': 'two'})", "{http.request.uri.query.q} == '1'", "{path}.size() > 4", "{host}.startsWith('a')", "`{header.X-Test} in ['one', 'two']`", "`{path}.lowerAscii() == '/mixed'`", "`{query.q}.matches('^[0-9]+$')`", "`file({'try_files': ['/page.html']}) && path('/a*')`", "`{vars.v} == 'one'`"]))\n"
    case 4: "\t@\(name) {\n\t\tmethod GET HEAD\n\t\tpath /a* /app/* *.html\n\t}\n"
    case 5: "\t@\(name) vars {path} \(random.pick(["/a", "/a /b", "/app/x"]))\n"
    case 6: "\t@\(name) header \(random.pick(["X-Test one", "X-Test o*", "Accept *json*", "Host a.test*"]))\n"
    case 7: "\t@\(name) query \(random.pick(["q=*", "q=1", "x=y"]))\n"
    case 8: "\t@\(name) {\n\t\tpath /sub* /page.html\n\t\tpath *.html\n\t}\n"
    case 9: "\t@\(name) {\n\t\tnot {\n\t\t\tmethod POST\n\t\t\tpath /a*\n\t\t}\n\t\tnot host b.test\n\t}\n"
    case 10:
      "\t@\(name) path \(random.pick(["/a/../b", "/%61", "/app//*", "/*/page.html", "*/x", "/A/*", "/app/x /b /sub/*", "/a%20b"]))\n"
    default: "\t@\(name) header_regexp \(random.pick(["m X-Test ^(.)", "X-Test t", "Host ^a"]))\n"
    }
  }

  private mutating func situation() -> String {
    matcherCount += 1
    let name = "s\(matcherCount)"
    switch random.below(20) {
    case 0: return condition(name) + "\thandle @\(name) {\n\t\(end())\t}\n"
    case 1:
      return
        "\thandle_path \(random.pick(["/app/*", "/a*", "/sub/*"])) {\n\t\(condition(name))\thandle @\(name) {\n\t\(end())\t}\n\thandle {\n\t\(end())\t}\n\t}\n"
    case 2:
      return condition(name)
        + "\troute \(random.pick(["", "/a* ", "@\(name) "])){\n\t\tvars v \(random.pick(["one", "{path}", "{query.q}"]))\n\t\(condition(name + "i"))\t\(random.pick(["rewrite @\(name)i /page.html", "uri @\(name)i strip_prefix /app", "error @\(name)i \"in route\" 502", "respond @\(name)i \"{vars.v}\" 503", "redir @\(name)i /r", "header @\(name)i X-R \"{re.m.1}\"", "method @\(name)i GET"]))\n\t\(end())\t}\n"
    case 3:
      return
        "\tmap {path} {kind} {v} {\n\t\t~^/(a|b)(.*)$ \"k-${1}\" ${2}\n\t\t/page.html page -\n\t\t~*mixed \"\" m\n\t\tdefault other \(random.pick(["d", "{query.q}"]))\n\t}\n\t@\(name) vars {kind} \(random.pick(["k-a", "page", "other", "\"\""]))\n\t\(random.pick(["respond @\(name) \"{kind}:{v}\"", "header @\(name) X-Kind {kind}", "error @\(name) 404", "rewrite @\(name) /{kind}.html"]))\n"
    case 4:
      return condition(name)
        + "\trewrite @\(name) \(random.pick(["/page.html", "/{re.m.1}.html", "/sub{uri}", "/x?{query}&a=b", "{path}/index.html", "/a?", "?z=9", "/{http.request.uri.path.file}"]))\n"
    case 5:
      return condition(name)
        + "\treverse_proxy @\(name) \(upstream()) {\n\t\ttransport http {\n\t\t\tresponse_header_timeout 300ms\n\t\t}\n\(answers())\t}\n"
    case 6: return "\t" + pass(answers())
    case 7:
      return
        "\t@auth path /b* /a/*\n\tforward_auth @auth \(upstream()) {\n\t\turi /check?u={uri}\n\t\tcopy_headers X-User>X-Name X-Group\n\t\ttransport http {\n\t\t\tresponse_header_timeout 300ms\n\t\t}\n\(random.chance(30) ? "\t\t@denied status 401 403 404\n\t\thandle_response @denied {\n\t\t\tredir /login 302\n\t\t}\n" : "")\t}\n"
    case 8:
      return condition(name)
        + "\terror @\(name) \(random.pick(["404", "\"hidden {path}\" 403", "\"{re.m.1}\" 500", "{query.q}"]))\n"
    case 9:
      guard isModern else { return "\tskip_log /a*\n" }
      return
        "\tintercept {\n\t\t@bad status \(random.pick(["5xx", "404", "4xx 5xx", "403 502"]))\n\t\thandle_response @bad {\n\t\t\(random.pick(["error {resp.status_code}", "respond \"was {http.intercept.status_code}\" 200", "rewrite * /{resp.status_code}.html\n\t\tfile_server {\n\t\t\tstatus {resp.status_code}\n\t\t}", "header X-I i\n\t\tcopy_response_headers {\n\t\t\tinclude X-No\n\t\t}\n\t\trespond {resp.status_code}", "error \"gone\" 410", "redir /i"]))\n\t\t}\n\t\(random.chance(25) ? "\treplace_status 404 410\n\t" : "")}\n"
    case 10:
      return "\timport headers \(random.pick(["one", "\"a b\"", "{path}"]))\n"
        + (isModern && random.chance(60) ? "\timport boxed /a* {\n\t\t\(end())\t}\n" : "")
    case 11:
      return isModern
        ? condition(name) + "\tinvoke \(random.pick(["@\(name) ", "/a* ", ""]))shared\n" : "\timport errpage page\n"
    case 12:
      return
        "\tphp_fastcgi \(random.pick(["", "/app/* ", "/a* "]))127.0.0.1:\(dead()) {\n\t\t\(random.pick(["index page.php", "try_files {path} /page.html =404", "root \(root)/site", "split .php .html", "env X y", "index off", "try_files {path} {path}/page.html /index.php"]))\n\t}\n"
    case 13:
      return
        "\theader \(random.pick(["/a* X-A a", "?X-D \"{path}\"", "-X-Frame", ">X-L late", "+X-Frame more", "X-Frame one ONE", "X-Up .* none"]))\n\theader {\n\t\t\(random.pick(["X-Z {status}", "+X-Z 1\n\t\t+X-Z 2", "?Content-Type text/x-y", "-X-Z\n\t\tX-Y y", ">X-Z (.)one $1"]))\n\t}\n"
    case 14:
      return
        "\turi \(random.pick(["replace /app /a", "strip_suffix .html", "path_regexp /+ /", "replace a b 1", "strip_prefix /app/", "path_regexp ^/(.).*$ /$1", "strip_suffix /index.html"]))\n"
    case 15:
      return
        "\thandle /app/* {\n\t\thandle_path /app/x* {\n\t\t\(end())\t\t}\n\t\troute /app/page.html {\n\t\t\turi strip_prefix /app\n\t\t\(end())\t\t}\n\t\t\(end())\t}\n"
    case 16: return condition(name) + "\tabort @\(name)\n\trespond /b* \"b {uri}\"\n"
    case 17:
      return
        "\tfile_server \(random.pick(["/a*", "/sub/*", "*.html", "/page.html"])) {\n\t\t\(random.pick(["pass_thru", "status {query.q}", "root \(root)/site/sub", "hide page.html", "index page.html error.html", "precompressed gzip br", "disable_canonical_uris", "browse"]))\n\t}\n"
    case 18:
      return
        "\tmethod \(random.pick(["/a* PUT", "GET", "{query.q}"]))\n\trequest_header \(random.pick(["-X-Test", "X-Test one", "X-Test ^(.) $1$1", "+X-Test two", "Range bytes=0-1", "-Range", "If-None-Match *", "Accept application/json"]))\n"
    default: return "\t\(end())"
    }
  }

  private mutating func dead() -> Int { upstreams.first { $0.failure == .refused }?.port ?? 1 }

  /// What is done with an upstream's answer.
  private mutating func answers() -> String {
    var text = ""
    let conditions = [
      "status 404", "status 5xx", "status 200 204", "header X-Accel *", "header Content-Type *json*", "status 3xx",
    ]
    for index in 0..<(1 + random.below(2)) {
      text +=
        "\t\t@r\(index) {\n\t\t\t\(random.pick(conditions))\n\t\t\t\(random.pick(["", "", "header Content-Type application/json"]))\n\t\t}\n"
      let block = random.pick([
        "error {rp.status_code}", "@p path /a*\n\t\t\trespond @p \"a {rp.status_text}\" 502\n\t\t\terror \"down\" 503",
        "copy_response 418",
        "rewrite * /error.html\n\t\t\tfile_server {\n\t\t\t\tstatus {rp.status_code}\n\t\t\t}",
        "import errpage {rp.status_code}",
        "handle /a* {\n\t\t\t\terror 504\n\t\t\t}\n\t\t\thandle {\n\t\t\t\tcopy_response\n\t\t\t}",
        "header X-Rp {rp.status_code}",
        "reverse_proxy \(upstream()) {\n\t\t\t\ttransport http {\n\t\t\t\t\tresponse_header_timeout 300ms\n\t\t\t\t}\n\t\t\t}",
        "copy_response_headers {\n\t\t\t\texclude Content-Type\n\t\t\t}\n\t\t\trespond \"x\" {rp.status_code}",
        "redir {rp.header.Location} 302",
        "vars v {rp.status_code}\n\t\t\trespond \"v={vars.v}\" 200",
        "try_files /{rp.status_code}.html /error.html\n\t\t\tfile_server", "respond \"\" 503",
      ])
      text += "\t\thandle_response @r\(index) {\n\t\t\t\(block)\n\t\t}\n"
    }
    if random.chance(15) { text += "\t\treplace_status \(random.pick(["404 410", "@r0 599"]))\n" }
    return text
  }

  private mutating func errorSituation() -> String {
    if isModern, random.chance(45) {
      var text = ""
      for codes in ["5xx", "404 403", "", "502", "4xx"].shuffled(using: &random).prefix(1 + random.below(3)) {
        text += "\thandle_errors \(codes) {\n\(errorBody())\t}\n"
      }
      return text
    }
    return "\thandle_errors {\n\(errorBody())\t}\n"
  }

  private mutating func errorBody() -> String {
    let folder = random.pick(["pages", "pages", "site", "missing"])
    let start = random.pick([
      "\t\troot * \(root)/\(folder)\n", "", "\t\theader Cache-Control no-store\n\t\troot * \(root)/\(folder)\n",
    ])
    return start
      + random.pick([
        "\t\t@json header Accept *json*\n\t\thandle @json {\n\t\t\trespond `{\"code\":{err.status_code}}` {err.status_code}\n\t\t}\n\t\thandle {\n\t\t\timport errpage {err.status_code}\n\t\t}\n",
        "\t\t@4xx expression `{err.status_code} >= 400 && {err.status_code} < 500`\n\t\trespond @4xx \"client {err.status_code}\"\n\t\trespond \"server {err.status_code} {err.status_text}\"\n",
        "\t\t@have file /{err.status_code}.html /error.html\n\t\trewrite @have {file_match.relative}\n\t\tfile_server @have\n\t\trespond \"bare {err.status_code}\" {err.status_code}\n",
        "\t\timport errpage \(random.pick(["502", "error", "{err.status_code}", "nothing"]))\n",
        "\t\t@app path /app/*\n\t\thandle @app {\n\t\t\trespond \"app {path} {err.message}\" 500\n\t\t}\n\t\trewrite * /error.html?was={err.status_code}\n\t\tfile_server\n",
        "\t\ttry_files /{err.status_code}.html /error.html\n\t\tfile_server {\n\t\t\tstatus \(random.pick(["200", "{err.status_code}", "{query.q}"]))\n\t\t}\n",
        "\t\t\(pass(random.chance(50) ? "\t\trewrite /sorry?code={err.status_code}\n" : ""))",
        "\t\troute {\n\t\t\tvars v {err.status_code}\n\t\t\trewrite * /{vars.v}.html\n\t\t\tfile_server\n\t\t}\n",
        "\t\thandle_path /app/* {\n\t\t\tfile_server\n\t\t}\n\t\terror \"second\" 500\n",
        "\t\tmap {err.status_code} {title} {file} {\n\t\t\t502 \"Bad\" /502.html\n\t\t\t~^4 \"Yours\" /404.html\n\t\t\tdefault \"Odd\" /error.html\n\t\t}\n\t\theader X-Title \"{title}\"\n\t\trewrite * {file}\n\t\tfile_server\n",
        "\t\trespond <<HTML\n\t\t\t<h1>{err.status_code}</h1>\n\t\t\t  {err.status_text} {http.request.orig_uri}\n\t\t\tHTML \(random.pick(["", "500", "{err.status_code}"]))\n",
        "\t\turi replace / /\n\t\trewrite * /{err.status_code}.html\n\t\trequest_header -If-None-Match\n\t\trequest_header -Range\n\t\tfile_server\n",
        "\t\tredir https://status.test/?c={err.status_code} 302\n", "\t\theader X-Only yes\n",
        "\t\tmethod GET\n\t\ttry_files {err.status_code}.html\n\t\tfile_server\n",
      ])
  }
}
