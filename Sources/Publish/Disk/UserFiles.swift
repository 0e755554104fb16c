/// Files of an author's or of a server's, which a command lays down or changes outside any build.
public enum UserFiles {
  /// Lays files down where nothing may be yet: all of them, or none and no folder for them either.
  public static func create(_ files: [(path: String, bytes: [UInt8])]) throws(DiskError) {
    var folders: [String] = []
    var made: [String] = []
    do throws(DiskError) {
      for file in files {
        for folder in missingFolders(above: file.path) {
          try Disk.createFolder(folder)
          folders.append(folder)
        }
        let new = try OpenFile(creating: file.path)
        made.append(file.path)
        try new.write(file.bytes, at: 0)
        try new.finish()
      }
    } catch {
      for path in made { try? Disk.removeFile(path) }
      for folder in folders.reversed() { _ = Disk.removeIfEmpty(folder) }
      throw error
    }
  }

  /// Gives a file other bytes. It stays the file it is, with its owner, its mode, the links to it and what is mounted on it. There is
  /// room for the new bytes before the first one changes, and where writing fails all the same, the old ones are put back.
  public static func change(_ path: String, from old: [UInt8], to new: [UInt8]) throws(DiskError) {
    let file = try OpenFile(changing: path)
    do throws(DiskError) {
      try file.reserve(new.count)
      try file.write(new, at: 0)
      try file.resize(to: new.count)
    } catch {
      try? file.write(old, at: 0)
      try? file.resize(to: old.count)
      throw error
    }
    try file.finish()
  }

  /// The folders on the way to a file that are not there, from the outermost on.
  private static func missingFolders(above path: String) -> [String] {
    var missing: [String] = []
    var rest = path[...]
    while let slash = rest.lastIndex(of: "/"), slash > path.startIndex {
      rest = rest[..<slash]
      guard Disk.status(String(rest), followingLink: true) == nil else { break }
      missing.insert(String(rest), at: 0)
    }
    return missing
  }
}
