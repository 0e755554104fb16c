internal import CDisk

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A system call that failed: what was tried, on which path, and why.
public struct DiskError: Error, Sendable {
  /// In words that complete "cannot …": "write", "read", "create the folder".
  public let action: String
  public let path: String
  /// The system's reason, such as "No space left on device".
  public let reason: String
  let code: Int32

  /// Whether a folder on the way to the path does not exist.
  var isMissingFolder: Bool { code == ENOENT }

  init(_ action: String, _ path: String, code: Int32 = errno) {
    self.action = action
    self.path = path
    self.code = code
    reason = String(cString: strerror(code))
  }
}

extension FileStamp {
  init(_ info: stat) {
    #if canImport(Darwin)
      let (modified, changed) = (info.st_mtimespec, info.st_ctimespec)
    #else
      let (modified, changed) = (info.st_mtim, info.st_ctim)
    #endif
    self.init(
      size: Int64(info.st_size), modified: Int64(modified.tv_sec) * 1_000_000_000 + Int64(modified.tv_nsec),
      changed: Int64(changed.tv_sec) * 1_000_000_000 + Int64(changed.tv_nsec), inode: UInt64(info.st_ino))
  }
}

/// The disk, as far as a build needs it: POSIX calls with errors as values. The only room that knows of them.
enum Disk {
  enum Kind: Sendable, Equatable { case file, folder, link, other }

  struct Status: Sendable {
    let kind: Kind
    let size: Int
    let mode: UInt32
    /// Device and inode, to notice a folder that leads back into itself.
    let identity: [UInt64]
    let stamp: FileStamp
  }

  /// What tells one state of an entry from another, or nil when there is nothing. `folder` is a descriptor that a
  /// relative path starts from.
  static func stamp(_ path: UnsafePointer<CChar>, in folder: Int32 = AT_FDCWD, followingLink: Bool = false)
    -> FileStamp?
  {
    var info = stat()
    return fstatat(folder, path, &info, followingLink ? 0 : AT_SYMLINK_NOFOLLOW) == 0 ? FileStamp(info) : nil
  }

