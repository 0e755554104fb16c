internal import Packing

/// The output folder on disk, with the place beside it where the next tree is assembled.
struct OutputFolder: Sendable {
  /// Without symbolic links, so that the swap replaces the folder and not a link to it.
  let path: String
  let parent: String
  /// Holds everything that builds keep for one another, in `.interlude-cache` beside the output folder.
  let cache: String
  /// Where the next tree is assembled; after the swap it holds the old one, which is the next one's beginning.
  let next: String
  /// What the last build left for the next one.
  let state: String
  /// The long tables of it.
  let stamps: String
  /// The part of it that is read only when something has changed.
  let model: String
  /// The part that only whole builds write, and of which only pieces are read.
  let lasting: String
  /// Where the old tree waits on file systems that cannot exchange two folders.
  private let old: String

  static let cacheName = ".interlude-cache"

  /// - Parameter site: the folder of the site that is built. An output that is named below it has to lie there: whoever
  ///   builds somebody else's site must not write where a link of theirs leads.
  init(_ output: String, within site: String? = nil) throws(DiskError) {
    let trimmed = output.count > 1 && output.hasSuffix("/") ? String(output.dropLast()) : output
    if let site { try Self.refuseWayOut(trimmed, of: site) }
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
    parent = slash == path.startIndex ? "/" : String(path[..<slash])
    cache = (slash == path.startIndex ? "/" : parent + "/") + "\(Self.cacheName)/\(path[path.index(after: slash)...])"
    next = "\(cache)/next"
    old = "\(cache)/old"
    state = "\(cache)/state"
    stamps = "\(cache)/stamps"
    model = "\(cache)/model"
    lasting = "\(cache)/lasting"
    for folder in [Self.folder(of: cache), cache] where Disk.status(folder)?.kind == .link {
      throw DiskError(
        "use", folder, reason: "it is a symbolic link, and builds remove and write what lies in it; remove the link")
    }
  }

  /// Throws if `output` is named below `site`, but a link on its way leads out.
  private static func refuseWayOut(_ output: String, of site: String) throws(DiskError) {
    let name = site.isEmpty || site == "." ? "" : site.hasSuffix("/") ? site : site + "/"
    let isNamedBelow =
      !output.isEmpty && !output.split(separator: "/").contains("..")
      && (name.isEmpty ? !output.hasPrefix("/") : output.hasPrefix(name))
    guard isNamedBelow, let boundary = Disk.realPath(name.isEmpty ? "." : site) else { return }
    var found = output
    while Disk.status(found) == nil, found.contains("/") { found = folder(of: found) }
    guard let real = Disk.realPath(found), !Disk.isBelow(boundary, real) else { return }
    throw DiskError(
      "use", output,
      reason:
        "\(found) is a symbolic link that leads out of the site's folder, to \(real); name that folder with --output")
  }

  var exists: Bool { Disk.status(path)?.kind == .folder }

  /// Whether something else has its name: a file, or a link that leads nowhere.
  var isTaken: Bool { !exists && Disk.status(path) != nil }

  /// Whether it lies among what builds keep for one another.
  var isInCache: Bool { path.split(separator: "/").contains(Self.cacheName[...]) }

  /// Whether it is `folder`, or somewhere below it.
  func lies(in folder: String) -> Bool {
    guard let folder = Disk.realPath(folder) else { return false }
    return path == folder || path.hasPrefix(folder == "/" ? folder : folder + "/")
  }

  /// Brings the old tree back if a build was killed between two renames.
  func recover() throws(DiskError) {
    guard Disk.status(old) != nil else { return }
    if Disk.status(path) == nil { try Disk.rename(old, to: path) } else { try Disk.remove(old) }
  }

  /// The folder that builds keep things in; version control is told to leave it out.
  func createCache() throws(DiskError) {
    guard Disk.status(cache) == nil else { return }
    try Self.createFolders(cache)
    let ignore = "\(parent)/\(Self.cacheName)/.gitignore"
    do throws(DiskError) {
      if Disk.status(ignore) == nil { try Disk.write(Array("*\n".utf8), to: ignore) }
    } catch {
      // A build into a folder beside this one may have been quicker.
      guard Disk.status(ignore) != nil else { throw error }
    }
  }

  func record() -> OutputRecord? {
    (try? Disk.read("\(path)/\(OutputRecord.fileName)")).flatMap(OutputRecord.init)
  }

  /// Whether a folder without a record is still known as a build's output: empty, or with a pack's manifest, as in a
  /// fresh clone.
  func isRecognised() throws(DiskError) -> Bool {
    try Disk.names(in: path).isEmpty || Disk.status("\(path)/error-pages/manifest.json") != nil
  }

  /// Lets the next tree take the present one's place. The present one is then where the next one was, if there is one.
  ///
  /// Before that all of it is on the disk, so that a power cut, too, leaves the old tree or the new one. What is kept for the next
  /// build need not be: it carries seals, and what does not fit them counts as not there.
  func swapIn() throws(DiskError) {
    try Disk.flush(next)
    guard Disk.status(path) != nil else { return try Disk.rename(next, to: path) }
    if try Disk.exchange(next, path) { return }
    try Disk.rename(path, to: old)
    try Disk.rename(next, to: path)
    try Disk.rename(old, to: next)
  }

  /// What the last build left; nil when there is nothing, or nothing that can be trusted.
  func readState(key: UInt64?) -> BuildState? {
    guard let bytes = try? Disk.read(state), let record = StateRecord(bytes, key: key),
      let tables = StampTables(stamps, seal: record.tables)
    else { return nil }
    return BuildState(record, tables)
  }

  /// Keeps what lasts, and returns the stamp by which it is known again; none if it cannot be kept.
  func writeLasting(_ pieces: [DeferredBytes]) -> FileStamp {
    let isWritten = replace(lasting) { path throws(DiskError) in
      try Disk.write(pieces.lazy.map { $0() }, to: path)
    }
    return isWritten ? Disk.stamp(lasting) ?? .none : .none
  }

  /// Keeps what a build left for the next one. What cannot be kept is done again, so a failure is no error.
  ///
  /// - Parameter tables: the long tables; if absent, the file that holds them is still right.
  func write(_ record: StateRecord, tables: StampTables? = nil, model: PackedWriter? = nil) {
    var record = record
    if let tables {
      let (pieces, seal) = tables.file
      replace(stamps, by: pieces)
      record.tables = seal
    }
    if let model {
      var bound = PackedWriter()
      bound.reserve(model.bytes.count + 8)
      bound.number(record.generation)
      bound.append(model)
      replace(self.model, by: SealedFile.pieces(bound, kind: StateRecord.kind))
    }
    replace(state, by: record.pieces)
  }

  private func replace(_ path: String, by pieces: [[UInt8]]) {
    replace(path) { path throws(DiskError) in try Disk.write(pieces, to: path) }
  }

  @discardableResult
  private func replace(_ path: String, _ write: (String) throws(DiskError) -> FileStamp) -> Bool {
    let new = path + ".new"
    try? Disk.removeFile(new)
    do throws(DiskError) {
      try createCache()
      _ = try write(new)
      // The old one is of no use, and a file that takes another's name may have to be on the disk before that ends.
      try Disk.removeFile(path)
      try Disk.rename(new, to: path)
      return true
    } catch {
      try? Disk.removeFile(new)
      return false
    }
  }

  static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
  }

  private static func createFolders(_ path: String) throws(DiskError) {
    guard Disk.status(path, followingLink: true) == nil else { return }
    let above = folder(of: path)
    if !above.isEmpty { try createFolders(above) }
    try Disk.createFolder(path)
  }
}
