public import Content
public import Diagnostics

/// Replaces the output folder by a new build in one step.
///
/// The new tree is assembled beside the old one, unchanged files being hard links to the old ones, and then changes
/// places with it (`renameat2` with `RENAME_EXCHANGE`): whoever looks, at any moment, sees a whole old tree or a whole
/// new one, and so does whoever comes after a build that was killed. The old tree stays beside the new one, and the next
/// build only brings up to date what has changed in it since.
public struct Publisher: Sendable {
  /// The output folder as the user named it.
  public let output: String
  /// The folder beside the output that holds what builds keep for one another.
  public static let cacheName = OutputFolder.cacheName
  public let jobs: Int
  /// Folders that are read, which the output must not lie in: the next build would read what this one wrote.
  let sources: [String]
  /// The folder of the site, out of which no link may lead the output; nil where there is none.
  let site: String?

  public init(output: String, jobs: Int, besides sources: [String] = [], within site: String? = nil) {
    (self.output, self.jobs, self.site) = (output, jobs, site)
    self.sources = sources
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
    guard PlacedFile.check(files.map(\.path), below: output, into: &report),
      let publication = await begin(clean: clean, into: &report)
    else { return nil }
    let placed = await Parallel.map(files, jobs: jobs) { publication.put($0) }
    return await publication.finish(placed, build: nil, into: &report)
  }

  /// Begins a publication: files are put into the next tree one by one, and at the end it is published whole. Nil, with
  /// the reason reported, when the folder cannot or must not be replaced.
  ///
  /// - Parameter clean: whether every file is written anew, also if it did not change.
  public func begin(clean: Bool = false, into report: inout Report) async -> Publication? {
    do throws(DiskError) {
      let target = try OutputFolder(output, within: site)
      guard isBesides(target, into: &report), try isOurs(target, into: &report) else { return nil }
      try target.createCache()
      guard let lock = try await lock(target, into: &report) else { return nil }
      try target.recover()
      let state = clean ? nil : target.readState(key: nil)
      let isIntact = if let state { await state.isIntact(target, jobs: jobs) } else { false }
      let hasSpare = if isIntact, let state { await state.hasSpare(target, jobs: jobs) } else { false }
      return try await Publication.begin(
        target, state: isIntact ? state : nil, hasSpare: hasSpare, clean: clean, self, lock)
    } catch {
      report.add(cannotPublish(error))
      return nil
    }
  }

  /// Begins a publication that changes a few of the files that `memory` knows to be published.
  public func begin(from memory: BuildMemory, into report: inout Report) async -> Publication? {
    do throws(DiskError) {
      try memory.target.recover()
      return try await Publication.begin(memory, self)
    } catch {
      report.add(cannotPublish(error))
      return nil
    }
  }

  /// The lock on the folder beside the output that builds keep things in, which stays in its place when the output is
  /// replaced; nil, reported, while another build holds it.
  func lock(_ target: OutputFolder, into report: inout Report) async throws(DiskError) -> FolderLock? {
    if let lock = try await FolderLock.take(target.cache) { return lock }
    report.add(
      Diagnostic(
        "output-busy", "another build is writing \(output)", at: Place(file: output),
        help: "wait until it has finished"))
    return nil
  }

  private func isBesides(_ target: OutputFolder, into report: inout Report) -> Bool {
    guard let source = sources.first(where: { target.lies(in: $0) }) else { return true }
    report.add(
      Diagnostic(
        "output-in-content", "\(output) lies in \(source), which the build reads", at: Place(file: output),
        notes: ["the next build would take these pages for texts of yours"],
        help: "name a folder beside it with --output"))
    return false
  }

  private func isOurs(_ target: OutputFolder, into report: inout Report) throws(DiskError) -> Bool {
    guard !target.isInCache else {
      report.add(
        Diagnostic(
          "foreign-output", "\(output) lies in \(Self.cacheName), where builds keep what they need",
          at: Place(file: output),
          help: "name another folder with --output"))
      return false
    }
    guard !target.isTaken else {
      report.add(
        Diagnostic(
          "output-in-the-way", "\(output) is no folder", at: Place(file: output),
          help: "move it away, or name a folder with --output"))
      return false
    }
    guard target.exists, target.record() == nil, try !target.isRecognised() else { return true }
    report.add(
      Diagnostic(
        "foreign-output", "\(output) holds files that no build wrote", at: Place(file: output),
        notes: ["a build replaces its output folder and would not know which of them matter"],
        help: "name another folder with --output, or empty this one"))
    return false
  }

  func cannotPublish(_ error: DiskError) -> Diagnostic {
    Diagnostic(
      "cannot-publish", "cannot \(error.action) \(error.path): \(error.reason)", at: Place(file: output),
      notes: ["\(output) is as it was"])
  }
}

/// A file that was put into the next tree, or could not be.
public struct PlacedFile: Sendable {
  public let path: String
  /// In bytes.
  public let size: Int
  let result: Result<NextTree.Placed, DiskError>?
  /// Of its bytes; nil when it could not be put there.
  var hash: UInt64? { try? result?.get().hash }

  /// Reports paths that leave the folder or come twice.
  static func check(_ paths: [String], below output: String, into report: inout Report) -> Bool {
    var seen: Set<String> = []
    seen.reserveCapacity(paths.count)
    var isClean = true
    for path in paths where !OutputRecord.isSafe(path) || !seen.insert(path).inserted {
      isClean = false
      report.add(
        Diagnostic(
          "output-collision", "two things would be written to \(path)", at: Place(file: "\(output)/\(path)"),
          help: "rename the page or the file beside it"))
    }
    return isClean
  }
}
