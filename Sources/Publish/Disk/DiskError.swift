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

  /// Something that is not done although the system would.
  init(_ action: String, _ path: String, reason: String) {
    (self.action, self.path, self.reason, code) = (action, path, reason, EPERM)
  }

  init(_ action: String, _ path: String, code: Int32 = errno) {
    self.action = action
    self.path = path
    self.code = code
    reason = String(cString: strerror(code))
  }
}
