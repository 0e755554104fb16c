import Foundation

/// Measures whole processes of the release binary on made-up sites and prints one table: `bench BINARY SOURCE [COUNT…]`.
@main
struct Bench {
  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    guard arguments.count >= 2 else { throw BenchError(message: "usage: bench BINARY SOURCE [COUNT…]") }
    let stage = Stage(binary: arguments[0], starter: URL(fileURLWithPath: arguments[1]))
    defer { stage.clear() }
    var rows: [(Measurement, floor: Measurement?)] = []
    rows.append((try Measurement.run("`interlude --help`", runs: 7, [stage.binary, "--help"]), nil))
    rows += try CheckStage(binary: arguments[0], project: URL(fileURLWithPath: arguments[1])).measure(
      servers: 1000, runs: 3)
    rows += try stage.measure(count: 0, runs: 5)
    for count in arguments.dropFirst(2).compactMap({ Int($0) }).isEmpty
      ? [1000] : arguments.dropFirst(2).compactMap({ Int($0) })
    {
      rows += try stage.measure(count: count, runs: 3)
    }
    rows += try stage.measureLogs()
    print(Measurement.table(rows))
    print(machine)
  }

  private static var machine: String {
    let cpu = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n")
      .first { $0.hasPrefix("model name") }?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
    return
      "\(cpu ?? "unknown processor"), \(ProcessInfo.processInfo.activeProcessorCount) cores, \(ProcessInfo.processInfo.operatingSystemVersionString)"
  }
}

/// A folder of sites to build.
struct Stage {
  let binary: String
  let starter: URL
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "interlude-bench-\(ProcessInfo.processInfo.processIdentifier)")

  init(binary: String, starter: URL) {
    self.binary = binary
    self.starter = starter
  }

  /// Builds the starter site with `count` made-up articles beside its own: cold, again without a change, and again after
  /// one article was edited. The floor is copying the finished tree.
  func measure(count: Int, runs: Int) throws -> [(Measurement, floor: Measurement?)] {
    let site = folder.appending(path: "site-\(count)")
    try FileManager.default.createDirectory(at: site, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: starter.appending(path: "content"), to: site.appending(path: "content"))
    if count > 0 { try Corpus(count: count).write(below: site.appending(path: "content/articles/bench")) }
    let name = count == 0 ? "starter site" : "\(count) articles"
    let output = site.appending(path: "public").path
    let build = [binary, "build", "--source", site.path]
    let cold = try Measurement.run("\(name), cold", runs: runs, build) {
      try? FileManager.default.removeItem(atPath: output)
    }
    let copy = try Measurement.run("copying \(name), finished", runs: runs, ["cp", "-r", output, output + ".copy"]) {
      try? FileManager.default.removeItem(atPath: output + ".copy")
    }
    let unchanged = try Measurement.run("\(name), nothing changed", runs: runs, build)
    var rows: [(Measurement, floor: Measurement?)] = [(cold, copy), (copy, nil), (unchanged, nil)]
    if count > 0 {
      let article = site.appending(path: "content/articles/bench/topic-0/article-0.md")
      var edits = 0
      let edited = try Measurement.run("\(name), one edited", runs: runs, build) {
        edits += 1
        let text = try String(contentsOf: article, encoding: .utf8)
        try Data((text + "\nEdit \(edits).\n").utf8).write(to: article)
      }
      rows.append((edited, nil))
    }
    return rows
  }

  /// `LOG_MIB` says how large the logs are, in mebibytes.
  func measureLogs() throws -> [(Measurement, floor: Measurement?)] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let size = ProcessInfo.processInfo.environment["LOG_MIB"].flatMap { Int($0) } ?? 256
    return try LogBench(binary: binary, source: starter, folder: folder, mebibytes: size).measure(runs: 5)
  }

  func clear() {
    try? FileManager.default.removeItem(at: folder)
  }
}