  /// A descriptor of a folder, to be closed by `closeFolder`.
  static func openFolder(_ folder: String) throws(DiskError) -> Int32 {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DiskError("open", folder) }
    return descriptor
  }

  static func closeFolder(_ folder: Int32) { close(folder) }

  /// Of the entry itself, or of what a symbolic link leads to. Nil when there is nothing.
  static func status(_ path: String, followingLink: Bool = false) -> Status? {
    var info = stat()
    guard (followingLink ? stat(path, &info) : lstat(path, &info)) == 0 else { return nil }
    let kind: Kind =
      switch info.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    return Status(
      kind: kind, size: Int(info.st_size), mode: UInt32(info.st_mode) & 0o7777,
      identity: [UInt64(info.st_dev), UInt64(info.st_ino)], stamp: FileStamp(info))
  }

  /// The path from the root, without links; the path itself where there is nothing.
  static func absolute(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }

  static func read(_ path: String) throws(DiskError) -> [UInt8] { try readStamped(path).bytes }

  /// The file's bytes, and its stamp from just before they were read.
  static func readStamped(_ path: String) throws(DiskError) -> (bytes: [UInt8], stamp: FileStamp) {
    // Without O_NONBLOCK, opening a named pipe would wait for somebody to write into it.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw DiskError("read", path) }
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0 else { throw DiskError("read", path) }
    guard info.st_mode & S_IFMT == S_IFREG else {
      throw DiskError("read", path, code: info.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    var bytes = [UInt8](repeating: 0, count: Int(info.st_size))
    var length = 0
    while length < bytes.count {
      let count = bytes.withUnsafeMutableBytes { Self.readOnce(file, $0, from: length) }
      if count < 0 {
        if errno == EINTR { continue }
        throw DiskError("read", path)
      }
      if count == 0 { break }
      length += count
    }
    bytes.removeLast(bytes.count - length)
    return (bytes, FileStamp(info))
  }

  private static func readOnce(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer, from offset: Int) -> Int {
    #if canImport(Glibc)
      Glibc.read(file, buffer.baseAddress.map { $0 + offset }, buffer.count - offset)
    #elseif canImport(Musl)
      Musl.read(file, buffer.baseAddress.map { $0 + offset }, buffer.count - offset)
    #else
      Darwin.read(file, buffer.baseAddress.map { $0 + offset }, buffer.count - offset)
    #endif
  }

  /// Writes a new file; one that is there already is an error. Returns its stamp.
  @discardableResult
  static func write(_ bytes: [UInt8], to path: String) throws(DiskError) -> FileStamp {
    try write([bytes], to: path)
  }

  /// Writes pieces into a new file, one after another.
  static func write(_ pieces: [[UInt8]], to path: String) throws(DiskError) -> FileStamp {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw DiskError("write", path) }
    for piece in pieces {
      do throws(DiskError) {
        try write(piece, into: file, at: path)
      } catch {
        close(file)
        throw error
      }
    }
    var info = stat()
    let isKnown = fstat(file, &info) == 0
    guard close(file) == 0, isKnown else { throw DiskError("write", path) }
    return FileStamp(info)
  }

  private static func write(_ bytes: [UInt8], into file: Int32, at path: String) throws(DiskError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        #if canImport(Glibc)
          Glibc.write(file, buffer.baseAddress.map { $0 + done }, buffer.count - done)
        #elseif canImport(Musl)
          Musl.write(file, buffer.baseAddress.map { $0 + done }, buffer.count - done)
        #else
          Darwin.write(file, buffer.baseAddress.map { $0 + done }, buffer.count - done)
        #endif
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw DiskError("write", path)
      }
      done += count
    }
  }

  /// Opens a file to read pieces of it, and takes its stamp; nil if that fails.
  static func openFile(_ path: String) -> (file: OpenFile, stamp: FileStamp)? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let file = OpenFile(descriptor)
    var info = stat()
    return fstat(descriptor, &info) == 0 ? (file, FileStamp(info)) : nil
  }

  /// Closed when it is no longer used.
  final class OpenFile: Sendable {
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }
    deinit { close(descriptor) }

    /// The bytes of a range; nil when they cannot be read or the file is shorter.
    func read(_ range: Range<Int>) -> [UInt8]? {
      guard range.lowerBound >= 0 else { return nil }
      var done = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
        while done < range.count {
          let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[done...])
          let count = pread(descriptor, rest.baseAddress, rest.count, off_t(range.lowerBound + done))
          if count < 0, errno == EINTR { continue }
          if count <= 0 { break }
          done += count
        }
        filled = done
      }
      return done == range.count ? bytes : nil
    }

    /// The bytes of a range as rows, with room for so many more; nil as for `read`.
    func rows<Row: BitwiseCopyable>(of row: Row.Type, in range: Range<Int>, room: Int) -> [Row]? {
      let count = range.count / MemoryLayout<Row>.stride
      guard range.lowerBound >= 0, count * MemoryLayout<Row>.stride == range.count else { return nil }
      var isWhole = false
      let rows = [Row](unsafeUninitializedCapacity: count + room) { buffer, filled in
        let bytes = UnsafeMutableRawBufferPointer(buffer)
        var done = 0
        while done < range.count {
          let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done..<range.count])
          let read = pread(descriptor, rest.baseAddress, rest.count, off_t(range.lowerBound + done))
          if read < 0, errno == EINTR { continue }
          if read <= 0 { break }
          done += read
        }
        isWhole = done == range.count
        filled = isWhole ? count : 0
      }
      return isWhole ? rows : nil
    }

    /// Writes bytes from an offset on; false when the disk is full or fails.
    func write(_ bytes: [UInt8], at offset: Int) -> Bool {
      var done = 0
      while done < bytes.count {
        let count = bytes.withUnsafeBytes {
          pwrite(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
        }
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return false }
        done += count
      }
      return true
    }
  }

  /// A new file without a name, to be written and read, in the nearest folder that there is at or above a path.
  static func openScratchFile(near path: String) -> OpenFile? {
    var folder = absolute(path)
    while status(folder, followingLink: true)?.kind != .folder {
      let above = OutputFolder.folder(of: folder)
      if above.isEmpty {
        folder = folder.hasPrefix("/") ? "/" : "."
        break
      }
      folder = above
    }
    let descriptor = interlude_scratch_file(folder)
    return descriptor < 0 ? nil : OpenFile(descriptor)
  }

  /// Removes a file; one that is not there counts as removed.
  static func removeFile(_ path: String) throws(DiskError) {
    guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else { throw DiskError("remove", path) }
  }

  /// Removes a folder if nothing is in it, and says whether it is gone.
  static func removeIfEmpty(_ folder: String) -> Bool { rmdir(folder) == 0 }

  /// The names in a folder, in ascending order of their bytes.
  static func names(in path: String) throws(DiskError) -> [String] {
    guard let folder = opendir(path) else { throw DiskError("list", path) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.precedesInUTF8($1) }
  }

  static func createFolder(_ path: String, mode: UInt32 = 0o755) throws(DiskError) {
    guard mkdir(path, mode_t(mode)) == 0 || errno == EEXIST && status(path)?.kind == .folder else {
      throw DiskError("create the folder", path)
    }
  }

  static func hardLink(_ path: String, to new: String) throws(DiskError) {
    guard link(path, new) == 0 else { throw DiskError("link", new) }
  }

  static func copyLink(_ path: String, to new: String) throws(DiskError) {
    var target = [CChar](repeating: 0, count: 4097)
    let length = readlink(path, &target, 4096)
    guard length >= 0, symlink(target, new) == 0 else { throw DiskError("copy the link", path) }
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

  static func rename(_ path: String, to new: String) throws(DiskError) {
    #if canImport(Glibc)
      let result = Glibc.rename(path, new)
    #elseif canImport(Musl)
      let result = Musl.rename(path, new)
    #else
      let result = Darwin.rename(path, new)
    #endif
    guard result == 0 else { throw DiskError("rename", path) }
  }

  /// Lets two entries change places in one step; false when the file system cannot do that.
  static func exchange(_ a: String, _ b: String) throws(DiskError) -> Bool {
    let result = interlude_exchange(a, b)
    if result == 0 { return true }
    if [EINVAL, ENOSYS, ENOTSUP].contains(errno) { return false }
    throw DiskError("replace", b)
  }

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

  /// The path without symbolic links, or nil when it does not exist.
  static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Holds the folder `path` against other builds until the returned descriptor is closed. Builds hold it only while
  /// they publish, so another one is waited for, some twenty seconds at most; nil when it is still there then.
  static func lock(_ path: String) async throws(DiskError) -> Int32? {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw DiskError("open", path) }
    for _ in 0..<400 {
      if flock(folder, LOCK_EX | LOCK_NB) == 0 { return folder }
      let code = errno
      guard code == EWOULDBLOCK || code == EINTR else {
        close(folder)
        throw DiskError("lock", path, code: code)
      }
      // Not a blocking sleep: the build that is waited for may need this thread.
      try? await Task.sleep(for: .milliseconds(50))
    }
    close(folder)
    return nil
  }

  static func unlock(_ descriptor: Int32) {
    close(descriptor)
  }
}
