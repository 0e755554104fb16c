import ProxyConfig
import Testing
import Trace

@Suite struct RequestTests {
  @Test func aLineIsTakenApart() {
    let request = Request("POST https://a.test:8443/x?y=1#z")
    #expect(request?.method == "POST")
    #expect(request?.scheme == .https)
    #expect(request?.host == "a.test")
    #expect(request?.port == 8443)
    #expect(request?.target == "/x?y=1")
  }

  @Test func whatIsLeftOutIsTheUsual() {
    let request = Request("GET http://[::1]?q")
    #expect(request?.host == "[::1]")
    #expect(request?.port == 80)
    #expect(request?.target == "/?q")
  }

  @Test(arguments: ["", "GET", "GET /x", "GET ftp://a/", "GET http://", "GET http://a:99999/"])
  func anythingElseIsRefused(_ line: String) {
    #expect(Request(line) == nil)
  }

  @Test func failuresAreReadWithAndWithoutAddress() {
    var failures = Failures()
    let taken = ["timeout", "127.0.0.1:9000=status:503", "unix:/run/a.sock=refused"].map { failures.add($0) }
    #expect(taken == [true, true, true])
    #expect(failures.of("x") == .timeout)
    #expect(failures.of("127.0.0.1:9000") == .status(503))
    #expect(failures.of("unix:/run/a.sock") == .refused)
    let refused = ["broken", "status:9"].map { failures.add($0) }
    #expect(refused == [false, false])
  }
}
