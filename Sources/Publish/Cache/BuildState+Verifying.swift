extension BuildState {
  /// Whether the published tree is as the last build left it: no file, folder or link came, went or was written to.
  func isIntact(_ target: OutputFolder, jobs: Int) async -> Bool {
    let differences = await tree.differences(below: target.path, followingLinks: false, jobs: jobs) { row, stamp in
      guard let stamp else { return false }
      return row.kind == StampTable.Kind.folder.rawValue
        ? row.stamp.isSameFolder(as: stamp) : row.stamp.isSameContent(as: stamp)
    }
    return differences?.isEmpty ?? false
  }

  /// Whether the spare tree is there and as the last build left it. Its files are the published ones under another name,
  /// so that only its folders need to be looked at.
  func hasSpare(_ target: OutputFolder, jobs: Int) async -> Bool {
    guard record.pending != nil else { return false }
    let folders = tree.folders()
    let differences = await folders.differences(below: target.next, followingLinks: false, jobs: jobs) { row, stamp in
      row.spare == .none || stamp.map { row.spare.isSameFolder(as: $0) } ?? false
    }
    return differences?.isEmpty ?? false
  }
}

extension StampTable {
  /// The same names with the rows of folders only.
  func folders() -> StampTable {
    var folders = self
    folders.rows.removeAll { $0.kind != Kind.folder.rawValue }
    return folders
  }

  /// All folders on the way to some paths, the root (an empty path) among them.
  static func foldersAbove(_ paths: some Sequence<String>) -> Set<String> {
    var folders: Set<String> = [""]
    var last: Substring = ""
    for path in paths {
      // Most lie in the same folder as the one before.
      guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), path[..<slash] != last else { continue }
      last = path[..<slash]
      var folder = String(last)
      while folders.insert(folder).inserted { folder = OutputFolder.folder(of: folder) }
    }
    return folders
  }
}
