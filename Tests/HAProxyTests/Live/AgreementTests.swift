import Diagnostics
import Foundation
import HAProxy
import LiveUpstreams
import ProxyConfig
import TestSupport
import Testing
import Trace

/// The real HAProxy is the judge: what is predicted must be what it sends, and what it refuses must be refused.
///
/// Skipped where it is not installed. `INTERLUDE_CASES` sets how many configurations there are (30), `INTERLUDE_SEED`
/// repeats a run.
@Suite struct AgreementTests {
  private static let environment = ProcessInfo.processInfo.environment
  static let isOn = HAProxyProcess.binary != nil

  @Test func skipNotice() {
    if !Self.isOn { print("SKIPPED: the comparison with the real HAProxy, which is not installed") }
  }

  @Test(.enabled(if: isOn, "haproxy is not installed"))
  func randomConfigurations() throws {
    let wanted = Int(Self.environment["INTERLUDE_CASES"] ?? "") ?? 30
    let seed = UInt64(Self.environment["INTERLUDE_SEED"] ?? "") ?? 26
    let base = NSTemporaryDirectory() + "haproxy-agreement-\(getpid())"
    defer { if Self.environment["INTERLUDE_KEEP"] == nil { try? FileManager.default.removeItem(atPath: base) } }
    let fakes = try FakeUpstreams()
    let tally = Tally()
    let group = DispatchGroup()
    for thread in 0..<12 {
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        for turn in stride(from: thread, to: wanted, by: 12) {
          Trial(folder: "\(base)/\(turn)", fakes: fakes).run(
            SeededRandom(seed: seed &* 1_000_003 &+ UInt64(turn)), into: tally)
        }
      }
    }
    group.wait()
    print(tally.summary)
    if ProofTally.isOn { print(tally.proofs.summary) }
    #expect(tally.proofs.contradictions.isEmpty, "\(tally.proofs.contradictions.prefix(4).joined(separator: "\n"))")
    #expect(tally.disagreements.isEmpty, "\(tally.disagreements.prefix(12).joined(separator: "\n"))")
    #expect(tally.compared > wanted)
    #expect(tally.unknown * 33 <= tally.compared, "\(tally.reasons)")
  }
}

/// One configuration with its requests.
struct Trial {
  let folder: String
  let fakes: FakeUpstreams
  /// Not too many, since of servers that fail differently nobody knows whose turn it is.
  private static let failures: [Failure] =
    [.none, .timeout, .closed, .garbage, .refused] + [300, 404, 500, 502, 503].map { .status($0) }

  func run(_ random: SeededRandom, into tally: Tally) {
    guard let port = try? LoopbackPorts.one() else { return }
    var generator = ConfigGenerator(
      random: random, servers: fakes.ports.filter { Self.failures.contains($0.failure) }, folder: folder, port: port)
    let path = folder + "/haproxy.cfg"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for (name, text) in ConfigGenerator.files {
        try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
      }
      try generator.configuration().write(toFile: path, atomically: false, encoding: .utf8)
    } catch {
      return tally.disagree("cannot write \(folder): \(error)")
    }
    let model = HAProxyModel(HAProxyReader.read(path, files: DiskFiles()), files: DiskFiles())
    let problem = model.tree.report.sorted.first { $0.severity == .error }
    let server: HAProxyProcess
    do {
      server = try HAProxyProcess(path, port: port)
    } catch {
      if problem == nil { tally.disagree("\(path): taken here, refused really: \(error)") } else { tally.refuse() }
      return
    }
    defer { server.stop() }
    if let problem { return tally.disagree("\(path): refused here, taken really: \(problem.message)") }
    tally.start()
    let tracer = HAProxyTracer(model)
    let proof = ProofTally.isOn ? LiveProof(tracer) : nil
    var failures = Failures()
    for fake in fakes.ports { failures.byAddress["127.0.0.1:\(fake.port)"] = fake.failure }
    for _ in 0..<8 {
      let request = generator.request()
      let outcome = tracer.trace(request, failures: failures)
      if case .unknown(let reason) = outcome.certainty {
        tally.compare(nil, reason: reason)
        continue
      }
      var trouble: String?
      for attempt in 0..<2 {
        if attempt > 0 { usleep(700_000) }
        let answer = Answer(exchange(port: port, Wire.bytes(request)) ?? [])
        trouble = answer.disagreement(with: outcome, request).map {
          "\(path)\n  \(request.method) \(request.target) \(request.headers.map { "\($0.name): \($0.value)" })\n  \($0)\n"
            + "  really: \(answer)"
        }
        if trouble == nil { break }
      }
      tally.compare(trouble, reason: nil)
      if let proof, trouble == nil { tally.proofs.note(proof.judge(request, outcome, failures), of: path) }
    }
  }
}

/// What a run has found out so far; shared by all its threads.
final class Tally: @unchecked Sendable {
  private let lock = NSLock()
  let proofs = ProofTally()
  private(set) var compared = 0
  private(set) var configurations = 0
  private(set) var refused = 0
  private(set) var reasons: [String: Int] = [:]
  private(set) var disagreements: [String] = []

  var unknown: Int { reasons.values.reduce(0, +) }

  func start() { lock.withLock { configurations += 1 } }
  func refuse() { lock.withLock { refused += 1 } }
  func disagree(_ message: String) { lock.withLock { disagreements.append(message) } }

  func compare(_ trouble: String?, reason: String?) {
    lock.withLock {
      compared += 1
      if let trouble { disagreements.append(trouble) }
      if let reason { reasons[reason, default: 0] += 1 }
    }
  }

  var summary: String {
    lock.withLock {
      "\(compared) requests on \(configurations) configurations (\(refused) refused by both): "
        + "\(disagreements.count) disagreements, \(reasons.values.reduce(0, +)) unknown \(reasons)"
    }
  }
}
