import Foundation

/// What a command took as a whole process, over several runs.
struct Measurement {
  let name: String
  /// Seconds of wall time, one a run, ascending.
  let seconds: [Double]
  /// The largest resident set of any run, in mebibytes.
  let memory: Int

  var median: Double { seconds[seconds.count / 2] }

  /// Runs `command` once unmeasured, then `runs` times; `before` sets the stage for each run.
  /// A run that ends with another status than one of `statuses` ends it all.
  static func run(
    _ name: String, runs: Int, _ command: [String], statuses: Set<Int32> = [0], before: () throws -> Void = {}
  ) throws -> Measurement {
    var seconds: [Double] = []
    var memory = 0
    for run in 0...runs {
      try before()
      let start = ContinuousClock.now
      let used = try spawn(command, statuses)
      let time = start.duration(to: .now).components
      if run > 0 { seconds.append(Double(time.seconds) + Double(time.attoseconds) / 1e18) }
      memory = max(memory, used)
    }
    return Measurement(name: name, seconds: seconds.sorted(), memory: memory)
  }

  /// The same for work in this process; memory is that of the whole process so far.
  static func timed(_ name: String, runs: Int, _ work: () throws -> Void) throws -> Measurement {
    var seconds: [Double] = []
    for run in 0...runs {
      let start = ContinuousClock.now
      try work()
      let time = start.duration(to: .now).components
      if run > 0 { seconds.append(Double(time.seconds) + Double(time.attoseconds) / 1e18) }
    }
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
    #else
      getrusage(Int32(truncatingIfNeeded: RUSAGE_SELF.rawValue), &usage)
    #endif
    return Measurement(name: name, seconds: seconds.sorted(), memory: Int(usage.ru_maxrss) / 1024)
  }

  /// Runs a command to its end and returns its peak memory in mebibytes.
  private static func spawn(_ command: [String], _ statuses: Set<Int32>) throws -> Int {
    var pid: pid_t = 0
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let words = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    guard posix_spawnp(&pid, command[0], &actions, nil, words, environ) == 0 else {
      throw BenchError(message: "cannot start \(command[0])")
    }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(pid, &status, 0, &usage) == pid, status & 0x7F == 0, statuses.contains(status >> 8) else {
      throw BenchError(message: "failed: \(command.joined(separator: " "))")
    }
    return Int(usage.ru_maxrss) / 1024
  }

  /// The measurements as a Markdown table, each beside the one it is compared with.
  static func table(_ rows: [(Measurement, floor: Measurement?)]) -> String {
    var text = "| what | median | lowest to highest | memory | ratio |\n| --- | ---: | ---: | ---: | ---: |\n"
    for (row, floor) in rows {
      let ratio = floor.map { String(format: "%.1f × %@", row.median / $0.median, $0.name) } ?? ""
      text +=
        "| \(row.name) | \(time(row.median)) | \(time(row.seconds.first ?? 0)) to \(time(row.seconds.last ?? 0)) | \(row.memory) MiB | \(ratio) |\n"
    }
    return text
  }

  private static func time(_ seconds: Double) -> String {
    seconds < 1 ? String(format: "%.0f ms", seconds * 1000) : String(format: "%.2f s", seconds)
  }
}

struct BenchError: Error, CustomStringConvertible {
  let message: String
  var description: String { message }
}
