import Foundation
import TestSupport
import Testing

/// Every failure, by every method, with every header that has ever cost a proxy its error page.
struct Matrix: Sendable {
  static let methods = ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS"]

  /// Headers of the request, named for the table.
  static let variants: [(name: String, headers: [String: String])] = [
    ("plain", [:]),
    ("JSON", ["Accept": "application/json"]),
    ("conditional", ["If-None-Match": "*", "If-Modified-Since": "Fri, 01 Jan 2038 00:00:00 GMT"]),
    ("range", ["Range": "bytes=0-9"]),
  ]

  /// What a proxy is expected to answer.
  enum Expectation: Sendable, Equatable {
    /// Our page of this status.
    case page(Int)
    /// The upstream's own answer, untouched.
    case own(Int)
    /// Nothing that can be helped: the proxy relays what is no HTTP.
    case relayed
  }

  struct Cell: Sendable {
    let behaviour: Behaviour
    let method: String
    let variant: String
    let outcome: String
    let problems: [String]
  }

  let port: UInt16
  let pages: PageExpectation
  let expectations: [(Behaviour, Expectation)]

  /// Runs all requests, eight at a time.
  func run() async -> [Cell] {
    let requests = expectations.flatMap { behaviour, expectation in
      Self.methods.flatMap { method in Self.variants.map { (behaviour, expectation, method, $0) } }
    }
    return await withTaskGroup(of: (Int, Cell).self) { group in
      var cells: [(Int, Cell)] = []
      for (number, request) in requests.enumerated() {
        if number >= 8, let cell = await group.next() { cells.append(cell) }
        group.addTask { (number, await cell(request.0, request.1, request.2, request.3)) }
      }
      for await cell in group { cells.append(cell) }
      return cells.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  private func cell(
    _ behaviour: Behaviour, _ expectation: Expectation, _ method: String,
    _ variant: (name: String, headers: [String: String])
  ) async -> Cell {
    let body = ["POST", "PUT"].contains(method) ? "field=value" : ""
    do {
      let answer = try await Exchange.make(
        method, "/\(behaviour.rawValue)/deep/er?x=1", port: port, headers: variant.headers, body: body)
      let problems =
        switch expectation {
        case .page(let status):
          pages.problems(of: answer, status: status, method: method, wantsJSON: variant.name == "JSON")
        case .own(let status): ownProblems(of: answer, status: status, method: method)
        case .relayed: [String]()
        }
      return Cell(
        behaviour: behaviour, method: method, variant: variant.name, outcome: "\(answer.status)", problems: problems)
    } catch {
      return Cell(
        behaviour: behaviour, method: method, variant: variant.name, outcome: "none",
        problems: expectation == .relayed ? [] : ["no answer: \(error)"])
    }
  }

  private func ownProblems(of answer: Exchange, status: Int, method: String) -> [String] {
    var problems: [String] = []
    if answer.status != status { problems.append("status \(answer.status) instead of \(status)") }
    if answer.value("x-own") != "yes" { problems.append("the upstream's header is gone") }
    let body = method == "HEAD" ? [] : Array(Upstream.ownBody.utf8)
    if answer.body != body { problems.append("the upstream's body was replaced") }
    return problems
  }
}
