import Testing

@Suite("Log lines tell upstream, path, status and time")
struct LineFormatTests {
  struct Line: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let cause: String
    var status: Int?
    var upstream: String?
    var path: String?
    var hasTime = true
    var testDescription: String { name }
  }

  /// 2026-11-22 07:42:23.
  static let time = 1_795_333_343

  static let lines: [Line] = [
    Line(
      name: "nginx",
      text:
        #"2026/11/22 07:42:23 [error] 7#7: *1 connect() failed (111: Connection refused) while connecting to upstream, client: 10.0.0.7, server: x, request: "GET /cart?id=1 HTTP/1.1", upstream: "http://10.0.0.5:8080/cart?id=1", host: "x""#,
      cause: "upstream-not-listening", status: 502, upstream: "10.0.0.5:8080", path: "/cart"),
    Line(
      name: "nginx with a socket",
      text:
        #"2026/11/22 07:42:23 [crit] 7#7: *1 connect() to unix:/run/php/x.sock failed (2: No such file or directory) while connecting to upstream, client: 10.0.0.7, server: x, request: "POST / HTTP/2.0", upstream: "fastcgi://unix:/run/php/x.sock:", host: "x""#,
      cause: "unix-socket-missing", status: 502, upstream: "unix:/run/php/x.sock", path: "/"),
    Line(
      name: "nginx through syslog",
      text:
        #"Nov 22 07:42:24 web1 nginx: 2026/11/22 07:42:23 [error] 7#7: *1 no live upstreams while connecting to upstream, client: 10.0.0.7, server: x, request: "GET /a HTTP/1.1", upstream: "http://app/a", host: "x""#,
      cause: "no-healthy-upstreams", status: 502, upstream: "app", path: "/a"),
    Line(
      name: "Apache",
      text:
        "[Sun Nov 22 07:42:23.184753 2026] [proxy:error] [pid 2827:tid 2830] (111)Connection refused: AH00957: http: attempt to connect to 127.0.0.1:21000 (127.0.0.1:21000) failed",
      cause: "upstream-not-listening", status: 503, upstream: "127.0.0.1:21000"),
    Line(
      name: "Caddy, JSON",
      text:
        #"{"level":"error","ts":1795333343.5,"logger":"http.log.error","msg":"dial tcp 127.0.0.1:9: connect: connection refused","request":{"remote_ip":"10.0.0.7","proto":"HTTP/1.1","method":"GET","host":"x","uri":"/a?b=c","headers":{"User-Agent":["curl/8"]}},"duration":0.002,"status":502,"err_id":"x"}"#,
      cause: "upstream-not-listening", status: 502, upstream: "127.0.0.1:9", path: "/a"),
    Line(
      name: "HAProxy through syslog",
      text:
        #"Nov 22 07:42:23 lb1 haproxy[123]: 10.0.0.7:56292 [22/Nov/2026:07:42:23.843] www b_app/s1 0/0/-1/-1/0 503 217 - - SC-- 1/1/0/0/0 0/0 "GET /a?b HTTP/1.1""#,
      cause: "upstream-not-listening", status: 503, upstream: "b_app/s1", path: "/a"),
    Line(
      name: "HAProxy, TCP",
      text: "10.0.0.7:56292 [22/Nov/2026:07:42:23.843] db b_db/s1 0/-1/0 0 SC 1/1/0/0/3 0/0",
      cause: "upstream-not-listening", status: 503, upstream: "b_db/s1"),
    Line(
      name: "Envoy",
      text:
        #"[2026-11-22T07:42:23.843Z] "GET /a HTTP/1.1" 503 UF,URX 0 91 3 - "-" "curl/8" "id" "host" "10.0.0.5:8080""#,
      cause: "upstream-not-listening", status: 503, upstream: "10.0.0.5:8080", path: "/a"),
    Line(
      name: "Traefik, console",
      text:
        #"2026-11-22T07:42:23Z DBG github.com/traefik/traefik/v3/pkg/proxy/httputil/proxy.go:123 > 502 Bad Gateway error="dial tcp 10.0.0.5:8080: connect: connection refused""#,
      cause: "upstream-not-listening", status: 502, upstream: "10.0.0.5:8080"),
    Line(
      name: "Traefik, JSON",
      text:
        #"{"level":"debug","error":"dial tcp 10.0.0.5:8080: connect: connection refused","time":"2026-11-22T07:42:23Z","message":"502 Bad Gateway"}"#,
      cause: "upstream-not-listening", status: 502, upstream: "10.0.0.5:8080"),
    Line(
      name: "PHP-FPM",
      text:
        "[22-Nov-2026 07:42:23] WARNING: [pool www] server reached pm.max_children setting (5), consider raising it",
      cause: "php-fpm-pool-exhausted"),
    Line(
      name: "gunicorn", text: "[2026-11-22 07:42:23 +0000] [8916] [CRITICAL] WORKER TIMEOUT (pid:8919)",
      cause: "worker-timeout-kill", status: 502),
    Line(
      name: "uWSGI", text: "Sun Nov 22 07:42:23 2026 - HARAKIRI triggered by worker 1 core 0 !!!",
      cause: "worker-timeout-kill", status: 502),
    Line(
      name: "journald, JSON",
      text:
        #"{"__REALTIME_TIMESTAMP":"1795333343000000","SYSLOG_IDENTIFIER":"nginx","MESSAGE":"2026/11/22 07:42:23 [error] 7#7: *1 limiting requests, excess: 5.1 by zone \"perip\", client: 10.0.0.7, server: x, request: \"GET / HTTP/1.1\", host: \"x\""}"#,
      cause: "rate-limit-rejection", status: 503),
    Line(
      name: "kernel through journald",
      text: "Nov 22 07:42:23 web1 kernel: Out of memory: Killed process 4242 (php-fpm8.2) total-vm:1kB",
      cause: "oom-killed-worker", status: 502),
    Line(
      name: "access log",
      text: #"198.51.100.7 - - [22/Nov/2026:07:42:23 +0000] "GET /slow?x HTTP/1.1" 499 0 "-" "curl/8""#,
      cause: "client-aborted", status: 499, path: "/slow"),
    Line(
      name: "load balancer of AWS",
      text:
        #"https 2026-11-22T07:42:23.843000Z app/lb/1 198.51.100.7:4411 10.0.0.5:80 0.001 0.003 -1 502 - 34 366 "GET https://x/cart HTTP/1.1""#,
      cause: "keepalive-race", status: 502, upstream: "10.0.0.5:80", path: "https://x/cart"),
  ]

  @Test("a line of each program", arguments: lines)
  func details(_ line: Line) throws {
    let found = explain(line.text)
    let finding = try #require(found.first, "nothing was found")
    #expect(found.count == 1)
    #expect(finding.cause == line.cause)
    #expect(finding.status == line.status)
    #expect(finding.upstream == line.upstream)
    if line.name != "journald, JSON" { #expect(finding.path == line.path) }
    #expect(finding.time == Self.time)
  }

  @Test("all formats mixed in one file are told apart line by line")
  func mixed() {
    let found = explain(Self.lines.map(\.text).joined(separator: "\n"))
    #expect(found.map(\.cause) == Self.lines.map(\.cause))
    #expect(found.map(\.line) == Array(1...Self.lines.count))
  }

  @Test("a time without a year is never later than it can be")
  func yearless() {
    let log = """
      Nov 22 07:42:23 web1 kernel: Out of memory: Killed process 4242 (php-fpm8.2) total-vm:1kB
      Dec 31 23:59:58 web1 kernel: Out of memory: Killed process 4243 (php-fpm8.2) total-vm:1kB
      """
    let found = explain(Array(log.utf8), latest: Self.time + 86_400).found
    #expect(found.map(\.time) == [Self.time, 1_767_225_598])
  }
}
