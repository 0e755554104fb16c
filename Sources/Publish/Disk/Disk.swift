#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

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

  /// What tells one state of an entry from another, or nil when there is nothing. `folder` is a descriptor that a
  /// relative path starts from.
  static func stamp(_ path: UnsafePointer<CChar>, in folder: Int32 = AT_FDCWD, followingLink: Bool = false)
    -> FileStamp?
  {
    var info = stat()
    return fstatat(folder, path, &info, followingLink ? 0 : AT_SYMLINK_NOFOLLOW) == 0 ? FileStamp(info) : nil
  }

  /// Whether what an entry is, or leads to, lies in a folder or is it.
  ///
  /// - Parameter folder: a real path.
  static func isBelow(_ folder: String, _ path: String) -> Bool {
    guard let real = realPath(path) else { return false }
    return real == folder || real.hasPrefix(folder == "/" ? folder : folder + "/")
  }

  /// The path from the root, without symbolic links; nil where there is nothing.
  static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
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
