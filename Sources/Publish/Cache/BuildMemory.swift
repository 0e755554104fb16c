public import Diagnostics
public import Packing

/// What the last build left, as far as it still holds: the way to do nothing twice.
///
/// Nothing in it is trusted before it was compared with the disk. What is damaged, was made by another program, for
/// another folder or with other options, or does not fit what lies in the output folder, counts as not there.
public struct BuildMemory: Sendable {
  public let closing: BuildClosing
  /// What the author changed since.
  public let changes: InputTable.Changes
  let state: BuildState
  let target: OutputFolder
  /// No other build publishes while this one relies on what lies there.
  let lock: FolderLock
  /// Looks at what lies there, while the build goes on with what it has read.
  private let look: Task<(isIntact: Bool, hasSpare: Bool?), Never>

  /// Recalls the last build of `source` into the publisher's folder; nil when there is nothing to rely on. Whether there
  /// is, `isIntact` tells at last.
  ///
  /// - Parameters:
  ///   - key: what the program, its options and the folders have in common with that build.
  ///   - now: the present in nanoseconds since 1970.
  public static func recall(_ publisher: Publisher, source: String, key: UInt64, now: Int64) async -> BuildMemory? {
    var report = Report()
    guard let target = try? OutputFolder(publisher.output, within: publisher.site), target.exists,
      let lock = try? await publisher.lock(target, into: &report), let state = target.readState(key: key)
    else { return nil }
    let changes = await state.inputs.changes(below: source, now: now, jobs: publisher.jobs)
    let look = Task {
      let isIntact = await state.isIntact(target, jobs: publisher.jobs)
      let hasSpare: Bool? =
        isIntact && !changes.isEmpty ? await state.hasSpare(target, jobs: publisher.jobs) : nil
      return (isIntact: isIntact, hasSpare: hasSpare)
    }
    return BuildMemory(
      closing: state.record.closing, changes: changes, state: state, target: target, lock: lock, look: look
    )
  }

  /// Whether what the last build published is as it left it. To be asked before anything of it is relied on for good.
  public func isIntact() async -> Bool { await look.value.isIntact }

  /// Whether the spare tree is there and as the last build left it.
  func hasSpare(jobs: Int) async -> Bool {
    if let known = await look.value.hasSpare { return known }
    return await state.hasSpare(target, jobs: jobs)
  }

  /// The problems that the last build reported, those in the sources named `changed` left out; nil if the others can no
  /// longer be shown.
  public func problems(besides changed: Set<String> = []) -> Report? { state.record.problems(besides: changed) }

  /// The names of the sources in which the last build reported anything but their age.
  public func troubled() -> Set<String> { state.record.troubled }

  /// What the last build left for the next one's other parts, ready to be read.
  public func model() -> PackedReader? {
    guard let bytes = try? Disk.read(target.model), var reader = SealedFile.open(bytes, kind: StateRecord.kind),
      reader.unsigned() == state.record.generation
    else { return nil }
    return reader
  }

  /// Reads ranges of what the last whole build left to last; nil if that is no longer what it was.
  public func lasting() -> (@Sendable (Range<Int>) -> [UInt8]?)? {
    guard let file = try? OpenFile(reading: target.lasting), (try? file.stamp()) == state.record.lasting else {
      return nil
    }
    return { file.read($0) }
  }

  /// Reads a file that the last build published; nil if that fails.
  public func published(_ path: String) -> [UInt8]? { try? Disk.read("\(target.path)/\(path)") }

  /// The paths that were read below a folder of the source folder, without that folder's name.
  public func files(in folder: String) -> [String] { state.inputs.files(in: folder) }

  /// Reads a file below the source folder; nil if that fails.
  public static func read(_ path: String, in source: String) -> [UInt8]? {
    try? Disk.read(SourceFolder.join(source, path))
  }

  /// What a build that changes nothing says of itself.
  public var summary: Publisher.Summary {
    let files = state.tree.rows.reduce(0) { $0 + ($1.kind == StampTable.Kind.file.rawValue ? 1 : 0) }
    return Publisher.Summary(written: 0, unchanged: files - 1, removed: 0)
  }
}
