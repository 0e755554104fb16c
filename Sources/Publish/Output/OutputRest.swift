internal import Diagnostics

/// What lies in the output folder besides the files that were put into the next tree.
struct OutputRest: Sendable {
  /// Somebody else's: carried over as they are.
  let foreign: [FolderListing.Entry]
  /// Written by an earlier build and no longer produced.
  let removed: [String]

  init(removed: [String]) {
    (self.removed, foreign) = (removed, [])
  }

  /// - Parameter state: what the last build left, if the output folder is still that; otherwise it is listed.
  init(of target: OutputFolder, state: BuildState?, produced: Set<String>) throws(DiskError) {
    if let state {
      let kinds = (file: StampTable.Kind.file.rawValue, foreign: StampTable.Kind.foreign.rawValue)
      removed = state.tree.rows.filter { $0.kind == kinds.file }.map(state.tree.path)
        .filter { $0 != OutputRecord.fileName && !produced.contains($0) }
      foreign = state.tree.rows.filter { $0.kind == kinds.foreign }
        .map { FolderListing.Entry(path: state.tree.path($0), kind: .other, size: 0) }
      return
    }
    let listing = target.exists ? try FolderListing(target.path).entries : []
    guard !listing.isEmpty else {
      (removed, foreign) = ([], [])
      return
    }
    let existing = Set(listing.map(\.path))
    let old = target.record()?.paths ?? []
    removed = old.subtracting(produced).filter { existing.contains($0) }.sorted()
    let folders = StampTable.foldersAbove(produced.union(old))
    foreign = listing.filter { entry in
      entry.kind == .folder
        ? !folders.contains(entry.path)
        : !produced.contains(entry.path) && !old.contains(entry.path) && entry.path != OutputRecord.fileName
    }
  }

  /// Reports somebody else's file that stands where a folder of ours has to be.
  func report(below output: String, produced: Set<String>, into report: inout Report) -> Bool {
    guard !foreign.isEmpty else { return true }
    let folders = StampTable.foldersAbove(produced)
    guard let entry = foreign.first(where: { $0.kind != .folder && folders.contains($0.path) }) else { return true }
    report.add(
      Diagnostic(
        "output-in-the-way", "\(entry.path) is no folder, but pages belong below it",
        at: Place(file: "\(output)/\(entry.path)"), help: "move it away"))
    return false
  }
}
