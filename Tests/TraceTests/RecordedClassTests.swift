import Foundation
import ProxyConfig
import Survey
import TestSupport
import Testing
import Trace

/// All the requests that there are, in classes: each recorded one lies in one of them, and was answered like it.
@Suite struct RecordedClassTests {
  struct Tally: Sendable {
    var requests = 0
    var outside = 0
    var classes = 0
    var undecided: [String: Int] = [:]
    var misses: [String] = []

    static func + (one: Tally, other: Tally) -> Tally {
      Tally(
        requests: one.requests + other.requests, outside: one.outside + other.outside,
        classes: one.classes + other.classes, undecided: one.undecided.merging(other.undecided, uniquingKeysWith: +),
        misses: one.misses + other.misses)
    }
  }

  @Test func everyRecordedRequestOfNginxLiesInOneClass() async throws {
    let file = RecordedAnswerTests.folder.appendingPathComponent("nginx-1.22.txt")
    let replay = Replay(recording: try Recording(try String(contentsOf: file, encoding: .utf8)))
    // The quick tests take every eighth; INTERLUDE_CASES=all takes them all.
    let takesAll = ProcessInfo.processInfo.environment["INTERLUDE_CASES"] == "all"
    let configurations = replay.recording.configurations.enumerated()
      .filter { takesAll || $0.offset.isMultiple(of: 8) }.map(\.element)
    let tally = try await withThrowingTaskGroup(of: Tally.self) { group in
      for start in stride(from: 0, to: configurations.count, by: 20) {
        group.addTask { try configurations[start...].prefix(20).map { try Self.tally($0, replay) }.reduce(Tally(), +) }
      }
      return try await group.reduce(Tally(), +)
    }
    #expect(tally.requests > 900 && tally.outside == 0)
    #expect(tally.undecided.isEmpty, "\(tally.undecided)")
    #expect(tally.misses.isEmpty, "\(tally.misses.count):\n\(tally.misses.prefix(4).joined(separator: "\n"))")
  }

  /// No request lies in two classes, and none between them.
  @Test func randomRequestsLieInOneClass() throws {
    let file = RecordedAnswerTests.folder.appendingPathComponent("nginx-1.22.txt")
    let replay = Replay(recording: try Recording(try String(contentsOf: file, encoding: .utf8)))
    let takesAll = ProcessInfo.processInfo.environment["INTERLUDE_CASES"] == "all"
    var random = SeededRandom(seed: 5)
    let words = ["e", "p", "502.html", "404.html", "index.html", "gone.html", "x", "m.on", "a.b", "alt"]
    for configuration in replay.recording.configurations.shuffled(using: &random).prefix(takesAll ? 200 : 6) {
      let tracer = try replay.tracer(configuration)
      let languages = Languages()
      var classes: [RequestClass] = []
      for connection in tracer.connections {
        Explorer(connection, from: tracer.networks) { tracer.follow($0, $1) }.explore(
          languages, found: { classes.append($0) }, undecided: { _, _ in })
      }
      for _ in 0..<(takesAll ? 5000 : 400) {
        let path = (0..<Int.random(in: 0...3, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
        let end = ["", "/", "?q=1"].randomElement(using: &random) ?? ""
        let target = "/" + path.joined(separator: "/") + (path.isEmpty && end == "/" ? "" : end)
        let method = ["GET", "HEAD", "POST", "DELETE"].randomElement(using: &random) ?? "GET"
        let failure = [Failure.none, .refused, .timeout, .status(404), .status(503), .garbage].randomElement(
          using: &random)
        let inputs = [
          "target": Array(target.utf8), "method": Array(method.utf8), "host": Array("127.0.0.1".utf8),
        ]
        let numbers = ["body": [0, 5, 2000].randomElement(using: &random) ?? 0]
        var failures = Failures(everywhere: .none)
        failures.byAddress["127.0.0.1:9000"] = failure
        let count = classes.count { $0.contains(inputs, numbers, failures) }
        #expect(count == 1, "\(method) \(target) with \(failures) lies in \(count) classes of\n\(configuration.text)")
      }
    }
  }

  private static func tally(_ configuration: Recording.Configuration, _ replay: Replay) throws -> Tally {
    var tally = Tally()
    let tracer = try replay.tracer(configuration)
    let languages = Languages()
    var classes: [RequestClass] = []
    for connection in tracer.connections {
      Explorer(connection, from: tracer.networks) { tracer.follow($0, $1) }.explore(
        languages, found: { classes.append($0) }, undecided: { reason, _ in tally.undecided[reason, default: 0] += 1 })
    }
    tally.classes = classes.count
    let universe = Universe(languages)
    for answer in configuration.answers {
      let line = try FixtureRequest(answer.request[...], base: replay.recording.base)
      var failures = line.failures
      for upstream in replay.recording.upstreams { _ = failures.add(upstream) }
      tally.requests += 1
      guard let sent = universe.inputs(of: line.request) else {
        tally.outside += 1
        continue
      }
      let own = classes.filter { $0.contains(sent.inputs, sent.numbers, failures) }
      guard own.count == 1, let only = own.first, agrees(only, answer, replay) else {
        tally.misses.append(
          "\(configuration.name) in \(own.count) classes: \(answer.request) \(answer.status) \(answer.body) but "
            + "\(own.map { "\($0.outcome.status) \($0.outcome.body) \($0.outcome.certainty)" })\n\(configuration.text)")
        continue
      }
    }
    return tally
  }

  /// As a class tells no more than what its requests have in common, what the answer says of the path is left open.
  private static func agrees(_ own: RequestClass, _ answer: Recording.Answer, _ replay: Replay) -> Bool {
    if case .unknown = own.outcome.certainty { return true }
    var outcome = own.outcome
    // One status of an upstream stands for others, and one file for those that are found in the same way.
    if case .status(outcome.status) = own.question.circumstances.failures.byAddress.values.first {
      outcome.status = answer.status
    }
    outcome.location = nil
    var answer = answer
    answer.location = nil
    if case .file = outcome.body, answer.body.hasPrefix("file:") { return outcome.status == answer.status }
    return replay.agrees(outcome, answer)
  }
}
