/// Directives met less often.
extension RandomCaddyfile {
  mutating func more(_ depth: Int) -> String {
    let pad = tabs(depth)
    switch random.below(26) {
    case 0:
      return pad + "respond \(matcher()){\n\(pad)\tbody \"block {method}\"\n"
        + (random.chance(50) ? pad + "\tclose\n" : "") + pad + "}\n"
    case 1:
      return pad
        + "header \(matcher()){\n\(pad)\tX-B \"b {path}\"\n\(pad)\t-X-Page\n\(pad)\t+X-B c\n\(pad)\tX-R x y\n\(pad)}\n"
    case 2:
      guard isModern else { return pad + "header X-Old old\n" }
      return pad
        + "header {\n\(pad)\tX-M m\n\(pad)\tmatch status \(random.pick(["5xx", "200 404", "502"]))\n\(pad)}\n"
    case 3: return pad + "header \(random.pick([">X-Deferred later", "?X-Default d", "-X-*", "X-Page one two"]))\n"
    case 4: return pad + "file_server \(random.pick(["browse", "/sub/* browse"]))\n"
    case 5:
      return pad
        + "file_server {\n\(pad)\tprecompressed \(random.pick(["gzip", "br gzip"]))\n\(pad)\tindex \(random.pick(["page.html", "index.html nope.html", "nope"]))\n\(pad)}\n"
    case 6:
      return pad + (isModern ? "basic_auth" : "basicauth")
        + " \(matcher()){\n\(pad)\tbob $2a$14$Zkx19XLiW6VYouLHR5NmfOFU0z2GTNmpkT/5qqR7hx4IjWJPDhjvG\n\(pad)}\n"
    case 7: return pad + "templates\n"
    case 8: return pad + "encode zstd gzip\n"
    case 9: return depth == 1 ? pad + "log\n" : pad + "header X-Log no\n"
    case 10:
      return pad
        + "redir \(matcher()){path}/x{query} \(random.pick(["301", "temporary", "308", "{query.q}", "html"]))\n"
    case 11:
      return pad
        + "rewrite \(random.pick(["@m1 ", "* ", "/b "]))\(random.pick(["{path}.html", "/{query.q}", "/sub/page.html?{query}", "?", "/a b", "{http.request.orig_uri}"]))\n"
    case 12:
      return pad
        + "uri \(random.pick(["strip_prefix app", "strip_prefix /APP", "replace {query.q} y", "strip_suffix /", "path_regexp ^/app/(.*)$ /$1", "replace . _ 1"]))\n"
    case 13:
      return pad
        + "try_files \(random.pick(["{path} {path}.html", "{path}/index.html =404", "/sub/index.html", "{path}/", "{file}"])) {\n\(pad)\tpolicy \(random.pick(["first_exist", "smallest_size", "largest_size"]))\n\(pad)}\n"
    case 14: return pad + "vars {\n\(pad)\tcolor {$JUDGE_COLOR:blue}\n\(pad)\tsize 5\n\(pad)}\n"
    case 15: return pad + "header X-Env \"{$JUDGE_UNSET:fallback}-{$JUDGE_COLOR}\"\n"
    case 16:
      return pad
        + "map {query.q} {one} {two} {\n\(pad)\t1 a b\n\(pad)\t2 c -\n\(pad)\t~^(5..)$ \"${1}\" x\n\(pad)\tdefault d e\n\(pad)}\n\(pad)header X-Map \"{one}{two}\"\n"
    case 17:
      return pad
        + "error \(matcher())\(random.pick(["{query.q}", "\"x\" {query.q}", "503", "\"\" 404", "1000", "99", "\"a\" 099"]))\n"
    case 18:
      return pad
        + "request_header \(random.pick(["X-Test two", "-X-Test", "X-Test ^o(.*)$ z$1", "+X-Test three", "Host b.test", "-Host"]))\n"
    case 19:
      guard let name = snippets.filter({ ["tag", "outer", "wrap"].contains($0) }).first else {
        return pad + "header X-No no\n"
      }
      if name == "wrap" { return pad + "import wrap {\n\(pad)\trespond \"wrapped {path}\"\n\(pad)}\n" }
      return pad
        + "import \(random.pick(["tag", "outer"])) \(random.pick(["word 200", "word", "\"two words\" 503", "a 404 c"]))\n"
    case 20 where snippets.contains("named"): return pad + "invoke \(matcher())named\n"
    case 21: return pad + "handle_path \(random.pick(["/app*", "/sub/*", "/a/*"])) {\n\(pad)\tfile_server\n\(pad)}\n"
    case 22: return pad + "handle \(random.pick(["/a/*", "/app/*", "@m1", ""])) {\n\(proxy(depth + 1))\(pad)}\n"
    case 23:
      return pad
        + "route {\n\(pad)\trewrite \(random.pick(["/a*", "*"])) /page.html\n\(pad)\trespond /page.html \"routed\"\n\(pad)\tfile_server\n\(pad)}\n"
    case 24: return pad + "method \(random.pick(["@m1 POST", "{query.q}", "DELETE"]))\n"
    default: return pad + "respond /h <<\"X\"\n\(pad)\(pad)y\n\(pad)X\n"
    }
  }
}
