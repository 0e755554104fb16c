import Foundation
import LiveUpstreams
import ProxyConfig
import TestSupport
import Testing
import Trace

/// The real nginx is the judge: what the simulation predicts must be what nginx sends.
///
/// Off unless `INTERLUDE_SERVERS=1`. `INTERLUDE_CASES` sets about how many requests there are (2,000), `INTERLUDE_SEED`
/// repeats a run: a seed stands for the same configurations and requests everywhere, and `INTERLUDE_TURN=648` takes the one
/// in the folder of that name alone. `INTERLUDE_PROVE=1` holds what is proved of each against the answers.
@Suite struct AgreementTests {
  private static let environment = ProcessInfo.processInfo.environment
  static let isOn = environment["INTERLUDE_SERVERS"] == "1"

  @Test func skipNotice() {
    if !Self.isOn { print("SKIPPED: the comparison with the real nginx; set INTERLUDE_SERVERS=1 to run it") }
  }

  /// Who writes the configurations.
  enum Writer: String, CaseIterable, Sendable { case strewn, situations }

  @Test(.enabled(if: isOn, "set INTERLUDE_SERVERS=1"), arguments: Writer.allCases)
  func randomConfigurations(_ writer: Writer) throws {
    if let only = Self.environment["INTERLUDE_WRITER"], only != writer.rawValue { return }
    let wanted = Int(Self.environment["INTERLUDE_CASES"] ?? "") ?? (writer == .strewn ? 2000 : 1000)
    let seed = UInt64(Self.environment["INTERLUDE_SEED"] ?? "") ?? 700
    print("\(writer): seed \(seed), \(wanted) requests")
    let base = NSTemporaryDirectory() + "nginx-agreement-\(getpid())-\(writer)"
    try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
    defer { if Self.environment["INTERLUDE_KEEP"] == nil { try? FileManager.default.removeItem(atPath: base) } }
    let fakes = try FakeUpstreams()
    let tally = Tally()
    // A configuration gets about eight requests.
    let only = Int(Self.environment["INTERLUDE_TURN"] ?? "")
    let turns = Turns(only.map { $0..<($0 + 1) } ?? 0..<(wanted / 8))
    // Many at once, since some of them wait for an upstream that never answers.
    let group = DispatchGroup()
    for _ in 0..<24 {
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        while !tally.hasSeenEnough, let turn = turns.next() {
          Trial(directory: "\(base)/\(turn)", fakes: fakes, writer: writer).run(
            SeededRandom(seed: seed &* 1_000_003 &+ UInt64(turn)), into: tally)
        }
      }
    }
    group.wait()
    print(tally.summary)
    if ProofTally.isOn { print(tally.proofs.summary) }
    #expect(tally.proofs.contradictions.isEmpty, "\(tally.proofs.contradictions.prefix(4).joined(separator: "\n"))")
    #expect(tally.disagreements.isEmpty)
    #expect(tally.crashed * 200 < tally.compared)
    #expect(tally.refusedConfigurations * 5 < tally.configurations)
    #expect(tally.undecided * 20 < tally.compared)
  }
}

/// One configuration with its requests.
struct Trial {
  let directory: String
  let fakes: FakeUpstreams
  let writer: AgreementTests.Writer

  func run(_ random: SeededRandom, into tally: Tally) {
    guard let port = try? LoopbackPorts.one() else { return }
    let made = makeCase(random, port: port)
    do {
      try StaticFiles.write(to: directory)
      for (name, text) in made.files {
        try text.write(toFile: directory + "/" + name, atomically: true, encoding: .utf8)
      }
    } catch {
      tally.note("cannot write \(directory): \(error)")
      return
    }
    let server: NginxProcess
    do {
      server = try NginxProcess(configuration: directory + "/nginx.conf", prefix: directory, port: port)
    } catch {
      tally.refuse("\(error)")
      return
    }
    defer {
      server.stop()
      if !tally.keeps(directory) { try? FileManager.default.removeItem(atPath: directory) }
    }
    tally.start()
    let tree = NginxReader.read(directory + "/nginx.conf", files: DiskFiles())
    let tracer = NginxTracer(NginxModel(tree), files: DiskFiles(), prefix: directory)
    var failures = Failures(everywhere: .refused)
    for fake in fakes.ports + fakes.gateways.values.flatMap(\.self) {
      failures.byAddress["127.0.0.1:\(fake.port)"] = fake.failure
    }
    let proof = ProofTally.isOn ? LiveProof(tracer) : nil
    let bodies = Set(FakeUpstreams.statuses.map { FakeUpstreams.body($0) } + [FakeUpstreams.garbage, ""])
    for request in made.requests {
      let crashes = server.crashes
      var answer = Answer(exchange(port: port, Wire.bytes(request)) ?? [])
      let outcome = tracer.trace(request, failures: failures)
      // On a busy machine a connection may take longer than the time that is given to it here: ask again.
      for _ in 0..<2
      where outcome.certainty == .exact && answer.disagreement(with: outcome, request, upstreamBodies: bodies) != nil {
        usleep(700_000)
        answer = Answer(exchange(port: port, Wire.bytes(request)) ?? [])
      }
      // A worker that died has said nothing about the configuration.
      if answer.status == 0, server.crashes > crashes {
        tally.crash()
        continue
      }
      tally.compare(request, answer, outcome, bodies, directory)
      if let proof, answer.disagreement(with: outcome, request, upstreamBodies: bodies) == nil {
        tally.proofs.note(proof.judge(request, outcome, failures), of: made.files["nginx.conf"] ?? directory)
      }
    }
  }

