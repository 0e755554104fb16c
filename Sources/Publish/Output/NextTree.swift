internal import Content
internal import Packing

/// The next tree on its way: a new one, or the spare one from the build before the last brought up to date.
///
/// Files that did not change are hard links to the published ones. So a file is never written into: a new one takes its
/// name. All operations may run side by side.
struct NextTree: Sendable {
  let target: OutputFolder
  /// The published tree as the last build left it; nil when that is not known, or counts for nothing.
  let published: StampTable?
  /// Whether the tree holds everything that is published already.
  let isSpare: Bool
  /// Whether it was copied as a whole for this build.
  let isCopy: Bool
  /// Whether files that did not change are kept rather than written anew.
  let keepsUnchanged: Bool
  /// Whether there is anything that could be the same as before.
  private let hasPublished: Bool

  init(target: OutputFolder, published: StampTable?, isSpare: Bool, isCopy: Bool = false, keepsUnchanged: Bool) {
    (self.target, self.published, self.isSpare) = (target, published, isSpare)
    (self.isCopy, self.keepsUnchanged) = (isCopy, keepsUnchanged)
    hasPublished = target.exists
  }

  /// A file that was put into the tree.
  struct Placed: Sendable {
    let path: String
    let stamp: FileStamp
    let hash: UInt64
    let isWritten: Bool
  }

  /// Brings the spare tree up to date: `pending` are the paths that the last build changed.
  func catchUp(_ pending: [String], jobs: Int) async throws(DiskError) {
    guard let published else { return }
    let isFile = pending.map { path in
      published.index(of: path).map { published.rows[$0].kind == StampTable.Kind.file.rawValue } ?? false
    }
    for (path, isFile) in zip(pending, isFile) {
      try Disk.removeFile("\(target.next)/\(path)")
      if !isFile { removeEmptyFolders(above: path) }
    }
    let missing = zip(pending, isFile).filter(\.1).map(\.0)
    try await Self.each(missing, jobs: jobs) { path throws(DiskError) in try link(path) }
  }

  /// Makes the tree a second one of what is published.
  func copyPublished(jobs: Int) async throws(DiskError) {
    guard let published else { return }
    try Disk.createFolder(target.next, mode: Disk.status(target.path)?.mode ?? 0o755)
    let isFolder = { (row: StampTable.Row) in row.kind == StampTable.Kind.folder.rawValue }
    let folders = published.rows.filter { isFolder($0) && $0.length > 0 }.map(published.path)
    try await Self.each(folders, jobs: jobs) { path throws(DiskError) in try createFolders(path) }
    let files = published.rows.filter { !isFolder($0) }.map(published.path)
    try await Self.each(files, jobs: jobs) { path throws(DiskError) in try link(path) }
  }

  /// Does something with each path, on all cores; throws the first error, after the others.
  private static func each(
    _ paths: [String], jobs: Int, _ body: @escaping @Sendable (String) throws(DiskError) -> Void
  ) async throws(DiskError) {
    let failures = await Parallel.map(paths, jobs: jobs) { path -> DiskError? in
      do throws(DiskError) {
        try body(path)
        return nil
      } catch { return error }
    }
    if let failure = failures.lazy.compactMap({ $0 }).first { throw failure }
  }

  func put(_ file: OutputFile) throws(DiskError) -> Placed {
    let hash = Hash64.of(file.bytes)
    if keepsUnchanged, hasPublished, let stamp = unchanged(file, hash) {
      if !isSpare { try link(file.path) }
      return Placed(path: file.path, stamp: stamp, hash: hash, isWritten: false)
    }
    if isSpare { try Disk.removeFile("\(target.next)/\(file.path)") }
    let stamp = try inFolder(of: file.path) { path throws(DiskError) in try Disk.write(file.bytes, to: path) }
    return Placed(path: file.path, stamp: stamp, hash: hash, isWritten: true)
  }

  /// Takes over somebody else's entry.
  func carryOver(_ entry: FolderListing.Entry) throws(DiskError) {
    if FileName.isBroken(entry.path) {
      throw DiskError("keep", "\(target.path)/\(entry.path)", reason: "\(FileName.broken); move it away")
    }
    switch entry.kind {
    case .folder: try createFolders(entry.path)
    case .link:
      _ = try inFolder(of: entry.path) { path throws(DiskError) -> FileStamp in
        try Disk.copyLink("\(target.path)/\(entry.path)", to: path)
        return .none
      }
    case .file, .other: try link(entry.path)
    }
  }

  /// Removes a file of ours from the spare tree, and the folders that are empty without it.
  func remove(_ path: String) throws(DiskError) {
    try Disk.removeFile("\(target.next)/\(path)")
    removeEmptyFolders(above: path)
  }

  private func removeEmptyFolders(above path: String) {
    var folder = OutputFolder.folder(of: path)
    while !folder.isEmpty, Disk.removeIfEmpty("\(target.next)/\(folder)") { folder = OutputFolder.folder(of: folder) }
  }

  /// The stamp of the published file if it has these bytes.
  private func unchanged(_ file: OutputFile, _ hash: UInt64) -> FileStamp? {
    let size = Int64(file.bytes.count)
    if let published {
      guard let index = published.index(of: file.path) else { return nil }
      let row = published.rows[index]
      return row.kind == StampTable.Kind.file.rawValue && row.hash == hash && row.stamp.size == size ? row.stamp : nil
    }
    guard let status = Disk.status("\(target.path)/\(file.path)"), status.kind == .file, status.stamp.size == size,
      (try? Disk.read("\(target.path)/\(file.path)")) == file.bytes
    else { return nil }
    return status.stamp
  }

  /// The published file, modification time included, under the same name in this tree.
  private func link(_ file: String) throws(DiskError) {
    let published = "\(target.path)/\(file)"
    _ = try inFolder(of: file) { path throws(DiskError) -> FileStamp in
      do throws(DiskError) {
        try Disk.hardLink(published, to: path)
      } catch {
        if error.isMissingFolder { throw error }
        try Disk.copyFile(published, to: path)
      }
      return .none
    }
  }

  /// Does something with a path of the tree, whose folders are made if it turns out that they are missing.
  private func inFolder(
    of path: String, _ body: (String) throws(DiskError) -> FileStamp
  ) throws(DiskError) -> FileStamp {
    let full = "\(target.next)/\(path)"
    do throws(DiskError) {
      return try body(full)
    } catch {
      guard error.isMissingFolder else { throw error }
      try createFolders(OutputFolder.folder(of: path))
      return try body(full)
    }
  }

  /// Makes a folder and, where they are missing, those above it, like the published ones.
  private func createFolders(_ folder: String) throws(DiskError) {
    guard !folder.isEmpty else { return }
    let full = "\(target.next)/\(folder)"
    let mode = hasPublished ? Disk.status("\(target.path)/\(folder)")?.mode ?? 0o755 : 0o755
    do throws(DiskError) {
      try Disk.createFolder(full, mode: mode)
    } catch {
      guard error.isMissingFolder else { throw error }
      try createFolders(OutputFolder.folder(of: folder))
      try Disk.createFolder(full, mode: mode)
    }
  }
}
