import Explain
import Foundation
import TestSupport
import Testing

@Suite("What is no trouble gives no finding")
struct PrecisionTests {
  static let healthy: [String] = [
    "2026/11/22 07:41:00 [notice] 1#1: using the \"epoll\" event method",
    "2026/11/22 07:41:00 [notice] 1#1: start worker processes",
    "2026/11/22 07:41:00 [notice] 1#1: signal 1 (SIGHUP) received from 55, reconfiguring",
    "2026/11/22 07:41:00 [notice] 1#1: worker process 29 exited with code 0",
    #"2026/11/22 07:41:00 [error] 7#7: *1 open() "/var/www/html/favicon.ico" failed (2: No such file or directory), client: 10.0.0.7, server: x, request: "GET /favicon.ico HTTP/1.1", host: "x""#,
    #"2026/11/22 07:41:00 [warn] 7#7: *1 an upstream response is buffered to a temporary file /var/lib/nginx/proxy/1/00/0000000001 while reading upstream, client: 10.0.0.7, server: x, request: "GET /big HTTP/1.1", upstream: "http://10.0.0.5:80/big", host: "x""#,
    #"10.0.0.7 - - [22/Nov/2026:07:42:23 +0000] "GET / HTTP/1.1" 200 612 "-" "Mozilla/5.0""#,
    #"10.0.0.7 - - [22/Nov/2026:07:42:23 +0000] "GET /x HTTP/1.1" 404 153 "-" "Mozilla/5.0""#,
    "[Sun Nov 22 07:41:00.184753 2026] [mpm_event:notice] [pid 1:tid 1] AH00489: Apache/2.4.71 (Debian) configured -- resuming normal operations",
    "[Sun Nov 22 07:41:00.184753 2026] [core:notice] [pid 1:tid 1] AH00094: Command line: '/usr/sbin/apache2'",
    #"{"level":"info","ts":1795333343.5,"logger":"http.log.access","msg":"handled request","request":{"remote_ip":"10.0.0.7","method":"GET","uri":"/"},"status":200}"#,
    #"{"level":"info","ts":1795333343.5,"msg":"serving initial configuration"}"#,
    #"Nov 22 07:42:23 lb1 haproxy[123]: 10.0.0.7:56292 [22/Nov/2026:07:42:23.843] www b_app/s1 0/0/1/4/5 200 217 - - ---- 1/1/0/0/0 0/0 "GET /a HTTP/1.1""#,
    "Nov 22 07:42:23 lb1 haproxy[123]: Server b_app/s1 is UP, reason: Layer4 check passed, check duration: 0ms. 1 active and 0 backup servers online.",
    #"[2026-11-22T07:42:23.843Z] "GET /a HTTP/1.1" 200 - 0 91 3 2 "-" "curl/8" "id" "host" "10.0.0.5:8080""#,
    #"{"response_code":200,"response_flags":"-","path":"/","start_time":"2026-11-22T07:42:23Z"}"#,
    #"{"log":"{\"response_code\":200,\"response_flags\":\"-\",\"path\":\"/\"}\n","stream":"stdout"}"#,
    #"{"response_flags":"-","path":"/"}"#,
    #"{"level":"error","ts":1795333343.5,"logger":"tls.obtain","msg":"will retry","error":"[example.com] Obtain: solving challenge: context deadline exceeded","attempt":1}"#,
    #"time="2026-11-22T07:42:23Z" level=error msg="Unable to obtain ACME certificate for domains: acme: dial tcp: lookup acme.example.net: no such host" providerName=le.acme"#,
    "2026-11-22T07:42:23Z ERR Failed to list services error=\"dial tcp 10.0.0.1:443: connect: connection refused\" providerName=kubernetes",
    "Nov 22 07:42:23 web1 dockerd[70]: time=\"2026-11-22T07:42:23Z\" level=error msg=\"Handler returned error: dial tcp: lookup registry.example.net: no such host\"",
    "[Sun Nov 22 07:42:23 2026] nfs: server 10.0.0.3 not responding, timed out",
    "web-1  | 2026/11/22 07:41:00 [notice] 1#1: start worker processes",
    "INFO:     10.0.0.7:51344 - \"GET / HTTP/1.1\" 500 Internal Server Error",
    "[22-Nov-2026 07:42:23] NOTICE: fpm is running, pid 1",
    "[22-Nov-2026 07:42:23] NOTICE: [pool www] child 42 exited with code 0 after 3.2 seconds from start",
    "[2026-11-22 07:42:23 +0000] [8916] [INFO] Booting worker with pid: 8919",
    "[2026-11-22 07:42:23 +0000] [8916] [INFO] Handling signal: term",
    "Nov 22 07:42:23 web1 systemd[1]: Started nginx.service - A high performance web server.",
    "Nov 22 07:42:23 web1 systemd[1]: apt-daily.service: Failed with result 'exit-code'.",
    "Nov 22 07:42:23 web1 sshd[99]: Connection reset by 10.0.0.9 port 4711 [preauth]",
    "Nov 22 07:42:23 web1 CRON[99]: (root) CMD (command -v debian-sa1 > /dev/null)",
    "INFO 2026-11-22 connection refused by policy; timed out after 3 tries, EOF",
    "java.net.ConnectException: Connection refused (Connection refused)",
    "ERROR [main] o.a.c.Connector - 502 Bad Gateway while calling partner, will retry",
    "npm ERR! network timeout at: https://registry.npmjs.org/x",
  ]

