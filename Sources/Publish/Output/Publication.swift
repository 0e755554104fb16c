public import Content
public import Diagnostics
public import Packing

/// A build on its way into the output folder.
public struct Publication: Sendable {
  private let publisher: Publisher
  private let tree: NextTree
  private let lock: FolderLock
  /// What the last build left, if that is still what lies there.
  private let state: BuildState?
  private var target: OutputFolder { tree.target }

  /// What a build says about itself, to be kept for the next one.
  public struct Build: Sendable {
    /// Names the program, its options and the folders.
    public var key: UInt64
    public var closing: BuildClosing
    public var inputs: InputTable
    public var report: Report
    /// For the next build's other parts; `BuildMemory.model` reads it.
    public var model: PackedWriter?
    /// What is to last until the next whole build, piece by piece; `BuildMemory.lasting` reads it. Nil leaves what is there.
    public var lasting: [DeferredBytes]?

    public init(
      key: UInt64, closing: BuildClosing, inputs: InputTable, report: Report, model: PackedWriter?,
      lasting: [DeferredBytes]? = nil
    ) {
      (self.key, self.closing, self.inputs, self.report, self.model) = (key, closing, inputs, report, model)
      self.lasting = lasting
    }
  }

  static func begin(
    _ target: OutputFolder, state: BuildState?, hasSpare: Bool, clean: Bool, _ publisher: Publisher, _ lock: FolderLock
  ) async throws(DiskError) -> Publication {
    let publication = Publication(
      publisher: publisher,
      tree: NextTree(target: target, published: state?.tree, isSpare: hasSpare, keepsUnchanged: !clean),
      lock: lock, state: state)
    do throws(DiskError) {
      // From here on the trees are no longer what the state says they are.
      try Disk.removeFile(target.state)
      if hasSpare {
        try await publication.tree.catchUp(state?.record.pending ?? [], jobs: publisher.jobs)
      } else {
        try Disk.remove(target.next)
        try Disk.createFolder(target.next, mode: Disk.status(target.path)?.mode ?? 0o755)
      }
    } catch {
      publication.abandon()
      throw error
    }
    return publication
  }

  static func begin(_ memory: BuildMemory, _ publisher: Publisher) async throws(DiskError) -> Publication {
    let (target, state) = (memory.target, memory.state)
    let hasSpare = await memory.hasSpare(jobs: publisher.jobs)
    let publication = Publication(
      publisher: publisher,
      tree: NextTree(target: target, published: state.tree, isSpare: true, isCopy: !hasSpare, keepsUnchanged: true),
      lock: memory.lock, state: state)
    do throws(DiskError) {
      try Disk.removeFile(target.state)
      if hasSpare {
        try await publication.tree.catchUp(state.record.pending ?? [], jobs: publisher.jobs)
      } else {
        try Disk.remove(target.next)
        try await publication.tree.copyPublished(jobs: publisher.jobs)
      }
    } catch {
      publication.abandon()
      throw error
    }
    return publication
  }

  /// Puts a file into the next tree. May be called from several tasks at once.
  public func put(_ file: OutputFile) -> PlacedFile {
    guard OutputRecord.isSafe(file.path) else { return PlacedFile(path: file.path, size: 0, result: nil) }
    do throws(DiskError) {
      return PlacedFile(path: file.path, size: file.bytes.count, result: .success(try tree.put(file)))
    } catch {
      return PlacedFile(path: file.path, size: file.bytes.count, result: .failure(error))
    }
  }

  /// Leaves the output folder as it is.
  public func abandon() {
    try? Disk.remove(target.next)
    guard var state else { return }
    state.record.pending = nil
    target.write(state.record)
  }

  /// Publishes the next tree, made of `placed` and of what other people put into the output folder. Nil after an error,
  /// which is reported; the folder is then as it was.
  public func finish(_ placed: [PlacedFile], build: Build?, into report: inout Report) async -> Publisher.Summary? {
    await finish(build, into: &report) { report throws(DiskError) in try await publish(placed, build, into: &report) }
  }

  /// Publishes the next tree, in which `placed` are new or changed, `removed` are gone, and all else is as it was. The
  /// numbers of `build.closing` are worked out.
  public func finish(
    changing placed: [PlacedFile], removing removed: [String], build: Build, into report: inout Report
  ) async -> (summary: Publisher.Summary, closing: BuildClosing)? {
    var closing = build.closing
    let summary = await finish(build, into: &report) { report throws(DiskError) in
      try await publish(placed, removed, build, &closing, into: &report)
    }
    return summary.map { ($0, closing) }
  }

  private func finish(
    _ build: Build?, into report: inout Report,
    _ publish: (inout Report) async throws(DiskError) -> Publisher.Summary?
  ) async -> Publisher.Summary? {
    do throws(DiskError) {
      if let summary = try await publish(&report) { return summary }
    } catch {
      report.add(publisher.cannotPublish(error))
    }
    abandon()
    return nil
  }

