/// Directives of a site and of blocks inside it.
extension RandomCaddyfile {
  mutating func directive(_ depth: Int) -> String {
    let pad = tabs(depth)
    switch random.below(isModern ? 45 : 42) {
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
    case 24...36: return more(depth)
    case 37: return auth(depth)
    case 38: return php(depth)
    case 39, 40: return proxy(depth)
    case 41: return fileServer(depth)
    case 42, 43: return intercept(depth)
    default: return pad + "uri query \(random.pick(["q 5", "-q", "+q 7", "q>z"]))\n"
    }
  }

  /// Lines that Caddy refuses, or that look as if it should.
  mutating func broken() -> String {
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

  mutating func block(_ depth: Int) -> String {
    var text = ""
    for _ in 0..<(1 + random.below(2)) {
      text += depth > 3 ? tabs(depth) + "respond \"deep {path}\"\n" : directive(depth)
    }
    return text
  }

  mutating func fileServer(_ depth: Int) -> String {
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
}