  private func makeCase(_ random: SeededRandom, port: Int) -> GeneratedCase {
    switch writer {
    case .strewn:
      var generator = ConfigGenerator(random: random, upstreams: fakes.ports, directory: directory, port: port)
      generator.gateways = fakes.gateways
      return generator.makeCase()
    case .situations:
      var generator = SituationGenerator(random: random, upstreams: fakes.ports, directory: directory, port: port)
      return generator.makeCase()
    }
  }
}

/// A request as bytes.
enum Wire {
  static func bytes(_ request: Request) -> [UInt8] {
    var text = "\(request.method) \(request.target.string) HTTP/1.1\r\n"
    for header in request.headers { text += "\(header.name): \(header.value)\r\n" }
    if request.bodyLength > 0 {
      text += "Content-Length: \(request.bodyLength)\r\n"
    }
    return Array((text + "Connection: close\r\n\r\n" + String(repeating: "b", count: request.bodyLength)).utf8)
  }
}

/// The files every configuration serves from; each says its own name.
enum StaticFiles {
  static let names = [
    "502.html", "404.html", "503.html", "000.html", "200.html", "index.html", "pages/502.html", "pages/404.html",
    "pages/a/b", "err/502.html", "a/b", "a/b.html",
    "a/b2/c.txt", "dir/index.html", "dir/sub/x.txt", "x.html", "one.test/502.html", "b", "err/index.html", "A/B", "a b",
    "api", "zip.html", "zip.html.gz", "502.html.gz", "x.jpg", ".hidden", "a?b", "a#b",
  ]

  static func write(to directory: String) throws {
    let manager = FileManager.default
    for folder in [
      "inc", "files/pages/a", "files/err", "files/a/b2", "files/dir/sub", "files/one.test", "files/A", "files/up",
    ] {
      try manager.createDirectory(atPath: directory + "/" + folder, withIntermediateDirectories: true)
    }
    for name in names {
      try "file \(name)\n".write(toFile: "\(directory)/files/\(name)", atomically: false, encoding: .utf8)
    }
    _ = manager.createFile(atPath: directory + "/files/empty.html", contents: Data())
    _ = manager.createFile(
      atPath: directory + "/files/secret.html", contents: Data("secret".utf8), attributes: [.posixPermissions: 0o600])
    try? manager.createSymbolicLink(atPath: directory + "/files/link", withDestinationPath: "nowhere")
    mkfifo(directory + "/files/pipe", 0o644)
    // All of them have the password "p".
    let users = """
      # comment
      u:{PLAIN}p
      s:{SHA}UWuXg/ylF+7L0dBk2i0WUxCxl1k=
      t:{SSHA}dR+dmFk/ONjUsdLspj2ZFjaaqbthYmNk
      a:$apr1$saltsalt$DvQTBz1xHwXJP55FHhmOj.
      c:$5$ab$.u6xZl0Lo0bPDqKr8OQCjZwHJsk/TeRzog85vu6a3E.

      """
    try users.write(toFile: directory + "/users", atomically: false, encoding: .utf8)
    try String(repeating: "0123456789", count: 20).write(
      toFile: directory + "/files/big.txt", atomically: false, encoding: .utf8)
    let dates: [FileAttributeKey: Any] = [
      .modificationDate: Date(timeIntervalSince1970: Double(ConfigGenerator.fileTime))
    ]
    for name in names + ["big.txt", "empty.html"] {
      try manager.setAttributes(dates, ofItemAtPath: directory + "/files/" + name)
    }
  }
}
