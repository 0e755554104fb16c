import Foundation
import TestSupport
import Testing

/// Counts the instructions of a small piece of each kind of work under Valgrind. A debug build's are many, but in every
/// run the same to a thousandth, whatever else the machine does; what makes them grow makes a release build slower too.
///
/// `INTERLUDE_REWRITE_COUNTS=1` records what is now; the run fails then, so that the change is looked at.
@Suite("The cost of each stage", .enabled(if: Interlude.isOn("INTERLUDE_COSTS")), .serialized)
struct CostTests {
  static let file = PackageFolder.root.appending(path: "Tests/CostTests/counts.json")
  static let stages = ["read", "pages", "search", "check", "explain"]
  /// How much more a stage may take than was recorded.
  static let tolerance = 0.10

  @Test("no stage takes a tenth more instructions than was recorded", arguments: stages)
  func cost(_ stage: String) async throws {
    let valgrind = try #require(Command.find("valgrind"), "scripts/install-test-tools.sh installs Valgrind")
    let count = try await instructions(of: stage, valgrind)
    var counts = try JSONDecoder().decode([String: Int].self, from: Data(contentsOf: Self.file))
    if Interlude.isOn("INTERLUDE_REWRITE_COUNTS") {
      counts[stage] = count
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try (try encoder.encode(counts) + Data("\n".utf8)).write(to: Self.file)
      Issue.record("recorded \(count) for \(stage)")
      return
    }
    let recorded = try #require(counts[stage], "nothing is recorded for \(stage)")
    let growth = Double(count) / Double(recorded) - 1
    #expect(growth <= Self.tolerance, "\(stage) took \(count) instructions, and \(recorded) when it was recorded")
  }

  private func instructions(of stage: String, _ valgrind: URL) async throws -> Int {
    try await TemporaryFolder.with("cost") { folder in
      // Valgrind 3.19 cannot read the debugging information of Swift 6, and need not.
      let program = folder.appending(path: "bench")
      let built = Interlude.binary.deletingLastPathComponent().appending(path: "bench")
      let objcopy = try #require(
        Command.find("objcopy") ?? Command.find("llvm-objcopy"), "objcopy comes with a compiler")
      let copied = try await Command.run(objcopy, ["--strip-debug", built.path, program.path])
      try #require(copied.status == 0, "\(copied.errors)")
      let run = try await Command.run(
        valgrind,
        ["--tool=callgrind", "--callgrind-out-file=/dev/null", program.path, "stage", stage, PackageFolder.root.path],
        environment: ["SWIFT_DETERMINISTIC_HASHING": "1", "TMPDIR": folder.path], limit: .seconds(300))
      try #require(run.status == 0, "\(run.errors.suffix(2000))")
      let line = run.errors.split(separator: "\n").last { $0.contains("Collected :") }
      return try #require(line?.split(separator: " ").last.flatMap { Int($0) }, "no count in \(run.errors)")
    }
  }
}
