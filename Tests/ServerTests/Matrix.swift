import Foundation
import TestSupport

/// Every failure, by every method, with every header that has ever cost a proxy its error page.
struct Matrix: Sendable {
  static let methods = ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS"]

  /// What a proxy is expected to answer.
  enum Expectation: Sendable, Equatable {
    /// Our page of this status.
    case page(Int)
    /// The upstream's own answer, untouched.
    case own(Int)
    /// Nothing that can be helped: the proxy relays what is no HTTP.
    case relayed

    var status: Int? {
      switch self {
      case .page(let status), .own(let status): status
      case .relayed: nil
      }
    }
  }

  struct Cell: Sendable {
    let behaviour: Behaviour
    let method: String
    let variant: String
    let outcome: String
    let problems: [String]
  }

  let ports: Ports
  let pages: PageExpectation
  let expectations: [(Behaviour, Expectation)]
  var methods = Self.methods

  /// Runs all requests, sixteen at a time.
  func run() async -> [Cell] {
    let requests = expectations.flatMap { behaviour, expectation in
      methods.flatMap { method in Variant.all.map { (behaviour, expectation, method, $0) } }
    }
    return await withTaskGroup(of: (Int, Cell).self) { group in
      var cells: [(Int, Cell)] = []
      for (number, request) in requests.enumerated() {
        if number >= 16, let cell = await group.next() { cells.append(cell) }
        group.addTask { (number, await cell(request.0, request.1, request.2, request.3)) }
      }
      for await cell in group { cells.append(cell) }
      return cells.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// The proxies wait half a second for our upstream, which on a machine with much else to do is late now and then. What
  /// looks like that is asked for again; a proxy that is wrong is wrong each time.
  private func exchange(
    _ behaviour: Behaviour, _ expectation: Expectation, _ method: String, _ variant: Variant
  ) async throws -> Exchange {
    let body = ["POST", "PUT"].contains(method) ? "field=value" : ""
    var triesLeft = 5
    while true {
      let answer = try await Exchange.make(
        method, "/\(behaviour.rawValue)/deep/er.html?x=1", port: behaviour == .refused ? ports.refusing : ports.working,
        headers: variant.headers, body: body)
      triesLeft -= 1
      let isLate = [503, 504].contains(answer.status) && answer.status != expectation.status
      guard isLate, triesLeft > 0 else { return answer }
    }
  }

  private func cell(
    _ behaviour: Behaviour, _ expectation: Expectation, _ method: String, _ variant: Variant
  ) async -> Cell {
    do {
      let answer = try await exchange(behaviour, expectation, method, variant)
      let problems =
        switch expectation {
        case .page(let status):
          pages.problems(of: answer, status: status, method: method, variant: variant)
        // A proxy may cut a good answer into ranges itself.
        case .own(200) where answer.status == 206 && variant.headers["Range"] != nil: [String]()
        case .own(let status): Self.ownProblems(of: answer, status: status, isHead: method == "HEAD")
        case .relayed: [String]()
        }
      return Cell(
        behaviour: behaviour, method: method, variant: variant.name, outcome: "\(answer.status)", problems: problems)
    } catch {
      return Cell(
        behaviour: behaviour, method: method, variant: variant.name, outcome: "raw",
        problems: expectation == .relayed ? [] : ["no answer: \(error)"])
    }
  }

  private static func ownProblems(of answer: Exchange, status: Int, isHead: Bool) -> [String] {
    var problems: [String] = []
    if answer.status != status { problems.append("status \(answer.status) instead of \(status)") }
    if answer.value("x-own") != "yes" { problems.append("the upstream's header is gone") }
    if status == 401, answer.value("www-authenticate") != "Basic realm=\"own\"" {
      problems.append("the upstream's challenge is gone")
    }
    if answer.body != (isHead ? [] : Array(Upstream.ownBody.utf8)) { problems.append("the body was replaced") }
    return problems
  }
}
