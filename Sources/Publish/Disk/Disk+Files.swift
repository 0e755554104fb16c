#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Whole files.
extension Disk {
  static func read(_ path: String) throws(DiskError) -> [UInt8] { try readStamped(path).bytes }

  /// The file's bytes, and its stamp from just before they were read.
  static func readStamped(_ path: String) throws(DiskError) -> (bytes: [UInt8], stamp: FileStamp) {
    let file = try OpenFile(reading: path)
    let info = try file.info()
    guard info.st_mode & S_IFMT == S_IFREG else {
      throw DiskError("read", path, code: info.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    return (try file.read(upTo: Int(info.st_size), from: 0), FileStamp(info))
  }

  /// Writes a new file; one that is there already is an error. Returns its stamp.
  @discardableResult
  static func write(_ bytes: [UInt8], to path: String) throws(DiskError) -> FileStamp {
    try write([bytes], to: path)
  }

  /// Writes pieces into a new file, one after another.
  static func write(_ pieces: some Sequence<[UInt8]>, to path: String) throws(DiskError) -> FileStamp {
    let file = try OpenFile(creating: path)
    var end = 0
    for piece in pieces {
      try file.write(piece, at: end)
      end += piece.count
    }
    let info = try file.info()
    try file.finish()
    return FileStamp(info)
  }

  /// A copy with the original's permissions and modification time.
  static func copyFile(_ path: String, to new: String) throws(DiskError) {
    var info = stat()
    guard stat(path, &info) == 0 else { throw DiskError("copy", path) }
    try write(read(path), to: new)
    #if canImport(Darwin)
      var times = [info.st_atimespec, info.st_mtimespec]
    #else
      var times = [info.st_atim, info.st_mtim]
    #endif
    guard chmod(new, info.st_mode & 0o7777) == 0, utimensat(AT_FDCWD, new, &times, 0) == 0 else {
      throw DiskError("copy", path)
    }
  }

  /// Removes a file; one that is not there counts as removed.
  static func removeFile(_ path: String) throws(DiskError) {
    guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else { throw DiskError("remove", path) }
  }

  static func hardLink(_ path: String, to new: String) throws(DiskError) {
    guard link(path, new) == 0 else { throw DiskError("link", new) }
  }

  static func copyLink(_ path: String, to new: String) throws(DiskError) {
    var target = [CChar](repeating: 0, count: 4097)
    let length = readlink(path, &target, 4096)
    guard length >= 0, symlink(target, new) == 0 else { throw DiskError("copy the link", path) }
  }
}
