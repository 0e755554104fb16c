public import Content
public import Diagnostics

/// Replaces the output folder by a new build in one step.
///
/// The new tree is assembled beside the old one, unchanged files being hard links to the old ones, and then changes
/// places with it (`renameat2` with `RENAME_EXCHANGE`): whoever looks, at any moment, sees a whole old tree or a whole
/// new one, and so does whoever comes after a build that was killed.
public struct Publisher: Sendable {
  /// The output folder as the user named it.
  public let output: String
  public let jobs: Int

  public init(output: String, jobs: Int) {
    self.output = output
    self.jobs = jobs
  }

  public struct Summary: Sendable, Equatable {
    public let written: Int
    public let unchanged: Int
    public let removed: Int

    public init(written: Int, unchanged: Int, removed: Int) {
      self.written = written
      self.unchanged = unchanged
      self.removed = removed
    }
  }

  /// Publishes `files`. After an error, which is reported, the folder is as it was.
  public func publish(_ files: [OutputFile], clean: Bool = false, into report: inout Report) async -> Summary? {
    guard checkPaths(files, into: &report) else { return nil }
    do throws(DiskError) {
      return try await replace(files.sorted { $0.path < $1.path }, clean: clean, into: &report)
    } catch {
      report.add(
        Diagnostic(
          "cannot-publish", "cannot \(error.action) \(error.path): \(error.reason)", at: Place(file: output),
          notes: ["\(output) is as it was"]))
      return nil
    }
  }

  private func replace(_ files: [OutputFile], clean: Bool, into report: inout Report) async throws(DiskError)
    -> Summary?
  {
    let target = try OutputFolder(output)
    guard let lock = try await Disk.lock(target.parent) else {
      report.add(
        Diagnostic(
          "output-busy", "another build is writing \(output)", at: Place(file: output),
          help: "wait until it has finished"))
      return nil
    }
    defer { Disk.unlock(lock) }
    guard !target.isTaken else {
      report.add(
        Diagnostic(
          "output-in-the-way", "\(output) is no folder", at: Place(file: output),
          help: "move it away, or name a folder with --output"))
      return nil
    }
    try target.recover()
    let record = target.record()
    if target.exists, record == nil, try !target.isRecognised() {
      report.add(
        Diagnostic(
          "foreign-output", "\(output) holds files that no build wrote", at: Place(file: output),
          notes: ["a build replaces its output folder and would not know which of them matter"],
          help: "name another folder with --output, or empty this one"))
      return nil
    }
    let newRecord = OutputRecord(paths: files.map(\.path))
    guard target.exists else {
      try target.assemble(OutputPlan(new: files), newRecord)
      try target.swapIn()
      return Summary(written: files.count, unchanged: 0, removed: 0)
    }
    let plan =
      clean
      ? try await OutputPlan(files, below: target.path, record: record, jobs: jobs).rewritingAll(files)
      : try await OutputPlan(files, below: target.path, record: record, jobs: jobs)
    if let folder = plan.foreign.first(where: { entry in
      files.contains { $0.path.hasPrefix(entry.path + "/") } && entry.kind != .folder
    }) {
      report.add(
        Diagnostic(
          "output-in-the-way", "\(folder.path) is no folder, but pages belong below it",
          at: Place(file: "\(output)/\(folder.path)"),
          help: "move it away"))
      return nil
    }
    if !plan.isNothing || record != newRecord {
      do throws(DiskError) {
        try target.assemble(plan, newRecord)
        try target.swapIn()
      } catch {
        try? Disk.remove(target.next)
        throw error
      }
    }
    return Summary(written: plan.changed.count, unchanged: plan.unchanged.count, removed: plan.removed.count)
  }

  private func checkPaths(_ files: [OutputFile], into report: inout Report) -> Bool {
    var seen: Set<String> = []
    var isClean = true
    for file in files where !OutputRecord.isSafe(file.path) || !seen.insert(file.path).inserted {
      isClean = false
      report.add(
        Diagnostic(
          "output-collision", "two things would be written to \(file.path)", at: Place(file: "\(output)/\(file.path)"),
          help: "rename the page or the file beside it"))
    }
    return isClean
  }
}

extension OutputPlan {
  /// The plan for a folder that does not exist yet.
  init(new files: [OutputFile]) {
    changed = files
    unchanged = []
    foreign = []
    removed = []
  }

  private init(changed: [OutputFile], foreign: [FolderListing.Entry], removed: [String]) {
    self.changed = changed
    unchanged = []
    self.foreign = foreign
    self.removed = removed
  }

  /// The same plan with every file written anew.
  func rewritingAll(_ files: [OutputFile]) -> OutputPlan {
    OutputPlan(changed: files, foreign: foreign, removed: removed)
  }
}
