internal import CDisk

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Folders, and what moves in them.
extension Disk {
  /// A descriptor of a folder, to be closed by `closeFolder`.
  static func openFolder(_ folder: String) throws(DiskError) -> Int32 {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DiskError("open", folder) }
    return descriptor
  }

  static func closeFolder(_ folder: Int32) { close(folder) }

  /// The names in a folder, in ascending order of their bytes.
  static func names(in path: String) throws(DiskError) -> [String] { try entries(in: path).map(\.name) }

  /// The same, and which of them are surely plain files, as far as the file system tells that with the names.
  static func entries(in path: String) throws(DiskError) -> [(name: String, isFile: Bool)] {
    guard let folder = opendir(path) else { throw DiskError("list", path) }
    defer { closedir(folder) }
    var entries: [(name: String, isFile: Bool)] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { entries.append((name, Int(entry.pointee.d_type) == Int(DT_REG))) }
    }
    return entries.sorted { $0.name.precedesInUTF8($1.name) }
  }

  static func createFolder(_ path: String, mode: UInt32 = 0o755) throws(DiskError) {
    guard mkdir(path, mode_t(mode)) == 0 || errno == EEXIST && status(path)?.kind == .folder else {
      throw DiskError("create the folder", path)
    }
  }

  /// Removes a folder if nothing is in it, and says whether it is gone.
  static func removeIfEmpty(_ folder: String) -> Bool { rmdir(folder) == 0 }

  /// Removes an entry and, if it is a folder, everything below it. Links are removed, not followed. What is not there
  /// counts as removed.
  static func remove(_ path: String) throws(DiskError) {
    guard let status = status(path) else { return }
    if status.kind == .folder {
      for name in try names(in: path) { try remove(path + "/" + name) }
      guard rmdir(path) == 0 else { throw DiskError("remove", path) }
    } else {
      guard unlink(path) == 0 else { throw DiskError("remove", path) }
    }
  }

  static func rename(_ path: String, to new: String) throws(DiskError) {
    guard renameat(AT_FDCWD, path, AT_FDCWD, new) == 0 else { throw DiskError("rename", path) }
  }

  /// Waits until all that was written to the file system of a folder is on the disk, where the system can say so. One such call
  /// costs far less than `fsync` for each of a thousand files.
  static func flush(_ folder: String) throws(DiskError) {
    guard interlude_flush(folder) != 0, ![EINVAL, ENOSYS, ENOTSUP].contains(errno) else { return }
    throw DiskError("write to the disk", folder)
  }

  /// Lets two entries change places in one step; false when the file system cannot do that.
  static func exchange(_ a: String, _ b: String) throws(DiskError) -> Bool {
    let result = interlude_exchange(a, b)
    if result == 0 { return true }
    if [EINVAL, ENOSYS, ENOTSUP].contains(errno) { return false }
    throw DiskError("replace", b)
  }
}
