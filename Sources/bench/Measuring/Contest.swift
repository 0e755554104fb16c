import Foundation

/// Commands that run in turns, A B A B …, so that whatever else the machine does meets them all.
struct Contest {
  struct Entry {
    let name: String
    let command: [String]
    /// A run that ends with another status ends it all.
    var statuses: Set<Int32> = [0]
    /// Sets the stage before each run, unmeasured.
    var before: () throws -> Void = {}
  }

  let entries: [Entry]

  /// Runs each entry once unmeasured, unless it is told not to, then `rounds` times.
  func run(rounds: Int, warmUp: Bool = true) throws -> [Measurement] {
    var runs = [[Measurement.Run]](repeating: [], count: entries.count)
    for round in (warmUp ? -1 : 0)..<rounds {
      for (index, entry) in entries.enumerated() {
        try entry.before()
        let run = try Self.spawn(entry.command, entry.statuses)
        if round >= 0 { runs[index].append(run) }
      }
    }
    return zip(entries, runs).map { Measurement(name: $0.name, runs: $1) }
  }

  /// Runs a command to its end. Its output goes into a file: some programs stop early when it is `/dev/null`.
  @discardableResult
  static func spawn(_ command: [String], _ statuses: Set<Int32> = [0]) throws -> Measurement.Run {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let output = FileManager.default.temporaryDirectory.appending(path: "interlude-bench-output-\(getpid())").path
    defer { unlink(output) }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    let words = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var pid: pid_t = 0
    let start = ContinuousClock.now
    guard posix_spawnp(&pid, command[0], &actions, nil, words, environ) == 0 else {
      throw BenchError(message: "cannot start \(command[0])")
    }
    var status: Int32 = 0
    var usage = rusage()
    let ended = wait4(pid, &status, 0, &usage)
    let time = start.duration(to: .now).components
    guard ended == pid, status & 0x7F == 0, statuses.contains(status >> 8) else {
      let said = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
      throw BenchError(message: "failed: \(command.joined(separator: " "))\n\(said.suffix(2000))")
    }
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return Measurement.Run(
      seconds: Double(time.seconds) + Double(time.attoseconds) / 1e18,
      processor: seconds(usage.ru_utime) + seconds(usage.ru_stime), memory: Int(usage.ru_maxrss) / 1024)
  }

  /// What a command prints.
  static func output(of command: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }
}
