public import Content
public import Diagnostics
internal import Foundation

/// When files were last changed, as the history of their Git repository tells.
///
/// One run of `git log` answers for all files. It tells the newest commits first and is ended as soon as every file has its
/// day, so that the length of a history costs little.
public struct GitHistory: Sendable {
  /// By the path of a file, as it was asked for. A file that was never committed has no day.
  public private(set) var days: [String: Day] = [:]
  /// What kept days from being known.
  public private(set) var report = Report()

  /// The days of the files at `paths` below `folder`; none where there is no repository.
  public init(of folder: String, paths: [String]) {
    guard !paths.isEmpty, let repository = GitRepository(around: folder) else { return }
    var wanted = Set(paths)
    var reader = LogReader(boundary: repository.boundary)
    let git = Process()
    git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // What a repository's own settings could add to the log or run is turned off.
    git.arguments = [
      "git", "--no-pager", "--literal-pathspecs", "-c", "log.showSignature=false", "-C", folder, "log", "-z",
      "--format=%x01%H %cs",
      "--name-only", "--no-renames", "--no-ext-diff", "--no-textconv", "--relative", "--", ".",
    ]
    let output = Pipe()
    git.standardOutput = output
    git.standardError = FileHandle.nullDevice
    git.standardInput = FileHandle.nullDevice
    do {
      try git.run()
    } catch {
      report.add(Self.unknown("Git could not be started: \(error.localizedDescription)", folder))
      return
    }
    while !wanted.isEmpty, let data = try? output.fileHandleForReading.read(upToCount: 1 << 16), !data.isEmpty {
      reader.feed(data) { path, day in
        if wanted.remove(path) != nil { days[path] = day }
      }
    }
    let isDone = wanted.isEmpty
    if isDone { git.terminate() }
    git.waitUntilExit()
    if !isDone, git.terminationReason == .uncaughtSignal || git.terminationStatus != 0 {
      // 127 is env's answer when there is no such program; 128 Git's when it will not read the repository.
      let reason = git.terminationStatus == 127 ? "Git is not installed" : "`git log` failed there"
      report.add(Self.unknown(reason, folder))
    } else if reader.hitsBoundary {
      report.add(
        Diagnostic(
          "shallow-history", .info, "the day of \(wanted.count) files' last change is not known",
          at: Place(file: folder), notes: ["the repository is a shallow clone, and its history ends before those days"],
          help: "fetch all of it: `git fetch --unshallow`, or `fetch-depth: 0` for actions/checkout"))
    }
  }

  private static func unknown(_ reason: String, _ folder: String) -> Diagnostic {
    Diagnostic(
      "no-history", .info, "the days of the last changes are not known: \(reason)", at: Place(file: folder),
      help: "write `lastChanged: false` in site.yaml if pages shall not show them")
  }

  /// Reads what `git log -z --format=… --name-only` prints, in pieces of any size: a commit's line, then its files' paths,
  /// each ended by a zero byte.
  struct LogReader {
    let boundary: Set<String>
    private(set) var hitsBoundary = false
    private var rest: [UInt8] = []
    /// The day of the commit whose files are being read; nil if its files tell nothing.
    private var day: Day?

    init(boundary: Set<String>) { self.boundary = boundary }

    mutating func feed(_ data: some Collection<UInt8>, found: (String, Day) -> Void) {
      rest += data
      var start = rest.startIndex
      while let end = rest[start...].firstIndex(of: 0) {
        take(rest[start..<end], found)
        start = end + 1
      }
      rest.removeSubrange(..<start)
    }

    private mutating func take(_ token: ArraySlice<UInt8>, _ found: (String, Day) -> Void) {
      let token = token.first == UInt8(ascii: "\n") ? token.dropFirst() : token
      guard token.first == 1 else {
        if let day, !token.isEmpty { found(String(decoding: token, as: UTF8.self), day) }
        return
      }
      let words = String(decoding: token.dropFirst(), as: UTF8.self).split(separator: " ")
      let isCut = words.first.map { boundary.contains(String($0)) } ?? false
      hitsBoundary = hitsBoundary || isCut
      day = isCut ? nil : words.last.flatMap { Day(String($0)) }
    }
  }
}
