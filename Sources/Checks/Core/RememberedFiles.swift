import Foundation
import ProxyConfig

/// Files whose status is asked for once each: a check follows thousands of requests to the same few pages.
final class RememberedFiles: FileView, @unchecked Sendable {
  private let base: any FileView
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var known: [String: Result<FileStatus, FileTrouble>] = [:]

  init(_ base: any FileView) { self.base = base }

  func read(_ path: String) throws(FileTrouble) -> [UInt8] {
    // Many rules look into pages; what is known not to be there is not asked for again.
    _ = try status(of: path)
    return try base.read(path)
  }
  func names(in directory: String) throws(FileTrouble) -> [String] { try base.names(in: directory) }

  func status(of path: String) throws(FileTrouble) -> FileStatus {
    if let answer = lock.withLock({ known[path] }) { return try answer.get() }
    let answer: Result<FileStatus, FileTrouble>
    do throws(FileTrouble) { answer = .success(try base.status(of: path)) } catch { answer = .failure(error) }
    lock.withLock { known[path] = answer }
    return try answer.get()
  }
}
