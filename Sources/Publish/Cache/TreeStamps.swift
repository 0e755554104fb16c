internal import Content

/// Takes the stamps of the published tree, and of the folders of the spare one, after a build has published.
struct TreeStamps: Sendable {
  let target: OutputFolder
  /// What was known of the trees before; nil when the output folder was new or somebody had been in it.
  let before: BuildState?
  /// The paths that this build wrote or removed.
  let changed: [String]
  /// Whether the spare tree was brought up to date first.
  let isSpareCaughtUp: Bool
  /// Whether the spare tree is a new copy, of which no folder is known.
  let isCopy: Bool
  /// Whether the trees changed places.
  let isSwapped: Bool

  /// Whether the tree beside the published one is worth keeping: it is, once it is known what is in it.
  var keepsSpare: Bool { before != nil || !isSwapped }

  /// The table of the trees, which are as `before` where nothing else is known.
  func table(files: [NextTree.Placed], foreign: [FolderListing.Entry], jobs: Int) async -> StampTable {
    guard let before, isSpareCaughtUp else {
      var table = new(files, foreign)
      await restamp(&table, jobs: jobs)
      return table
    }
    var table = before.tree
    if isSwapped { table.swapTrees() }
    let (removed, added) = differences(from: before, files)
    table.update(removing: removed, adding: added)
    await restamp(&table, only: isCopy ? nil : stale(before), jobs: jobs)
    return table
  }

  /// What went and what came or was replaced, folders with it.
  private func differences(
    from before: BuildState, _ files: [NextTree.Placed]
  ) -> (removed: Set<String>, added: [StampTable.Entry]) {
    let written = files.filter(\.isWritten)
    let places = Set(written.map(\.path))
    let removed = Set(changed).subtracting(places)
    let added = written.map { StampTable.Entry(path: $0.path, kind: .file, stamp: $0.stamp, hash: $0.hash) }
    let folders = StampTable.foldersAbove(places).filter { before.tree.index(of: $0) == nil }
      .map { StampTable.Entry(path: $0, kind: .folder, stamp: .none) }
    let root = isSwapped ? target.path : target.next
    let vanished = StampTable.foldersAbove(removed).filter { Disk.status("\(root)/\($0)") == nil }
    return (removed.union(vanished), added + folders)
  }

  /// The folders in which this build or the last one changed something.
  private func stale(_ before: BuildState) -> Set<String> {
    StampTable.foldersAbove(changed + (before.record.pending ?? []))
  }

  private func new(_ files: [NextTree.Placed], _ foreign: [FolderListing.Entry]) -> StampTable {
    let ours = files.map { StampTable.Entry(path: $0.path, kind: .file, stamp: $0.stamp, hash: $0.hash) }
    let theirs = foreign.filter { $0.kind != .folder }.map { entry in
      StampTable.Entry(
        path: entry.path, kind: .foreign, stamp: Disk.stamp("\(target.path)/\(entry.path)") ?? .none)
    }
    let folders = StampTable.foldersAbove((ours + theirs).map(\.path))
      .union(foreign.filter { $0.kind == .folder }.map(\.path))
    return StampTable(ours + theirs + folders.map { .init(path: $0, kind: .folder, stamp: .none) })
  }

  /// Looks at folders again: at all of them, or at those in `stale`.
  private func restamp(_ table: inout StampTable, only stale: Set<String>? = nil, jobs: Int) async {
    let wanted =
      stale.map { folders in folders.filter { table.hasFolder($0) } }
      ?? Set(table.rows.filter { $0.kind == StampTable.Kind.folder.rawValue }.map { table.path($0) })
    for entry in await stamps(of: wanted.sorted(), jobs: jobs) {
      guard let index = table.index(of: entry.path) else { continue }
      table.rows[index].stamp = entry.stamp
      table.rows[index].spare = entry.spare
    }
  }

  private func stamps(of folders: [String], jobs: Int) async -> [StampTable.Entry] {
    let spares = keepsSpare
    return await Parallel.map(folders, jobs: jobs) { [target] path in
      StampTable.Entry(
        path: path, kind: .folder, stamp: Disk.stamp("\(target.path)/\(path)") ?? .none,
        spare: spares ? Disk.stamp("\(target.next)/\(path)") ?? .none : .none)
    }
  }
}
