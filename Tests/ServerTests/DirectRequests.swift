import Foundation
import TestSupport
import Testing

/// The ports a proxy listens on.
struct Ports: Sendable {
  /// In front of the upstream that misbehaves as it is asked to.
  let working: UInt16
  /// In front of an application that is not running.
  let refusing: UInt16
}

/// Nobody gets to see an error page with status 200 by asking for it.
enum DirectRequests {
  static let paths = [
    "/502.html", "/en/502.html", "/error-pages/en/502.html", "/__interlude/502", "/__interlude/en/502.html",
    "/__interlude/", "/%5F%5Finterlude/502", "//__interlude/502", "/x/../__interlude/502",
    "/var/www/error-pages/en/502.html",
  ]

  static func expectNoPage(port: UInt16) async {
    for path in paths {
      do {
        let answer = try await Exchange.make("GET", path, port: port, headers: ["Accept": "text/html"])
        #expect(answer.status == 404, "\(path) answers \(answer.status)")
      } catch {
        Issue.record("\(path): \(error)")
      }
    }
  }
}

/// Where the example leaves an API alone, its clients read the application's own errors.
enum APIRequests {
  /// An application that is not running has no body of its own; `refused` is what its clients get then, or nil where it
  /// is the proxy's own.
  static func expectOwnBodies(ports: Ports, refused: (status: Int, body: [UInt8])?) async throws {
    for behaviour in [Behaviour.own500, .own502, .own503, .own401] {
      let answer = try await Exchange.make("GET", "/api/\(behaviour.rawValue)", port: ports.working)
      #expect(answer.status == behaviour.ownStatus)
      #expect(answer.body == Array(Upstream.ownBody.utf8), "\(behaviour)")
    }
    guard let refused else { return }
    let answer = try await Exchange.make(
      "GET", "/api/x", port: ports.refusing, headers: ["Accept": "application/json"])
    #expect(answer.status == refused.status)
    #expect(answer.body == refused.body)
  }
}

/// What holds on a proxy besides the pages themselves.
enum Surroundings {
  /// - Parameter refused: the status that an API's client gets where the application is not running.
  static func expect(ports: Ports, pages: PageExpectation, refused: Int) async throws {
    await DirectRequests.expectNoPage(port: ports.working)
    try await Negotiation.expectAgreement(port: ports.working, pages: pages)
    let body = pages.body(refused, language: "en", format: "json")
    #expect(!body.isEmpty, "there is no page for \(refused)")
    try await APIRequests.expectOwnBodies(ports: ports, refused: (refused, body))
  }
}
