internal import Content

/// What a build has to do to the output folder, worked out before anything is touched.
struct OutputPlan: Sendable {
  /// To be written anew.
  let changed: [OutputFile]
  /// Ours, with the same bytes as before: kept with their modification time.
  let unchanged: [String]
  /// Somebody else's: carried over as they are.
  let foreign: [FolderListing.Entry]
  /// Written by an earlier build and no longer produced.
  let removed: [String]

  var isNothing: Bool { changed.isEmpty && removed.isEmpty }

  /// - Parameters:
  ///   - files: what the build produced, with distinct paths.
  ///   - root: the output folder, which exists.
  ///   - record: what the last build wrote, if that is known.
  init(_ files: [OutputFile], below root: String, record: OutputRecord?, jobs: Int) async throws(DiskError) {
    let listing = try FolderListing(root)
    let existing = Dictionary(listing.entries.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    let isSame = await Parallel.map(files, jobs: jobs) { file in
      guard let entry = existing[file.path], entry.kind == .file, entry.size == file.bytes.count else { return false }
      return (try? Disk.read("\(root)/\(file.path)")) == file.bytes
    }
    changed = zip(files, isSame).filter { !$0.1 }.map(\.0)
    unchanged = zip(files, isSame).filter(\.1).map(\.0.path)
    let produced = Set(files.map(\.path))
    let old = record?.paths ?? []
    removed = old.subtracting(produced).filter { existing[$0] != nil }.sorted()
    let folders = Set(produced.union(old).flatMap(Self.foldersAbove))
    foreign = listing.entries.filter { entry in
      entry.kind == .folder
        ? !folders.contains(entry.path) : !produced.contains(entry.path) && !old.contains(entry.path)
    }
  }

  private static func foldersAbove(_ path: String) -> [String] {
    var folders: [String] = []
    var rest = path[...]
    while let slash = rest.lastIndex(of: "/") {
      rest = rest[..<slash]
      folders.append(String(rest))
    }
    return folders
  }
}
