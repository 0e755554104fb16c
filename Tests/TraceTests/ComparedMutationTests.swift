import Foundation
import ProxyConfig
import Survey
import TestSupport
import Testing
import Trace

/// Configurations that differ in one place, and some that only look different.
@Suite struct ComparedMutationTests {
  private static let replay = Result {
    let file = RecordedAnswerTests.folder.appendingPathComponent("nginx-1.22.txt")
    return Replay(recording: try Recording(try String(contentsOf: file, encoding: .utf8)))
  }

  /// How many configurations are changed.
  private static var count: Int {
    ProcessInfo.processInfo.environment["INTERLUDE_CASES"].flatMap { $0 == "all" ? 997 : Int($0) } ?? 24
  }

  @Test func aDifferenceThatRequestsShowIsFound() async throws {
    let replay = try Self.replay.get()
    var random = SeededRandom(seed: 20)
    var shown = 0
    var missed: [String] = []
    for old in replay.recording.configurations.prefix(Self.count) {
      guard let new = Self.changed(old, &random) else { continue }
      let (before, after) = (try replay.tracer(old), try replay.tracer(new))
      guard try Self.isShown(before, after, old, replay) else { continue }
      shown += 1
      if Comparison(before, after).isSame { missed.append("\(old.text)\nand\n\(new.text)") }
    }
    #expect(shown * 4 >= Self.count / 4, "\(shown)")
    #expect(missed.isEmpty, "\(missed.count) of \(shown):\n\(missed.prefix(2).joined(separator: "\n"))")
  }

  @Test func whatOnlyLooksDifferentIsNot() async throws {
    let replay = try Self.replay.get()
    var random = SeededRandom(seed: 21)
    for old in replay.recording.configurations.prefix(Self.count / 2) {
      let new = Self.rewritten(old, &random)
      let comparison = Comparison(try replay.tracer(old), try replay.tracer(new))
      #expect(comparison.isSame, "\(comparison.text(isColored: false))\n\(old.text)\n\(new.text)")
    }
  }

  /// A word exchanged or a line taken out.
  private static func changed(
    _ old: Recording.Configuration, _ random: inout SeededRandom
  ) -> Recording.Configuration? {
    let swaps = [
      ("502", "504"), ("/502.html", "/404.html"), ("intercept_errors on", "intercept_errors off"), ("internal;", ""),
      ("=200", "=503"), ("9000", "9001"), ("allow 127.0.0.1; deny all", "deny all"), ("root alt", "root html"),
      ("location ^~ /e/", "location /e/"), ("location /p/", "location = /p/"), (" @a", " @b"),
    ].filter { old.text.contains($0.0) }
    guard let swap = swaps.randomElement(using: &random), let range = old.text.range(of: swap.0) else { return nil }
    var new = old
    new.text.replaceSubrange(range, with: swap.1)
    return new
  }

  /// Locations in another order, comments and blanks.
  private static func rewritten(
    _ old: Recording.Configuration, _ random: inout SeededRandom
  ) -> Recording.Configuration {
    var lines = old.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // The order of regular expressions counts, that of the others does not.
    let movable = lines.indices.filter { lines[$0].hasPrefix(" location") && !lines[$0].contains("location ~") }
    for (place, line) in zip(movable, movable.map { lines[$0] }.shuffled(using: &random)) { lines[place] = line }
    var new = old
    new.text = lines.map { "\($0)   # the same" }.joined(separator: "\n") + "\n"
    return new
  }

  private static func isShown(
    _ before: any Tracer, _ after: any Tracer, _ configuration: Recording.Configuration, _ replay: Replay
  ) throws -> Bool {
    for answer in configuration.answers {
      let line = try FixtureRequest(answer.request[...], base: replay.recording.base)
      for failure in [Failure.none, .refused, .timeout, .status(502), .status(404)] {
        var request = line.request
        request.headersAreComplete = true
        let failures = Failures(everywhere: failure)
        let (one, other) = (before.trace(request, failures: failures), after.trace(request, failures: failures))
        if one.certainty == .exact, other.certainty == .exact, !one.looksLike(other) { return true }
      }
    }
    return false
  }
}