  @Test("healthy and unrelated lines", arguments: healthy)
  func quiet(_ line: String) {
    #expect(explain(line).isEmpty)
  }

  static let unrelated = PackageFolder.root.appending(path: "Tests/ExplainTests/Unrelated")

  /// What package managers, command-line tools and applications write, refusals, time-outs and tracebacks among it; `near` is
  /// made of lines that use the same words as real signatures.
  @Test("logs of programs that are no part of a web stack", arguments: ["apt-term", "dpkg", "python", "tools", "near"])
  func corpus(_ name: String) throws {
    let bytes = Array(try Data(contentsOf: Self.unrelated.appending(path: name + ".log")))
    #expect(bytes.count > 1000)
    let found = explain(bytes).found
    #expect(found.isEmpty, "\(found)")
  }

  static let forged = "no live upstreams while connecting to upstream"

  @Test(
    "a visitor cannot write a finding into the log",
    arguments: [
      #"10.0.0.7 - - [22/Nov/2026:07:42:23 +0000] "GET / HTTP/1.1" 200 612 "-" "\#(forged)""#,
      #"2026/11/22 07:41:00 [error] 7#7: *1 open() "/x" failed (2: No such file or directory), client: 10.0.0.7, server: x, request: "GET /x HTTP/1.1", host: "\#(forged)""#,
      "[Sun Nov 22 07:41:00.184753 2026] [core:info] [pid 1:tid 1] [client 10.0.0.7:1] AH00128: File does not exist: /x, referer: http://x/ AH01114: HTTP: failed to make connection to backend: x",
      #"{"level":"error","ts":1795333343.5,"logger":"http.log.error","msg":"not found","request":{"remote_ip":"10.0.0.7","uri":"/","headers":{"User-Agent":["dial tcp 1.2.3.4:5: connect: connection refused"]}},"status":404}"#,
      #"{"response_code":200,"response_flags":"-","path":"/?\"response_flags\":\"UF\"","start_time":"2026-11-22T07:42:23Z"}"#,
      #"{"level":"info","path":"/?\"response_flags\":\"UF\"","status":200}"#,
      #"[2026-11-22T07:42:23.843Z] "GET /TLS_error: HTTP/1.1" 200 - via_upstream - "-" 0 91 3 - "-" "TLS_error:|WRONG_VERSION_NUMBER" "id" "host" "10.0.0.5:8080""#,
    ])
  func forgery(_ line: String) {
    #expect(explain(line).isEmpty)
  }

  @Test("error answers without a cause are only counted")
  func unexplained() {
    let line = #"10.0.0.7 - - [22/Nov/2026:07:42:23 +0000] "GET / HTTP/1.1" 502 612 "-" "x""# + "\n"
    let (found, explainer) = explain(Array((line + line).utf8))
    #expect(found.isEmpty)
    #expect(explainer.unexplained == [502: 2])
  }
}
