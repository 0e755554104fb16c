import Foundation
import TestSupport
import Testing

/// What real servers answered once is worked out again, without a server.
@Suite struct RecordedAnswerTests {
  /// A recording, with how many answers it holds, how many of them may be called unknown, and those that the simulation
  /// still gets wrong, by configuration and request.
  struct Known: Sendable, CustomTestStringConvertible {
    let name: String
    let answers: Int
    let unknown: Int
    let wrong: Set<String>

    init(_ name: String, answers: Int, unknown: Int, wrong: Set<String> = []) {
      (self.name, self.answers, self.unknown, self.wrong) = (name, answers, unknown, wrong)
    }

    var testDescription: String { name }
  }

  static let known = [
    Known("nginx-1.22", answers: 7976, unknown: 0),
    Known("apache-2.4", answers: 523, unknown: 0),
    Known("caddy-2.6", answers: 538, unknown: 0),
    // Unknown are the words of Caddy's own transport errors, and the headers of upstreams.
    Known("caddy-2.6-random", answers: 1332, unknown: 16),
    Known("caddy-2.11-random", answers: 1484, unknown: 43),
  ]

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Recorded")

  @Test(arguments: known)
  func everyAnswerIsWorkedOut(_ known: Known) async throws {
    let text = try String(contentsOf: Self.folder.appendingPathComponent(known.name + ".txt"), encoding: .utf8)
    let replay = Replay(recording: try Recording(text))
    let configurations = replay.recording.configurations
    let result = try await withThrowingTaskGroup(of: Replay.Result.self) { group in
      for start in stride(from: 0, to: configurations.count, by: 20) {
        group.addTask {
          try configurations[start...].prefix(20).map(replay.run).reduce(Replay.Result(), +)
        }
      }
      return try await group.reduce(Replay.Result(), +)
    }
    #expect(result.compared == known.answers)
    #expect(result.unknown.count <= known.unknown, "\(result.unknown.prefix(5).joined(separator: "\n"))")
    let misses = result.misses.filter { !known.wrong.contains($0.key) }
    #expect(misses.isEmpty, "\(misses.count) wrong:\n\(misses.values.sorted().prefix(5).joined(separator: "\n"))")
    let mended = known.wrong.filter { result.misses[$0] == nil }
    #expect(mended.isEmpty, "right now; take them off the list: \(mended.sorted())")
  }

  @Test func everyRecordingIsPlayed() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".txt") }
    #expect(Set(names) == Set(Self.known.map { $0.name + ".txt" }))
  }

  @Test(arguments: known)
  func aRecordingIsWrittenAsItWasRead(_ known: Known) throws {
    let text = try String(contentsOf: Self.folder.appendingPathComponent(known.name + ".txt"), encoding: .utf8)
    #expect(try Recording(text).text == text)
  }
}
