import ProxyConfig
import Trace

/// Requests with and without conditions, ranges and headers.
extension RandomCaddyfile {
  mutating func request() -> Request {
    let isEncrypted = hasTLS && random.chance(60)
    let port = isEncrypted ? ports.https : ports.http
    var headers: [Request.Header] = []
    if random.chance(15) { headers.append(.init("If-None-Match", random.pick(["*", "\"x\""]))) }
    if random.chance(10) {
      headers.append(
        .init("If-Modified-Since", random.pick(["Sat, 01 Jan 2099 00:00:00 GMT", "Sat, 01 Jan 2000 00:00:00 GMT"])))
    }
    if random.chance(12) {
      headers.append(.init("Range", random.pick(["bytes=0-9", "bytes=-5", "bytes=5-", "bytes=99999-", "lines=1-2"])))
    }
    if random.chance(6) { headers.append(.init("If-Range", random.pick(["\"x\"", "Sat, 01 Jan 2099 00:00:00 GMT"]))) }
    if random.chance(5) { headers.append(.init("If-Match", random.pick(["*", "\"x\""]))) }
    if random.chance(5) { headers.append(.init("If-Unmodified-Since", "Sat, 01 Jan 2000 00:00:00 GMT")) }
    if random.chance(15) { headers.append(.init("Accept", random.pick(["text/html", "application/json"]))) }
    if random.chance(5) { headers.append(.init("Cookie", "a=1; color=red")) }
    if random.chance(25) { headers.append(.init("X-Test", random.pick(["one", "two"]))) }
    let host = random.pick(Self.hosts)
    let target = random.pick([
      "/", "/a", "/a/b", "/app/x", "/app/", "/page.html", "/sub", "/sub/", "/b/c?q=1", "/nope", "/app/page.html?q=2",
      "/a%2Fb",
      "/Mixed?q=1&q=2", "/text", "/502.html", "//x", "/a/../b", "/page.html/", "/file.txt", "/%7Bpath%7D", "/b",
      "/?q=2", "/app", "/index.html", "/pages/", "/a/x/c", "/error.html?q=503", "/file", "/sub/page.html?x=y&q=1",
      "/%41",
      "/index.txt", "/a%20b", "/app/../b", "/./a", "/app//x", "/b?q",
    ])
    headers.append(.init("Host", "\(host):\(port)"))
    var request = Request(
      method: random.pick(["GET", "GET", "GET", "GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE"]),
      scheme: isEncrypted ? .https : .http, host: host, port: port,
      target: .init(target),
      headers: headers, client: "127.0.0.1", headersAreComplete: true)
    if !isEncrypted, ["POST", "PUT"].contains(request.method), random.chance(60) {
      request.bodyLength = random.pick([5, 3_000])
    }
    return request
  }
}
