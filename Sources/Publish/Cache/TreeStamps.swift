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

  func table(files: [NextTree.Placed], foreign: [FolderListing.Entry], jobs: Int) async -> StampTable {
    var table = StampTable()
    if let before, isSpareCaughtUp {
      table = update(before, files)
    } else {
      table = new(files, foreign)
    }
    let stale = Set(isSpareCaughtUp ? StampTable.foldersAbove(changed + (before?.pending ?? [])) : [])
    await restamp(&table, only: isSpareCaughtUp && before != nil && !isCopy ? stale : nil, jobs: jobs)
    return table
  }

  /// The new table from the old one, in which only a few rows change.
  private func update(_ before: BuildState, _ files: [NextTree.Placed]) -> StampTable {
    let written = files.filter(\.isWritten)
    let places = Set(written.map(\.path))
    let removed = Set(changed).subtracting(places)
    let added = written.map { StampTable.Entry(path: $0.path, kind: .file, stamp: $0.stamp, hash: $0.hash) }
    let folders = StampTable.foldersAbove(places).filter { before.tree.index(of: $0) == nil }
      .map { StampTable.Entry(path: $0, kind: .folder, stamp: .none) }
    let root = isSwapped ? target.path : target.next
    let vanished = StampTable.foldersAbove(removed).filter { Disk.status("\(root)/\($0)") == nil }
    var table = before.tree.updated(removing: removed.union(vanished), adding: added + folders)
    guard isSwapped else { return table }
    for index in table.rows.indices where table.rows[index].kind == StampTable.Kind.folder.rawValue {
      let row = table.rows[index]
      (table.rows[index].stamp, table.rows[index].spare) = (row.spare, row.stamp)
    }
    return table
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
  private func restamp(_ table: inout StampTable, only stale: Set<String>?, jobs: Int) async {
    let isFolder = { (row: StampTable.Row) in row.kind == StampTable.Kind.folder.rawValue }
    let wanted =
      stale.map { folders in folders.compactMap { table.index(of: $0) }.filter { isFolder(table.rows[$0]) }.sorted() }
      ?? table.rows.indices.filter { isFolder(table.rows[$0]) }
    let paths = wanted.map { table.path(table.rows[$0]) }
    let spares = keepsSpare
    let stamps = await Parallel.map(paths, jobs: jobs) { path in
      (
        Disk.stamp("\(target.path)/\(path)") ?? .none, spares ? Disk.stamp("\(target.next)/\(path)") ?? .none : .none
      )
    }
    for (index, stamp) in zip(wanted, stamps) {
      table.rows[index].stamp = stamp.0
      table.rows[index].spare = stamp.1
    }
  }
}
