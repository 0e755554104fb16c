import Diagnostics
import Foundation
import ProxyConfig
import TestSupport
import Testing
import Trace

@testable import Survey

/// All the requests that there are, in classes: each recorded one lies in one of them, and was answered like it.
@Suite struct RecordedClassTests {
  struct Tally: Sendable {
    var requests = 0
    var outside = 0
    var classes = 0
    var undecided: [String: Int] = [:]
    var misses: [String] = []
    /// Bare answers to requests of which `prove` says that there are none.
    var contradictions: [String] = []
    /// Bare answers while an upstream failed.
    var bare = 0

    static func + (one: Tally, other: Tally) -> Tally {
      Tally(
        requests: one.requests + other.requests, outside: one.outside + other.outside,
        classes: one.classes + other.classes, undecided: one.undecided.merging(other.undecided, uniquingKeysWith: +),
        misses: one.misses + other.misses, contradictions: one.contradictions + other.contradictions,
        bare: one.bare + other.bare)
    }
  }

  /// What is left open of all configurations that are looked at, as a net: the numbers may only fall. Of those the last are
  /// looks at what was sent from which nothing follows.
  @Test(arguments: [
    ("nginx-1.22", 900, 0, 0), ("caddy-2.6", 50, 280, 280), ("caddy-2.6-random", 50, 370, 370),
    ("caddy-2.11-random", 50, 230, 230), ("haproxy-2.6", 50, 100, 100), ("apache-2.4", 50, 100, 100),
  ])
  func everyRecordedRequestLiesInOneClass(_ name: String, _ least: Int, _ open: Int, _ peeks: Int) async throws {
    let only = ProcessInfo.processInfo.environment["INTERLUDE_RECORDED"]?.split(separator: ",")
    if let only, !only.contains(name[...]) { return }
    let file = RecordedAnswerTests.folder.appendingPathComponent("\(name).txt")
    let replay = Replay(recording: try Recording(try String(contentsOf: file, encoding: .utf8)))
    // The quick tests take every eighth; INTERLUDE_CASES=all takes them all.
    let takesAll = Self.takesAll
    let configurations = replay.recording.configurations.enumerated()
      .filter { takesAll || $0.offset.isMultiple(of: 8) }.map(\.element)
    let tally = try await withThrowingTaskGroup(of: Tally.self) { group in
      for start in stride(from: 0, to: configurations.count, by: 20) {
        group.addTask { try configurations[start...].prefix(20).map { try Self.tally($0, replay) }.reduce(Tally(), +) }
      }
      return try await group.reduce(Tally(), +)
    }
    #expect(tally.requests - tally.outside > least, "\(tally.requests), \(tally.outside) outside")
    #expect(name != "nginx-1.22" || tally.outside == 0)
    #expect(takesAll && open > 0 || tally.undecided.values.reduce(0, +) <= open, "\(tally.undecided)")
    #expect(tally.misses.isEmpty, "\(tally.misses.count):\n\(tally.misses.prefix(4).joined(separator: "\n"))")
    #expect(
      tally.contradictions.isEmpty,
      "\(tally.contradictions.count):\n\(tally.contradictions.prefix(4).joined(separator: "\n"))")
    #expect(takesAll || tally.undecided.filter { $0.key.contains(Self.peeked) }.values.reduce(0, +) <= peeks)
    if takesAll {
      print(
        "\(name): \(configurations.count) configurations, \(tally.classes) classes, \(tally.requests) requests, "
          + "\(tally.outside) outside, \(tally.misses.count) missed, \(tally.bare) bare, "
          + "\(tally.contradictions.count) contradicted; open: \(tally.undecided)")
    }
  }

  private static let takesAll = ProcessInfo.processInfo.environment["INTERLUDE_CASES"] == "all"
  private static let peeked = "not every value of "

  /// No request lies in two classes, and none between them.
  @Test func randomRequestsLieInOneClass() throws {
    let file = RecordedAnswerTests.folder.appendingPathComponent("nginx-1.22.txt")
    let replay = Replay(recording: try Recording(try String(contentsOf: file, encoding: .utf8)))
    let takesAll = Self.takesAll
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
    let isIncomplete = !tally.undecided.isEmpty
    let universe = Universe(languages)
    // In the quick tests only those of the proxies that are recorded on few configurations.
    let isProved =
      takesAll || replay.recording.server.hasPrefix("haproxy") || replay.recording.server.hasPrefix("apache")
    let proof = isProved ? Proof(of: tracer, file: configuration.name) : nil
    let groups = Set(classes.flatMap(\.choices).map(\.addresses))
    for answer in configuration.answers {
      let line = try FixtureRequest(answer.request[...], base: replay.recording.base)
      var failures = line.failures
      for upstream in replay.recording.upstreams { _ = failures.add(upstream) }
      tally.requests += 1
      failures = failures.withoutAnswers
      guard var sent = universe.inputs(of: line.request),
        Self.isOneFailure(line.request, failures, groups, tracer)
      else {
        tally.outside += 1
        continue
      }
      sent.inputs["client"] = Self.visitor(like: "127.0.0.1", tracer)
      let own = classes.filter {
        ($0.question.circumstances.hasRightPassword == false || !$0.isAskedForPassword)
          && $0.question.request.port == line.request.port && $0.question.request.scheme == line.request.scheme
          && $0.contains(sent.inputs, sent.numbers, failures)
      }
      // What nobody can know goes both ways.
      let isOpen = own.contains { $0.notes.contains(where: \.isUnknowable) }
      if own.isEmpty, isIncomplete { continue }
      // The answer to a HEAD has no body that could be bare.
      if let proof, answer.isBare, line.request.method != "HEAD",
        own.contains(where: { $0.isAnswered(answer) && $0.asksInVain })
      {
        tally.bare += 1
        let places = own.compactMap(\.placeInVain)
        if let place = places.first(where: proof.isProved) {
          tally.contradictions.append("\(answer.request) \(answer.status) at \(place.range) of\n\(configuration.text)")
        }
      }
      guard own.count == 1 || isOpen, own.contains(where: { agrees($0, answer, replay) }) else {
        tally.misses.append(
          "\(configuration.name) in \(own.count) classes: \(answer.request) \(answer.status) \(answer.body) but "
            + "\(own.map { "\($0.outcome.status) \($0.outcome.body) \($0.outcome.certainty)" })\n\(configuration.text)")
        continue
      }
    }
    return tally
  }

  /// Whether all that fails on the way of a request is one group, whose upstreams fail alike.
  private static func isOneFailure(
    _ request: Request, _ failures: Failures, _ groups: Set<[String]>, _ tracer: any Tracer
  ) -> Bool {
    guard groups.allSatisfy({ group in Set(group.map(failures.ofPeer)).count < 2 }) else { return false }
    var request = request
    (request.client, request.headersAreComplete) = ("127.0.0.1", true)
    let failing = tracer.trace(request, failures: failures).asked.map(\.address).filter { failures.ofPeer($0) != .none }
    let groupsAsked = Set(failing.map { address in groups.first { $0.contains(address) } ?? [address] })
    return groupsAsked.count < 2
      && !failing.contains { if case .status(200..<300) = failures.ofPeer($0) { true } else { false } }
  }

  /// The visitor who stands for all in the same networks as an address.
  private static func visitor(like address: String, _ tracer: any Tracer) -> [UInt8] {
    func networks(_ one: String) -> [Bool] { tracer.networks.map { $0.contains(one) == true } }
    let all = Visitors.addresses(tracer.networks).map { String(decoding: $0, as: UTF8.self) }
    return Array((all.first { networks($0) == networks(address) } ?? address).utf8)
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
    if case .inline(let text) = outcome.body, !text.isEmpty, answer.body.hasPrefix("text") {
      return outcome.status == answer.status
    }
    if case .file = outcome.body, answer.body.hasPrefix("file:") { return outcome.status == answer.status }
    return replay.agrees(outcome, answer)
  }
}

