/// Conditions on requests, named and in front of arguments.
extension RandomCaddyfile {
  mutating func matcherDefinition(_ depth: Int) -> String {
    matcherCount += 1
    let name = "@m\(matcherCount)"
    let pad = tabs(depth)
    switch random.below(7) {
    case 0: return pad + name + " " + simpleMatcher() + "\n"
    case 1: return pad + name + " {\n" + pad + "\t" + simpleMatcher() + "\n" + pad + "\tmethod GET HEAD\n" + pad + "}\n"
    case 2: return pad + name + " not " + simpleMatcher() + "\n"
    case 3: return pad + name + " expression `\(expression())`\n"
    case 4: return pad + name + " `\(expression())`\n"
    case 5:
      return pad + name + " {\n" + pad + "\t" + simpleMatcher() + "\n" + pad + "\t" + simpleMatcher() + "\n" + pad
        + "}\n"
    default:
      let second = random.chance(40) ? pad + "\t\t" + simpleMatcher() + "\n" : ""
      return pad + name + " {\n" + pad + "\tnot {\n" + pad + "\t\t" + simpleMatcher() + "\n" + second + pad + "\t}\n"
        + pad
        + "}\n"
    }
  }

  mutating func simpleMatcher() -> String {
    switch random.below(20) {
    case 0: return "path \(path()) \(path())"
    case 1:
      return
        "path \(random.pick(["/a*", "/app/*", "*.html", "*b*", "/A", "/app/?", "//x", "/a%2fb", "/%2a", "/a/*/c", "*", "/*.html"]))"
    case 2: return "method \(random.pick(["GET", "POST", "HEAD", "PUT", "get"]))"
    case 3:
      return
        "path_regexp \(random.pick(["", "name "]))\(random.pick(["^/([a-z]+)/(.*)$", "\\.html$", "^/app/?(?P<rest>.*)", "b+", "(?i)^/MIXED", "^/(a|b)$"]))"
    case 4: return "header X-Test \(random.pick(["one", "*", "o*", "*e", "*n*", "\"\"", "two"]))"
    case 5: return "header !X-Test"
    case 6: return "query \(random.pick(["q=1", "q=*", "x=y q=1", "q=1 q=2", "\"\"", "q="]))"
    case 7: return "host \(random.pick(["a.test", "*.test", "b.test a.test", "*.a.test", "A.TEST"]))"
    case 8: return "protocol \(random.pick(["http", "https", "HTTP", "http/1.1", "http/2"]))"
    case 9:
      return
        "file \(random.pick(["{path}", "/index.html", "{path} {path}/index.html", "/sub/ /502.html", "*.txt"]))"
    case 10: return "vars color \(random.pick(["red", "blue", "{query.q}", "red blue"]))"
    case 11: return "header_regexp \(random.pick(["h ", ""]))X-Test \(random.pick(["^o(.)", "t+", "(?i)ONE", "^$"]))"
    case 12: return "vars_regexp color \(random.pick(["^r", "blue|green", "(e)d"]))"
    case 13: return "vars \(random.pick(["{path} /a /b", "{method} GET", "{query.q} 1"]))"
    case 14: return "header Host \(random.pick(["a.test*", "b.test*", "*"]))"
    case 15 where isModern: return "client_ip \(random.pick(["127.0.0.1", "10.0.0.0/8", "private_ranges"]))"
    case 16: return "remote_ip \(random.pick(["private_ranges", "::1", "127.0.0.1/32 10.0.0.1"]))"
    case 17: return "header_regexp X-Test \(random.pick(["^(?P<first>.)", "[aeiou]"]))"
    case 18: return "path \(random.pick(["/APP/*", "/app/../b", "/sub/*.html", "/page.htm?"])) \(path())"
    default: return "remote_ip \(random.pick(["127.0.0.1", "10.0.0.0/8", "127.0.0.0/8"]))"
    }
  }

  mutating func expression() -> String {
    random.pick([
      "{http.request.method} == 'GET'", "{path}.startsWith('/app')", "path('/a*') || method('POST')",
      "{query.q} == '1' && !path('/b')", "{http.request.uri.path} in ['/', '/a', '/app/x']", "{header.X-Test} != ''",
      "method('GET', 'HEAD') && path('*.html')", "{http.vars.color} == 'red'", "size({path}) > 3",
      "{path}.matches('^/a+$')", "{http.request.port} > 1000", "!({method} == 'GET')", "{path}.endsWith('.html')",
      "{path}.contains('b') && {query} == ''", "host('a.test')", "header({'X-Test': 'one'})", "query({'q': '1'})",
      "{host} == 'a.test' ? path('/a*') : method('GET')", "path_regexp('^/[a-z]+$')", "protocol('http')",
      "remote_ip('127.0.0.1')", "{method} in ['GET', 'POST'] || {path} == '/b'", "file('/index.html')",
      "path_regexp('name', '^/([a-z]+)')", "header_regexp('h', 'X-Test', '^o')", "int({query.q}) > 1",
      "{path} == \"/a\" && true", "{vars.color} == null", "{query.q} != '' && {query.q} != null",
      isModern ? "vars({'color': 'red'})" : "{http.vars.color} == 'blue'",
    ])
  }

  mutating func path() -> String {
    random.pick(["/", "/*", "/a", "/a*", "/app/*", "/app", "/b/*", "*.html", "/page.html", "/sub/*", "/Mixed", "/a/b"])
  }

  /// A matcher in front of a directive's arguments, with its blank, or nothing.
  mutating func matcher() -> String {
    switch random.below(6) {
    case 0: path().hasPrefix("/") ? "/app/* " : ""
    case 1: random.pick(["/a ", "/a* ", "/app/* ", "/b ", "/page.html ", "/sub/* ", "* "])
    case 2 where matcherCount > 0: "@m\(1 + random.below(matcherCount)) "
    default: ""
    }
  }
}
