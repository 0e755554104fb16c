import Foundation

/// Where everything lies that is measured: the program, the project, and a folder for what is made up.
struct Workshop {
  let binary: String
  let project: URL
  let folder: URL

  init(binary: String, project: String) throws {
    self.binary = binary
    self.project = URL(fileURLWithPath: project)
    folder = FileManager.default.temporaryDirectory.appending(path: "interlude-bench-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func clear() { try? FileManager.default.removeItem(at: folder) }

  /// Puts a folder out of the way, if it is there. Everything is removed at the end only: for some minutes ext4 looks long
  /// for room beside what was removed (`recently_deleted` in fs/ext4/ialloc.c, where there is no journal), which would be
  /// measured as the next build's.
  func discard(_ unwanted: URL) throws {
    guard FileManager.default.fileExists(atPath: unwanted.path) else { return }
    let trash = folder.appending(path: "trash")
    try FileManager.default.createDirectory(at: trash, withIntermediateDirectories: true)
    try FileManager.default.moveItem(at: unwanted, to: trash.appending(path: UUID().uuidString))
  }

  /// This program with one of its own jobs.
  func own(_ arguments: String...) -> [String] { [CommandLine.arguments[0]] + arguments }

  /// Lets a process of its own make something up: what a program has in memory when it starts another counts as the
  /// other's peak, too (getrusage(2), `ru_maxrss`; the kernel keeps the higher mark across execve).
  func write(_ arguments: String...) throws { try Contest.spawn([CommandLine.arguments[0]] + arguments) }

  /// A program of `.venv-bench`, or of the system.
  func program(_ name: String) -> String? {
    let places = [project.appending(path: ".venv-bench/bin").path, "/usr/local/bin", "/usr/bin", "/usr/sbin", "/sbin"]
    return places.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  static let absent = "not here; scripts/install-bench-tools.sh could not install it"

  /// The processor and the system, as far as they say.
  static var machine: String {
    let processor = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n")
      .first { $0.hasPrefix("model name") }?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
    let information = ProcessInfo.processInfo
    return
      "\(processor ?? "unknown processor"), \(information.activeProcessorCount) cores, \(information.physicalMemory >> 30) GiB, \(information.operatingSystemVersionString)"
  }
}
