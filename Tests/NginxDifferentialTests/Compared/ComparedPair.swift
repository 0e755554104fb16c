import Foundation
import LiveUpstreams
import ProxyConfig
import Survey
import TestSupport
import Trace

/// A configuration before and after, asked the same.
struct ComparedPair {
  private var random: SeededRandom
  private let directory: String
  private let upstreams: SwitchedUpstreams
  /// A port that nobody listens on, for what speaks another language than HTTP.
  private let dead: Int
  private let areChanged: Bool

  init(random: SeededRandom, directory: String, upstreams: SwitchedUpstreams, dead: Int, areChanged: Bool) {
    (self.random, self.directory, self.upstreams) = (random, directory, upstreams)
    (self.dead, self.areChanged) = (dead, areChanged)
  }

  private struct Answered {
    let request: Request
    let failure: Failure
    let text: String
  }

  mutating func judge(_ turn: Int, into score: Score) {
    guard let port = try? LoopbackPorts.one(), let requests = try? write(turn, port), let new = change() else { return }
    let path = directory + "/nginx.conf"
    let newPath = directory + "/new.conf"
    guard (try? new.write(toFile: newPath, atomically: false, encoding: .utf8)) != nil else { return }
    let old = Statement.read(path).text()
    let plan = plan(requests, port, [old, new])
    guard let before = answers(of: path, port, plan), let after = answers(of: newPath, port, plan) else {
      score.addRefused()
      return
    }
    let groups = [old, new].map(Self.groups)
    func areOthers(_ one: String, _ other: String) -> Bool {
      one != other && Self.named(one, groups[0]) != Self.named(other, groups[1])
    }
    var shown = plan.indices.first { areOthers(before[$0], after[$0]) }
    // A busy machine lets an upstream be late once; what differs by itself differs again.
    if let first = shown {
      let again = [plan[first]]
      let pair = zip(answers(of: path, port, again) ?? [], answers(of: newPath, port, again) ?? [])
      if !pair.contains(where: { areOthers($0, $1) }) { shown = nil }
    }
    let title = shown.map { "\(plan[$0].request.line) [\(plan[$0].request.headers)] \(plan[$0].failure)" } ?? ""
    if areChanged, shown == nil { return score.addAlike() }
    if !areChanged, let shown {
      return score.addFault("turn \(turn): \(title): \(before[shown])\nand \(after[shown])\n\(old)\n\(new)")
    }
    let start = Date()
    let comparison = Comparison(tracer(path), tracer(newPath))
    let isOpen = comparison.differences.isEmpty && !comparison.undecided.isEmpty
    let isMissed = areChanged ? comparison.isSame : !comparison.differences.isEmpty
    var why = "turn \(turn): \(title)\n\(comparison.text(isColored: false))"
    if let shown { why += "\(before[shown])\nand \(after[shown])\n" }
    score.add(
      isMissed: isMissed ? why + Self.difference(old, new) : nil,
      isOpen: isOpen ? why + Self.difference(old, new) : nil)
    let spent = Date().timeIntervalSince(start)
    if spent > 20 { print("turn \(turn): \(Int(spent)) s, \(comparison.classes) classes") }
  }

  private func tracer(_ path: String) -> NginxTracer {
    NginxTracer(NginxModel(NginxReader.read(path, files: DiskFiles())), files: DiskFiles(), prefix: directory)
  }

  // MARK: - Before and after

