import Foundation
import Synchronization
import TestSupport
import Testing

/// `interlude build --check-links`, against servers on this machine.
@Suite("Checking links to other sites", .enabled(if: Command.find("curl") != nil, "curl is not installed"))
struct LinkCheckTests {
  /// A site on loopback: `/well`, `/moved`, `/get-only`, and nothing else.
  private final class OtherSite: Sendable {
    let requests = Mutex<[String]>([])
    let socket = Mutex<ListeningSocket?>(nil)

    func start() throws -> Int {
      let listening = try ListeningSocket { connection in
        let request = String(decoding: readSome(connection), as: UTF8.self)
        let line = request.split(separator: "\r\n").first.map(String.init) ?? ""
        self.requests.withLock { $0.append(line) }
        let (method, path) = (line.prefix { $0 != " " }, line.split(separator: " ").dropFirst().first ?? "")
        let head =
          switch (method, path) {
          case (_, "/well"), ("GET", "/get-only"): "200 OK"
          case (_, "/moved"): "301 Moved Permanently\r\nLocation: /well"
          case (_, "/get-only"): "405 Method Not Allowed"
          default: "404 Not Found"
          }
        writeAll(connection, Array("HTTP/1.1 \(head)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8))
        close(connection)
      }
      socket.withLock { $0 = listening }
      return listening.port
    }
  }

  @Test("dead, moved and refused links are told with their places; the pages are published all the same")
  func report() async throws {
    let other = OtherSite()
    let (port, closed) = (try other.start(), try refusingPort())
    try await SmallSite.with { site in
      try site.addArticle(
        "links",
        body: """
          [a](http://127.0.0.1:\(port)/well), [b](http://127.0.0.1:\(port)/gone#x) and
          [c](http://127.0.0.1:\(port)/moved#part), [d](http://127.0.0.1:\(port)/get-only),
          [e](http://127.0.0.2:\(closed)/).
          """)
      let first = try await site.build("--check-links")
      #expect(first.status == 0, "\(first.errors)")
      // Where the address begins.
      let column = "[a](http://127.0.0.1:\(port)/well), [b](".count + 1
      #expect(
        first.errors.contains("dead-web-link") && first.errors.contains("links.md:6:\(column)"), "\(first.errors)")
      #expect(
        first.errors.contains("moved-web-link") && first.errors.contains("write http://127.0.0.1:\(port)/well#part"))
      #expect(
        first.errors.contains("unreachable-web-link") && first.errors.contains("5 addresses of other sites: 3 well"))
      #expect(!first.errors.contains("links.md:7:\("[c](http://127.0.0.1:\(port)/moved#part), [d](".count + 1)"))
      #expect(FileManager.default.fileExists(atPath: site.output.path))

      // What was well is not asked for again, and other builds neither ask nor remember.
      let asked = other.requests.withLock { $0.count }
      let plain = try await site.build()
      #expect(plain.status == 0 && !plain.errors.contains("web-link") && other.requests.withLock { $0.count } == asked)
      let second = try await site.build("--check-links", "--strict")
      #expect(second.status == 1 && second.errors.contains("the output folder is as it was"))
      #expect(second.errors.contains("3 of them asked for in the last week"), "\(second.errors)")
      let again = other.requests.withLock { Array($0[asked...]) }
      #expect(!again.isEmpty && again.allSatisfy { $0.contains("/gone") }, "\(again)")
    }
  }

  @Test("it is for whole sites")
  func shard() async throws {
    try await SmallSite.with { site in
      let refused = try await site.build("--check-links", "--shard", "1/2")
      #expect(refused.status == 2 && refused.errors.contains("--check-links needs the whole site"))
    }
  }
}
