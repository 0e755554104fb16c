import TestSupport
import Trace

/// Writes random configurations of what people write, and requests for them.
struct ConfigGenerator {
  var random: SeededRandom
  let servers: [(port: Int, failure: Failure)]
  let folder: String
  let port: Int

  /// The files every configuration may name, by path below the folder.
  static let files: [String: String] = [
    "503.http": response("503 Service Unavailable", "page 503"), "502.http": response("502 Bad Gateway", "page 502"),
    "504.http": response("504 Gateway Timeout", "page 504"), "500.http": response("500 Oops", "page 500"),
    "403.http": response("403 Forbidden", "page 403"), "404.http": response("404 Not Found", "page 404"),
    "other503.http": response("503 Service Unavailable", "other page 503"),
    "lie.http": response("200 OK", "page that lies"), "empty.http": "", "bare.http": "HTTP/1.0 503 X\r\nA: b\r\n\r\n",
    "away.http": "HTTP/1.1 302 Found\r\nLocation: https://away.example/\r\nContent-Length: 0\r\n\r\n",
    "page.html": "<h1>a page</h1>", "empty.html": "", "hosts.map": "a.test b1\nb.test b2\n# none\nc.test  nowhere x\n",
    "paths.map": "/api b1\n/app b2\n", "list.txt": "# agents\n/listed\n  /more\n",
  ]

  private static func response(_ status: String, _ body: String) -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: text/html\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  mutating func configuration() -> String {
    var lines: [String] = []
    if random.chance(20) { lines += ["global", "  tune.bufsize 32768"] }
    let hasSets = random.chance(50)
    if hasSets, random.chance(50) { lines += sets() }
    lines += [
      "defaults base", "  mode http", "  timeout connect 100ms", "  timeout client 5s", "  timeout server 600ms",
    ]
    for _ in 0..<random.number(0...2) { lines.append(page(hasSets)) }
    if random.chance(40) { lines.append("  retries \(random.number(0...2))") } else { lines.append("  retries 1") }
    if random.chance(30) { lines.append("  option redispatch") }
    if random.chance(8) { lines.append(responseRule(hasSets)) }
    if random.chance(20) {
      lines += [
        "defaults second from base", "  " + random.pick(["retries 0", "errorloc 503 /second", "option allbackups"]),
      ]
      lines.append(
        "defaults third\n  mode http\n  timeout connect 100ms\n  timeout client 5s\n  timeout server 600ms\n  retries 0"
      )
    }
    let backends = ["b1", "b2", "b3"]
    if random.chance(50) {
      for name in backends { lines += backend(name, hasSets) }
      lines += frontend(hasSets)
    } else {
      lines += frontend(hasSets)
      for name in backends { lines += backend(name, hasSets) }
    }
    if hasSets, !lines.contains("http-errors one") { lines += sets() }
    return lines.joined(separator: "\n") + "\n"
  }

  private func sets() -> [String] {
    [
      "http-errors one", "  errorfile 503 \(folder)/503.http", "  errorfile 502 \(folder)/502.http",
      "  errorfile 404 \(folder)/404.http", "http-errors two", "  errorfile 503 \(folder)/other503.http",
      "  errorfile 403 \(folder)/403.http", "  errorfile 200 \(folder)/lie.http",
    ]
  }

  mutating func page(_ hasSets: Bool) -> String {
    let code = random.pick([503, 503, 503, 502, 502, 504, 500, 403, 404, 200, 401])
    let file = random.pick(["503.http", "502.http", "other503.http", "lie.http", "bare.http", "away.http", "504.http"])
    var ways = [
      "errorfile \(code) \(folder)/\(file)", "errorfile \(code) \(folder)/\(file)",
      "\(random.pick(["errorloc", "errorloc302", "errorloc303"])) \(code) \(random.pick(["/sorry", "https://s.example/x"]))",
      "http-error status \(code) default-errorfiles", "http-error status \(code)",
      "http-error status \(code) errorfile \(folder)/\(file)",
      "http-error status \(code) content-type text/html file \(folder)/page.html hdr X-A b",
      "http-error status \(code) content-type \"text/plain; charset=utf-8\" string \"down at the moment\"",
      "http-error status \(code) content-type text/plain lf-string \"at %[path] of %[hdr(host)]\"",
      "http-error status \(code) content-type text/html lf-file \(folder)/page.html",
    ]
    if random.chance(5) { ways.append("errorfile \(code) \(folder)/empty.http") }
    if hasSets {
      ways += [
        "errorfiles one", "errorfiles two 503", "errorfiles two 403 503", "http-error status \(code) errorfiles two",
      ]
    }
    return "  " + random.pick(ways)
  }