  private func publish(
    _ placed: [PlacedFile], _ build: Build?, into report: inout Report
  ) async throws(DiskError) -> Publisher.Summary? {
    guard PlacedFile.check(placed.map(\.path), below: publisher.output, into: &report) else { return nil }
    var files: [NextTree.Placed] = []
    files.reserveCapacity(placed.count + 1)
    for file in placed { if let result = file.result { files.append(try result.get()) } }
    let record = OutputRecord(paths: placed.map(\.path))
    let recordFile = try tree.put(OutputFile(path: OutputRecord.fileName, bytes: record.bytes))
    let rest = try OutputRest(of: target, state: tree.isSpare ? state : nil, produced: record.paths)
    guard rest.report(below: publisher.output, produced: record.paths, into: &report) else { return nil }
    if tree.isSpare {
      for path in rest.removed { try tree.remove(path) }
    } else {
      for entry in rest.foreign { try tree.carryOver(entry) }
    }

    return try await swap(files, rest, recordFile, build)
  }

  /// The same for a few files of many.
  private func publish(
    _ placed: [PlacedFile], _ removed: [String], _ build: Build, _ closing: inout BuildClosing,
    into report: inout Report
  ) async throws(DiskError) -> Publisher.Summary? {
    guard let state, PlacedFile.check(placed.map(\.path), below: publisher.output, into: &report) else { return nil }
    var files: [NextTree.Placed] = []
    for file in placed { if let result = file.result { files.append(try result.get()) } }
    let gone = removed.filter { state.tree.index(of: $0) != nil }
    for path in gone { try tree.remove(path) }
    var added: [String] = []
    for file in placed {
      let old = state.tree.index(of: file.path).map { Int(state.tree.rows[$0].stamp.size) }
      if old == nil { added.append(file.path) }
      closing.bytes += file.size - (old ?? 0)
    }
    for path in gone { closing.bytes -= state.tree.index(of: path).map { Int(state.tree.rows[$0].stamp.size) } ?? 0 }
    closing.files += added.count - gone.count
    closing.pages += added.count { $0.hasSuffix(".html") } - gone.count { $0.hasSuffix(".html") }
    var recordFile: NextTree.Placed?
    if !added.isEmpty || !gone.isEmpty {
      let last = try Disk.read("\(target.path)/\(OutputRecord.fileName)")
      let record = OutputRecord.bytes(last, removing: gone, adding: added) ?? record(of: state, gone, added)
      recordFile = try tree.put(OutputFile(path: OutputRecord.fileName, bytes: record))
    }
    var build = build
    build.closing = closing
    let summary = try await swap(files, OutputRest(removed: gone), recordFile, build)
    return Publisher.Summary(
      written: summary.written, unchanged: closing.files - summary.written, removed: summary.removed)
  }

  private func record(of state: BuildState, _ gone: [String], _ added: [String]) -> [UInt8] {
    let kept = state.tree.rows.filter { $0.kind == StampTable.Kind.file.rawValue }.map(state.tree.path)
    return OutputRecord(paths: Set(kept).subtracting(gone).subtracting([OutputRecord.fileName]).union(added)).bytes
  }

  /// Lets the trees change places and remembers what is where.
  private func swap(
    _ files: [NextTree.Placed], _ rest: OutputRest, _ recordFile: NextTree.Placed?, _ build: Build?
  ) async throws(DiskError) -> Publisher.Summary {
    let written = files.filter(\.isWritten).map(\.path)
    let changed = written + rest.removed + [recordFile].compactMap { $0 }.filter(\.isWritten).map(\.path)
    if !changed.isEmpty || !target.exists { try target.swapIn() }
    let trees = TreeStamps(
      target: target, before: state, changed: changed, isSpareCaughtUp: tree.isSpare, isCopy: tree.isCopy,
      isSwapped: !changed.isEmpty)
    let placed = files + [recordFile].compactMap { $0 }
    let (foreign, pieces) = (rest.foreign, build?.lasting)
    let (table, stamp) = await Parallel.both(jobs: publisher.jobs) { [jobs = publisher.jobs] in
      await trees.table(files: placed, foreign: foreign, jobs: jobs)
    } _: { [target] in
      pieces.map(target.writeLasting)
    }
    if !trees.keepsSpare { try? Disk.remove(target.next) }
    let inputs = build?.inputs.table ?? InputTable.empty.table
    let record = StateRecord(
      key: build?.key ?? 0,
      generation: Self.generation(after: state?.record.generation ?? inputs.fingerprint, placed, rest.removed),
      closing: build?.closing ?? BuildClosing(pages: 0, files: files.count, bytes: 0, day: ""),
      pending: trees.keepsSpare ? changed : nil, lasting: stamp ?? state?.record.lasting ?? .none,
      report: build?.report ?? Report())
    target.write(record, tables: StampTables(inputs: inputs, tree: table), model: build?.model)
    return Publisher.Summary(
      written: written.count, unchanged: files.count - written.count, removed: rest.removed.count)
  }

  /// Tells a build from those before it.
  private static func generation(after last: UInt64, _ placed: [NextTree.Placed], _ removed: [String]) -> UInt64 {
    var generation = Hash64()
    generation.combine(last)
    for file in placed {
      generation.combine(file.path)
      generation.combine(file.hash)
    }
    for path in removed { generation.combine(path) }
    return generation.value
  }
}
