import ProxyConfig
import TestSupport
import Trace

extension ConfigGenerator {
  mutating func test() -> String {
    random.pick([
      "path_beg /api", "path /app", "path_end .css .txt", "path_dir b", "path_reg ^/a(pi|pp)", "path_sub pp",
      "url_beg /a",
      "path,lower -m beg /api", "path -i -m str /APP", "hdr(host) -i A.test", "hdr_beg(host) -i a.",
      "hdr_dom(host) test",
      "req.hdr(host) -m end .test", "hdr(x-test) one", "hdr_cnt(x-test) gt 0", "req.fhdr(x-test) -m sub ,",
      "method GET HEAD",
      "method POST", "url_param(q) 1", "url_param(q) -m found", "query -m len gt 2", "cook(a) 1",
      "req.cook(b) -m found",
      "src 127.0.0.0/8", "src 10.0.0.0/255.0.0.0", "nbsrv(b1) lt 1", "nbsrv(b2) ge 1", "always_true", "ssl_fc",
      "dst_port 80",
      "path_len gt 4", "path,field(2,/) api app", "path,word(1,/),length 3", "base_beg a.test/app",
      "path -f \(folder)/list.txt",
      "path -m beg -f \(folder)/list.txt", "req.hdr(host),field(1,:) a.test", "hdr_len(host) le 6", "int(3),add(2) 5:6",
      "var(txn.seen) -m found", "path,regsub(/,,g) api", "path,map_beg(\(folder)/paths.map) b1",
    ])
  }

  mutating func condition(_ hasACL: Bool) -> String {
    var terms: [String] = []
    for _ in 0..<random.pick([1, 1, 1, 2]) {
      let mark = random.chance(20) ? "!" : ""
      terms.append(mark + (hasACL && random.chance(40) ? "named" : random.chance(12) ? "METH_GET" : "{ \(test()) }"))
    }
    return random.pick(["if", "if", "if", "unless"]) + " "
      + terms.joined(separator: random.pick([" ", " || ", " or "]))
  }

  private mutating func reply(_ hasSets: Bool, _ status: Int) -> String {
    var ways = [
      "status \(status)", "status \(status) default-errorfiles", "default-errorfiles", "errorfile \(folder)/502.http",
      "status \(status) content-type text/html file \(folder)/page.html",
      "status \(status) content-type text/plain string \"a text\"",
      "content-type text/plain string \"a text\" hdr X-B c",
      "status \(status) content-type text/plain lf-string \"formatted %[var(txn.seen)] %%\"",
    ]
    if hasSets { ways += ["status \(status) errorfiles one", "status 503 errorfiles two"] }
    return random.pick(ways)
  }

  mutating func requestRule(_ hasSets: Bool, _ hasACL: Bool) -> String {
    let status = random.pick([403, 404, 429, 500, 502, 503, 200])
    let rule = random.pick([
      "deny", "deny deny_status \(status)", "deny \(reply(hasSets, status))", "return \(reply(hasSets, status))",
      "return \(reply(hasSets, status))", "reject", "tarpit deny_status \(status)", "allow", "auth realm x",
      "redirect location /new", "redirect location https://n.example%[path]?%[query] code 301",
      "redirect prefix https://n.example", "redirect prefix /x drop-query append-slash code 307",
      "redirect scheme https",
      "set-path /api%[path]", "set-query q=1", "set-uri /app?z", "set-pathq /named%[pathq]", "replace-path /a(.*) /\\1",
      "replace-pathq (.*) \\1&r", "set-header X-Test one", "add-header X-Test two", "del-header X-Test",
      "replace-header X-Test (.*)one(.*) \\2,\\1", "replace-value X-Test two three", "set-header Host b.test",
      "set-var(txn.seen) path,lower", "set-var-fmt(txn.seen) \"%[path]-%[method]\"", "set-method POST",
      "set-header X-Real-IP %[src]", "set-header X-Path %[path]", "del-header X- -m beg",
      "set-header X-Forwarded-Proto http",
      "set-log-level silent",
    ])
    let isFinal = ["deny", "return", "reject", "tarpit", "redirect", "auth", "allow"].contains { rule.hasPrefix($0) }
    return "  http-request \(rule)" + (isFinal || random.chance(50) ? " \(condition(hasACL))" : "")
  }

  mutating func responseRule(_ hasSets: Bool) -> String {
    let status = random.pick([404, 500, 502, 503])
    let rule = random.pick([
      "deny", "deny deny_status \(status)", "return \(reply(hasSets, status))",
      "return status \(status) default-errorfiles",
      "return status \(status) default-errorfiles", "redirect location https://r.example/", "set-status \(status)",
      "set-header X-Test response", "allow",
    ])
    let test = random.pick([
      "status \(status)", "status ge 500", "status 500:503", "status 200", "status 404 503", "var(txn.seen) -m found",
    ])
    return "  http-response \(rule) if { \(test) }"
  }

  mutating func afterRule() -> String {
    "  http-after-response "
      + random.pick([
        "set-header X-Robots-Tag noindex", "set-status 599 if { status 503 }", "add-header X-Test after",
        "set-header Location /moved if { status 302 }", "del-header Location if { status 301 }",
        "allow if { status 404 }",
      ])
  }

  mutating func request() -> Request {
    let path = random.pick([
      "/", "/api", "/api/users", "/app", "/App", "/app/x.css", "/b/c", "/named/1", "/up", "/listed", "/map/x",
      "/late/x",
      "/drop", "/x?q=1", "/api?q=2&r", "/a.txt", "/app?long=query",
    ])
    var request = Request(
      method: random.pick(["GET", "GET", "GET", "POST", "HEAD", "PUT"]), host: "127.0.0.1", port: port,
      target: .init(path), client: "127.0.0.1", headersAreComplete: true)
    request.headers.append(.init("Host", random.pick(["a.test", "b.test", "A.Test:80", "c.test"])))
    if random.chance(30) { request.headers.append(.init("X-Test", random.pick(["one", "two", "one, two", "x,one"]))) }
    if random.chance(15) { request.headers.append(.init("Cookie", random.pick(["a=1", "b=2; a=1"]))) }
    if ["POST", "PUT"].contains(request.method) { request.bodyLength = 5 }
    return request
  }
}
