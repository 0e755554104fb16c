public import Checks
import Content
public import Diagnostics
import ProxyConfig
import Trace

/// A test that was run by the simulator.
public struct TestResult: Sendable {
  public let test: ExpectedAnswer
  /// What does not hold, each where it is expected; empty when the test passes.
  public let problems: [Diagnostic]
  /// What could not be checked, in words.
  public let notes: [String]
  let outcome: Outcome

  public var passes: Bool { problems.isEmpty }
}

/// The tests of a file, run over its configuration.
public struct TestRun: Sendable {
  public let file: ExpectationFile
  public let results: [TestResult]
  public let coverage: TestCoverage

  /// - Parameters:
  ///   - config: the configuration, read for plain visitors.
  ///   - project: the same, with every place that asks an upstream.
  public init(_ file: ExpectationFile, _ config: TracedConfig, _ project: any LoadedProxy) {
    self.file = file
    let places = AskingPlaces(project)
    let name = config.tree.main.name
    results = file.tests.map { Self.result($0, config, places, file: name) }
    coverage = TestCoverage(places, results)
  }

  private static func result(
    _ test: ExpectedAnswer, _ config: TracedConfig, _ places: AskingPlaces, file: String
  ) -> TestResult {
    let outcome = config.tracer.trace(test.question)
    let evidence = TracedRequest(file: file, test.question, outcome)
    let judgement = Judgement(outcome: outcome)
    var problems: [Diagnostic] = []
    if case .unknown(let reason) = outcome.certainty {
      problems.append(
        Diagnostic(
          "cannot-be-known", .error, "“\(test.name.value)”: the answer cannot be known", at: test.name.place,
          notes: ["It depends on \(reason)."],
          help:
            "say it in the test (headers, client, password, variables), or ask the real server with --rehearse",
          related: Self.related(outcome), evidence: evidence))
    } else {
      problems = judgement.misses(test.expectations).map { miss in
        Diagnostic(
          miss.id, .error, "“\(test.name.value)”: \(miss.message)", at: miss.expectation.place,
          notes: (miss.note.map { [$0] } ?? []) + ["The visitor gets: \(outcome.summary)."],
          related: Self.related(outcome), evidence: evidence)
      }
    }
    problems += strangers(test, outcome, places)
    return TestResult(
      test: test, problems: problems, notes: test.expectations.compactMap(judgement.unchecked), outcome: outcome)
  }

  private static func related(_ outcome: Outcome) -> [Diagnostic.Related] {
    guard let step = outcome.decision, let place = step.place else { return [] }
    return [.init(step.text, at: place)]
  }

  /// Upstreams that fail in the test and that nobody asks.
  private static func strangers(_ test: ExpectedAnswer, _ outcome: Outcome, _ places: AskingPlaces) -> [Diagnostic] {
    let asked = outcome.askedPeers.flatMap(\.self)
    let known = places.peers.union(asked)
    return test.failingPeers.compactMap { peer in
      let isKnown = known.contains { name in
        [name, name.hasSuffix(":80") ? String(name.dropLast(3)) : name].contains(peer.value)
          || name.replacing("localhost:", with: "127.0.0.1:") == peer.value
      }
      guard !isKnown else { return nil }
      let near = NearestName.of(peer.value, among: known.sorted()).map { "did you mean `\($0)`?" }
      return Diagnostic(
        "unknown-upstream", "“\(test.name.value)”: nobody asks an upstream \(peer.value)", at: peer.place,
        help: near ?? (known.isEmpty ? nil : "there are: \(known.sorted().prefix(12).joined(separator: ", "))"))
    }
  }
}
