#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Keeps other builds from publishing into the same folder for as long as it lives. See flock(2).
final class FolderLock: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }
  deinit { Disk.closeFolder(descriptor) }

  /// Builds hold the folder `path` only while they publish, so another one is waited for, some twenty seconds at most;
  /// nil when it is still there then.
  static func take(_ path: String) async throws(DiskError) -> FolderLock? {
    let lock = FolderLock(try Disk.openFolder(path))
    for _ in 0..<400 {
      if flock(lock.descriptor, LOCK_EX | LOCK_NB) == 0 { return lock }
      let code = errno
      guard code == EWOULDBLOCK || code == EINTR else { throw DiskError("lock", path, code: code) }
      // Not a blocking sleep: the build that is waited for may need this thread.
      try? await Task.sleep(for: .milliseconds(50))
    }
    return nil
  }
}
