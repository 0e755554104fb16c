internal import Content

/// The output folder on disk, with the place beside it where the next tree is assembled.
struct OutputFolder {
  /// Without symbolic links, so that the swap replaces the folder and not a link to it.
  let path: String
  let parent: String
  /// Where the next tree is assembled; after the swap it holds the old one.
  let next: String
  /// Where the old tree waits on file systems that cannot exchange two folders.
  private let old: String

  init(_ output: String) throws(DiskError) {
    let trimmed = output.count > 1 && output.hasSuffix("/") ? String(output.dropLast()) : output
    if let real = Disk.realPath(trimmed) {
      path = real
    } else {
      var parts = trimmed.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      let name = parts.removeLast()
      let above = parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
      try Self.createFolders(above)
      guard let real = Disk.realPath(above) else { throw DiskError("find", above) }
      path = (real == "/" ? "" : real) + "/" + name
    }
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    let name = path[path.index(after: slash)...]
    parent = slash == path.startIndex ? "/" : String(path[..<slash])
    let beside = slash == path.startIndex ? "/" : parent + "/"
    next = "\(beside).\(name).interlude-next"
    old = "\(beside).\(name).interlude-old"
  }

  var exists: Bool { Disk.status(path)?.kind == .folder }

  /// Whether something else has its name: a file, or a link that leads nowhere.
  var isTaken: Bool { !exists && Disk.status(path) != nil }

  /// Clears away what a killed build left, and brings the old tree back if it was killed between two renames.
  func recover() throws(DiskError) {
    if Disk.status(old) != nil {
      if Disk.status(path) == nil { try Disk.rename(old, to: path) } else { try Disk.remove(old) }
    }
    try Disk.remove(next)
  }

  func record() -> OutputRecord? {
    (try? Disk.read("\(path)/\(OutputRecord.fileName)")).flatMap(OutputRecord.init)
  }

  /// Whether a folder without a record is still known as a build's output: empty, or with a pack's manifest, as in a
  /// fresh clone.
  func isRecognised() throws(DiskError) -> Bool {
    try Disk.names(in: path).isEmpty || Disk.status("\(path)/error-pages/manifest.json") != nil
  }

  /// Builds the next tree beside the present one.
  func assemble(_ plan: OutputPlan, _ record: OutputRecord) throws(DiskError) {
    var folders: Set<String> = [""]
    try Disk.createFolder(next, mode: Disk.status(path)?.mode ?? 0o755)
    for entry in plan.foreign where entry.kind == .folder { try createFolder(entry.path, &folders) }
    for entry in plan.foreign where entry.kind != .folder && entry.path != OutputRecord.fileName {
      try createFolder(Self.folder(of: entry.path), &folders)
      if entry.kind == .link {
        try Disk.copyLink("\(path)/\(entry.path)", to: "\(next)/\(entry.path)")
      } else {
        try keep(entry.path)
      }
    }
    for file in plan.unchanged {
      try createFolder(Self.folder(of: file), &folders)
      try keep(file)
    }
    for file in plan.changed {
      try createFolder(Self.folder(of: file.path), &folders)
      try Disk.write(file.bytes, to: "\(next)/\(file.path)")
    }
    try Disk.write(record.bytes, to: "\(next)/\(OutputRecord.fileName)")
  }

  /// Lets the next tree take the present one's place, then removes the old one.
  func swapIn() throws(DiskError) {
    guard Disk.status(path) != nil else { return try Disk.rename(next, to: path) }
    if try Disk.exchange(next, path) {
      try? Disk.remove(next)
    } else {
      try Disk.rename(path, to: old)
      try Disk.rename(next, to: path)
      try? Disk.remove(old)
    }
  }

  /// The same file in the next tree, modification time included.
  private func keep(_ file: String) throws(DiskError) {
    do throws(DiskError) {
      try Disk.hardLink("\(path)/\(file)", to: "\(next)/\(file)")
    } catch {
      try Disk.copyFile("\(path)/\(file)", to: "\(next)/\(file)")
    }
  }

  private func createFolder(_ folder: String, _ known: inout Set<String>) throws(DiskError) {
    guard known.insert(folder).inserted else { return }
    try createFolder(Self.folder(of: folder), &known)
    try Disk.createFolder("\(next)/\(folder)", mode: Disk.status("\(path)/\(folder)")?.mode ?? 0o755)
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  private static func createFolders(_ path: String) throws(DiskError) {
    guard Disk.status(path, followingLink: true) == nil else { return }
    let above = folder(of: path)
    if !above.isEmpty { try createFolders(above) }
    try Disk.createFolder(path)
  }
}
