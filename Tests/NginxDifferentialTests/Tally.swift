import Foundation
import LiveUpstreams
import Trace

/// What a run has found out so far; shared by all its threads.
final class Tally: @unchecked Sendable {
  private let lock = NSLock()
  let proofs = ProofTally()
  private(set) var compared = 0
  /// Answers by which an upstream told what it was sent.
  private(set) var echoed = 0
  private(set) var configurations = 0
  private(set) var refusedConfigurations = 0
  /// Answers that depend on whose turn it is in a group of upstreams, or on a hash of the system's: documented as unknown.
  private(set) var undecided = 0
  /// Requests of which nginx's worker died.
  private(set) var crashed = 0
  private(set) var disagreements: [String] = []
  private var statuses: [Int: Int] = [:]
  private var kept: Set<String> = []
  private var refusals: [String] = []

  /// Whether so much disagrees that more would tell nothing new.
  var hasSeenEnough: Bool { lock.withLock { disagreements.count >= 400 } }

  func start() { lock.withLock { configurations += 1 } }

  func refuse(_ message: String) {
    lock.withLock {
      refusedConfigurations += 1
      configurations += 1
      if refusals.count < 12 { refusals.append(String(message.prefix(300))) }
    }
  }

  func crash() { lock.withLock { crashed += 1 } }

  func note(_ message: String) { lock.withLock { disagreements.append(message) } }

  func keeps(_ directory: String) -> Bool { lock.withLock { kept.contains(directory) } }

  func compare(
    _ request: Request, _ answer: Answer, _ outcome: Outcome, _ bodies: Set<String>, _ directory: String
  ) {
    let wrong = answer.disagreement(with: outcome, request, upstreamBodies: bodies)
    lock.withLock {
      compared += 1
      if answer.echo != nil, outcome.body == .upstream { echoed += 1 }
      statuses[answer.status, default: 0] += 1
      guard let wrong else { return }
      if wrong.contains("whose turn it is") || wrong.contains("crypt(3)") {
        undecided += 1
        return
      }
      kept.insert(directory)
      disagreements.append(wrong)
      guard disagreements.count <= 15 else { return }
      let headers = request.headers.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
      print(
        "DISAGREES: \(wrong)\n  \(directory)/nginx.conf\n  \(request.method) \(request.target) [\(headers)] body \(request.bodyLength)\n  really: \(answer)"
      )
    }
  }

  var summary: String {
    lock.withLock {
      let table = statuses.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
      var text =
        "\(compared) requests on \(configurations - refusedConfigurations) configurations (\(refusedConfigurations) refused by nginx), "
      text +=
        "\(disagreements.count) disagreements, \(echoed) told what the upstream was sent, \(undecided) undecided, \(crashed) crashes of nginx\nstatuses: \(table)"
      for refusal in refusals { text += "\nrefused: \(refusal)" }
      return text
    }
  }
}