  private mutating func frontend(_ hasSets: Bool) -> [String] {
    let isListen = random.chance(15)
    var lines = [
      "\(isListen ? "listen" : "frontend") web\(random.chance(30) ? " from base" : "")", "  bind 127.0.0.1:\(port)",
    ]
    if random.chance(40) { lines += ["  acl named \(test())", "  acl named path_beg /named"] }
    let hasACL = lines.count > 2
    for _ in 0..<random.number(0...2) { lines.append(page(hasSets)) }
    if random.chance(15) { lines.append("  monitor-uri /up") }
    if random.chance(10) { lines.append("  monitor fail if { nbsrv(b1) lt 1 }") }
    if random.chance(10) { lines.append("  tcp-request content reject if { path_beg /drop }") }
    for _ in 0..<random.number(0...3) { lines.append(requestRule(hasSets, hasACL)) }
    if random.chance(20) { lines.append(responseRule(hasSets)) }
    if random.chance(30) { lines.append(afterRule()) }
    for _ in 0..<random.number(0...2) {
      lines.append("  use_backend \(random.pick(["b1", "b2", "b3"])) \(condition(hasACL))")
    }
    if random.chance(15) {
      lines.append("  use_backend %[req.hdr(host),lower,map(\(folder)/hosts.map,b3)] if { path_beg /map }")
    }
    if random.chance(10) {
      let kind = random.pick(["beg", "dir", "dom", "sub", "end"])
      lines.append("  use_backend %[path,map_\(kind)(\(folder)/paths.map)]")
    }
    if random.chance(10) { lines.append("  redirect prefix https://late.example if { path_beg /late }") }
    if isListen { lines += serverLines() }
    if random.chance(90) { lines.append("  default_backend \(random.pick(["b1", "b1", "b2"]))") }
    return lines
  }

  private mutating func backend(_ name: String, _ hasSets: Bool) -> [String] {
    var lines = ["backend \(name)\(random.chance(30) ? " from base" : "")"]
    if random.chance(5) { lines.append("  disabled") }
    for _ in 0..<random.number(0...2) { lines.append(page(hasSets)) }
    for _ in 0..<random.number(0...1) { lines.append(requestRule(hasSets, false)) }
    for _ in 0..<random.number(0...2) { lines.append(responseRule(hasSets)) }
    if random.chance(20) { lines.append(afterRule()) }
    if random.chance(15) { lines.append("  option redispatch\(random.chance(30) ? " 1" : "")") }
    if random.chance(20) {
      let more = random.pick(["", " except 127.0.0.0/8", " header X-Client", " if-none"])
      lines.append("  option forwardfor\(more)")
    }
    if random.chance(10) { lines.append("  option allbackups") }
    if random.chance(15) { lines.append("  balance \(random.pick(["first", "leastconn", "source", "random"]))") }
    if random.chance(20) {
      let on = random.pick([
        "all-retryable-errors", "conn-failure 503", "response-timeout", "none", "empty-response 404",
      ])
      lines.append("  retry-on \(on)")
    }
    if random.chance(5) { return lines }
    return lines + serverLines()
  }

  private mutating func serverLines() -> [String] {
    (0..<random.pick([1, 1, 1, 1, 1, 2])).map { number in
      var line = "  server s\(number) 127.0.0.1:\(random.pick(servers).port)"
      if random.chance(8) { line += " disabled" }
      if random.chance(8) { line += " weight 0" }
      if number > 0, random.chance(50) { line += " backup" }
      return line
    }
  }
}
