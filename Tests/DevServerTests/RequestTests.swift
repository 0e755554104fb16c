import Testing

@testable import DevServer

@Suite("Requests")
struct RequestTests {
  private func read(_ text: String) -> RequestReader.Outcome {
    var reader = RequestReader()
    reader.add(Array(text.utf8))
    return reader.next()
  }

  @Test("a head is read however its bytes arrive, and the next one after it")
  func pieces() throws {
    let text = "GET /a?b HTTP/1.1\r\nHost: localhost\r\nACCEPT: text/html \r\naccept:  */*\r\n\r\nHEAD / HTTP/1.0\n\n"
    for size in [1, 2, 3, 7, 1000] {
      var reader = RequestReader()
      var requests: [Request] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        reader.add(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
        while case .request(let request) = reader.next() { requests.append(request) }
      }
      try #require(requests.count == 2, "in pieces of \(size)")
      #expect(requests[0].target == "/a?b")
      #expect(requests[0].list("accept") == "text/html, */*")
      #expect(requests[0].keepsConnection)
      #expect(requests[1].method == "HEAD")
      #expect(!requests[1].keepsConnection)
    }
  }

  @Test(
    "what is no request is refused",
    arguments: [
      ("GET\r\n\r\n", 400), ("GET  / HTTP/1.1\r\n\r\n", 400), ("GET / x HTTP/1.1\r\n\r\n", 400),
      ("GET /\u{e4} HTTP/1.1\r\n\r\n", 400), ("G(T / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/2.0\r\n\r\n", 505),
      ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nno colon\r\n\r\n", 400), ("GET / HTTP/1.1\r\nA: b\u{0}c\r\n\r\n", 400),
    ])
  func malformed(_ text: String, _ status: Int) {
    guard case .malformed(let found, _) = read(text) else {
      Issue.record("\(text.debugDescription.prefix(60)) was taken")
      return
    }
    #expect(found == status)
  }

  @Test("a head without end is not collected for ever")
  func endless() {
    guard case .malformed(431, _) = read("GET / HTTP/1.1\r\nA: " + String(repeating: "x", count: 40_000)) else {
      Issue.record("it is")
      return
    }
  }

  @Test("a body is never read: its connection is closed")
  func body() throws {
    guard case .request(let request) = read("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello") else {
      Issue.record("not taken")
      return
    }
    #expect(!request.keepsConnection)
  }

  @Test(
    "paths are decoded once",
    arguments: [
      ("/", ""), ("/codes/502/", "codes/502/"), ("/tags/gr%C3%B6%C3%9Fe/?q=1", "tags/größe/"), ("/a%20b", "a b"),
      ("http://localhost:4000/a/b?c", "a/b"), ("http://localhost", ""), ("/100%25", "100%"), ("/a..b/", "a..b/"),
    ])
  func paths(_ target: String, _ text: String) {
    #expect(RequestPath(target)?.text == text)
  }

  @Test(
    "no path leads out of the folder",
    arguments: [
      "/..", "/../etc/passwd", "/a/../../b", "/%2e%2e/etc/passwd", "/%2E./b", "/a/./b", "/.../b", "/%252e%252e/etc",
      "/%25252e/", "/..%2fetc", "/a%2fb", "/a%5cb", "/a\\b", "/..\\..\\b", "/%255c", "/a%00.html", "/a%0d%0ab",
      "/%c0%ae%c0%ae/", "/%ff", "/a%", "/a%2", "/a%zz", "//evil.example/", "/a//b", "*", "a/b", "",
      "https://localhost/",
    ])
  func traversal(_ target: String) {
    #expect(RequestPath(target) == nil)
  }
}

@Suite("Foreign hosts")
struct HostCheckTests {
  private func allows(_ hosts: [String], target: String = "/", asked: String = "127.0.0.1") throws -> Bool {
    let host = try #require(ListenHost(asked))
    return HostCheck(asked: asked, host: host)
      .allows(Request("GET", target, fields: hosts.map { ("Host", $0) }))
  }

  @Test(
    "this machine's names are answered",
    arguments: ["localhost", "localhost:4000", "LOCALHOST:1", "127.0.0.1", "127.0.0.1:4000", "[::1]", "[::1]:4000"])
  func own(_ name: String) throws {
    #expect(try allows([name]))
  }

  @Test(
    "all others are not",
    arguments: [
      "evil.example", "localhost.evil.example", "evil.example:4000", "127.0.0.1.evil.example", "::1",
      "192.168.0.7", "127.0.0.1@evil.example", "", "localhost:4000:1", "[::1", "127.0.0.1:a",
    ])
  func foreign(_ name: String) throws {
    #expect(try !allows([name]))
  }

  @Test("no host, two hosts, and a foreign host in the target are refused")
  func ambiguous() throws {
    #expect(try !allows([]))
    #expect(try !allows(["localhost", "localhost"]))
    #expect(try !allows(["localhost"], target: "http://evil.example/"))
    #expect(try allows(["localhost"], target: "http://localhost:4000/"))
  }

  @Test("who listens everywhere is found by any address, but by no other name")
  func everywhere() throws {
    #expect(try allows(["192.168.0.7:4000"], asked: "0.0.0.0"))
    #expect(try allows(["[fe80::1]:4000"], asked: "::"))
    #expect(try !allows(["evil.example"], asked: "0.0.0.0"))
    #expect(try !allows(["fe80::1"], asked: "::"))
  }
}
