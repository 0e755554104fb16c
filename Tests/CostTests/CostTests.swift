import Foundation
import TestSupport
import Testing

/// Counts the instructions of a small piece of each kind of work under Valgrind, without what prepares it. A debug
/// build's are many, but the same within two hundredths in every run, whatever else the machine does and however many
/// cores it has; what makes them grow makes a release build slower, too.
///
/// `INTERLUDE_REWRITE_COUNTS=1` records what is now; the run fails then, so that the change is looked at.
@Suite("The cost of each stage", .enabled(if: Interlude.isOn("INTERLUDE_COSTS")))
struct CostTests {
  static let file = PackageFolder.root.appending(path: "Tests/CostTests/counts.json")
  static let stages = ["parse", "render", "pack", "index", "write", "check", "explain"]
  /// How much more a stage may take than was recorded.
  static let tolerance = 0.10

  @Test("no stage takes a tenth more instructions than was recorded")
  func costs() async throws {
    let valgrind = try #require(Command.find("valgrind"), "scripts/install-test-tools.sh installs Valgrind")
    let recorded = try JSONDecoder().decode([String: Int].self, from: Data(contentsOf: Self.file))
    let counts = try await TemporaryFolder.with("cost") { folder in
      let program = try await Self.program(in: folder)
      var counts: [String: Int] = [:]
      for stage in Self.stages { counts[stage] = try await Self.instructions(of: stage, program, valgrind, folder) }
      return counts
    }
    if Interlude.isOn("INTERLUDE_REWRITE_COUNTS") {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try (try encoder.encode(counts) + Data("\n".utf8)).write(to: Self.file)
      Issue.record("recorded \(counts)")
      return
    }
    #expect(Set(recorded.keys) == Set(Self.stages))
    for stage in Self.stages {
      let (now, before) = (try #require(counts[stage]), try #require(recorded[stage]))
      let change = "\(Double(now - before) / Double(before) * 100)".prefix(5)
      print("\(stage): \(now) instructions, \(change) % over what was recorded")
      #expect(
        Double(now) <= Double(before) * (1 + Self.tolerance),
        """
        \(stage) takes \(now) instructions, \(change) % more than the \(before) that were recorded: make it cheaper, or \
        record what it is worth with INTERLUDE_COSTS=1 INTERLUDE_REWRITE_COUNTS=1 swift test --filter CostTests
        """)
    }
  }

  /// Valgrind 3.19 cannot read the debugging information of Swift 6, and need not.
  private static func program(in folder: URL) async throws -> URL {
    let program = folder.appending(path: "bench")
    let built = Interlude.binary.deletingLastPathComponent().appending(path: "bench")
    let objcopy = try #require(
      Command.find("objcopy") ?? Command.find("llvm-objcopy"), "objcopy comes with a compiler")
    let copied = try await Command.run(objcopy, ["--strip-debug", built.path, program.path])
    try #require(copied.status == 0, "\(copied.errors)")
    return program
  }

  private static func instructions(
    of stage: String, _ program: URL, _ valgrind: URL, _ folder: URL
  ) async throws -> Int {
    let run = try await Command.run(
      valgrind,
      [
        "--tool=callgrind", "--callgrind-out-file=/dev/null", "--zero-before=interlude_counting_begins",
        program.path, "stage", stage, PackageFolder.root.path,
      ],
      environment: [
        // Tables that are hashed in the same way are walked in the same way.
        "SWIFT_DETERMINISTIC_HASHING": "1",
        // The C library copies and searches in the same way on every processor.
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX2,-AVX2_Usable,-EVEX,-BMI2,-ERMS,-SSSE3,-SSE4_2",
        "TMPDIR": folder.path,
      ])
    try #require(run.status == 0, "\(run.errors.suffix(2000))")
    let line = run.errors.split(separator: "\n").last { $0.contains("Collected :") }
    return try #require(line?.split(separator: " ").last.flatMap { Int($0) }, "no count in \(run.errors)")
  }
}