extension Failures {
  /// The same where an upstream that answers 200 does not fail.
  fileprivate var withoutAnswers: Failures {
    Failures(everywhere: everywhere, byAddress: byAddress.mapValues { $0 == .status(200) ? .none : $0 })
  }
}

extension TextWatch.Note {
  fileprivate var isUnknowable: Bool { if case .choice(_, _, _, _, true) = self { true } else { false } }
}

extension RequestClass {
  fileprivate var isAskedForPassword: Bool {
    notes.contains { if case .choice("password", _, _, _, _) = $0 { true } else { false } }
  }
}

extension RequestClass {
  /// Which groups of upstreams the watch has decided about.
  fileprivate var choices: [UpstreamChoice] {
    notes.compactMap { if case .choice(let key?, _, _, _, _) = $0 { UpstreamChoice(key) } else { nil } }
  }

  fileprivate func isAnswered(_ answer: Recording.Answer) -> Bool { outcome.status == answer.status }

  fileprivate var asksInVain: Bool { placeInVain != nil }

  /// The last place that asks an upstream that fails.
  fileprivate var placeInVain: Place? {
    let failing = question.circumstances.failures.byAddress
    return outcome.steps.last { step in
      if case .asked(let names) = step.event { names.contains { failing[$0] != nil } } else { false }
    }?.place
  }
}

extension Recording.Answer {
  /// A page of the server's own, or nothing.
  fileprivate var isBare: Bool { (body == "builtin" || body == "none") && (status == 0 || status >= 400) }
}