  private static let fixtures: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: FixtureAgreementTests.folder.path)) ?? [])
    .filter { !$0.hasPrefix(".") }.sorted()

  /// Writes the configuration as it was: a fixture's, or one made up.
  ///
  /// - Returns: requests that were thought up for it.
  private mutating func write(_ turn: Int, _ port: Int) throws -> [Request] {
    if turn.isMultiple(of: 4) {
      let name = random.pick(Self.fixtures)
      try FileManager.default.createDirectory(
        atPath: (directory as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: FixtureAgreementTests.folder.appendingPathComponent(name).path, toPath: directory)
      try FileManager.default.createDirectory(atPath: directory + "/inc", withIntermediateDirectories: true)
      var text = try String(contentsOfFile: directory + "/nginx.conf", encoding: .utf8)
      for (from, to) in [
        ("8080", port), ("127.0.0.1:9000", upstreams.ports[0]), ("127.0.0.1:9001", upstreams.ports[1]),
      ] {
        text = text.replacing(from, with: from.hasPrefix("127") ? "127.0.0.1:\(to)" : String(to))
      }
      text = text.replacing(
        "access_log off;",
        with:
          "access_log off; proxy_read_timeout 300ms; keepalive_timeout 0; client_body_temp_path t1; proxy_temp_path t2;"
      )
      try text.write(toFile: directory + "/nginx.conf", atomically: false, encoding: .utf8)
      return []
    }
    try StaticFiles.write(to: directory)
    let labels: [Failure] = [.none, .none, .status(404), .status(502), .status(503), .none]
    let alive = zip(upstreams.ports, labels).map { (port: $0, failure: $1) } + [(port: dead, failure: .refused)]
    var made: GeneratedCase
    if turn.isMultiple(of: 2) {
      var writer = ConfigGenerator(random: random, upstreams: alive, directory: directory, port: port)
      made = writer.makeCase()
    } else {
      var writer = SituationGenerator(random: random, upstreams: alive, directory: directory, port: port)
      made = writer.makeCase()
    }
    for (name, text) in made.files {
      // Nobody is left alone after failing, and nobody waits for long.
      let text = text.replacing("max_fails=1", with: "max_fails=0").replacing("max_fails=2", with: "max_fails=0")
        .replacing("weight=3", with: "max_fails=0").replacing("700ms", with: "300ms")
      try text.write(toFile: directory + "/" + name, atomically: false, encoding: .utf8)
    }
    return made.requests
  }

  private mutating func change() -> String? {
    let old = Statement.read(directory + "/nginx.conf")
    if areChanged {
      var change = OneChange(random: random, ports: upstreams.ports)
      return change.change(old)?.text()
    }
    var rewriting = Rewriting(random: random)
    let text = rewriting.rewrite(old)
    for (name, text) in rewriting.files {
      try? text.write(toFile: directory + "/" + name, atomically: false, encoding: .utf8)
    }
    return text
  }

  // MARK: - Asking

  private static let failures: [Failure] = [
    .none, .closed, .garbage, .tooBigHeader, .status(403), .status(404), .status(500), .status(502), .status(503),
    .status(504), .timeout,
  ]

  private mutating func plan(_ requests: [Request], _ port: Int, _ texts: [String]) -> [(
    request: Request, failure: Failure
  )] {
    var visitors = Visitors(random: random, port: port, texts: texts)
    return Self.failures.flatMap { failure in
      let all = visitors.requests(
        failure == .none ? 60 : failure == .timeout ? 6 : 25, and: failure == .timeout ? [] : requests)
      return all.map { (request: $0, failure: failure) }
    }
  }

  /// What nginx answers; nil where it does not take the configuration, or dies of it.
  private func answers(of path: String, _ port: Int, _ plan: [(request: Request, failure: Failure)]) -> [String]? {
    upstreams.failure = .none
    guard let server = try? NginxProcess(configuration: path, prefix: directory, port: port) else { return nil }
    defer { server.stop() }
    let all = plan.map { request, failure in
      upstreams.failure = failure
      let answer = Answer(exchange(port: port, Wire.bytes(request), patience: 5) ?? [])
      // How a list of files or a count of connections is laid out is not compared.
      let isOwn = answer.body.contains("<title>Index of") || answer.body.hasPrefix("Active connections")
      return "\(answer.status) \(answer.location ?? "-") \(isOwn ? "its own" : answer.body)"
    }
    return server.crashes > 0 ? nil : all
  }

  /// The ports of each group of upstreams, which take turns.
  private static func groups(_ text: String) -> [[String]] {
    text.split(separator: "upstream ").dropFirst().map { part in
      part.prefix { $0 != "}" }.split { !"0123456789.:".contains($0) }
        .compactMap { $0.split(separator: ":").last.map(String.init) }.filter { $0.count > 3 }
    }.filter { $0.count > 1 }
  }

  /// An answer with the name of its upstream's group in place of whose turn it was.
  private static func named(_ answer: String, _ groups: [[String]]) -> String {
    guard let range = answer.range(of: "upstream "), let port = answer[range.upperBound...].split(separator: " ").first,
      let group = groups.first(where: { $0.contains(String(port)) })
    else { return answer }
    return answer.replacing(port, with: Set(group).sorted().joined(separator: "|"))
  }

  /// The lines that are not in both, and the whole that they are taken from.
  private static func difference(_ old: String, _ new: String) -> String {
    let (before, after) = (lines(old), lines(new))
    return "\(old)--- was:\n\(before.filter { !after.contains($0) }.joined(separator: "\n"))\n--- is:\n"
      + after.filter { !before.contains($0) }.joined(separator: "\n")
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
