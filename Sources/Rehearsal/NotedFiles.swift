import Foundation
public import ProxyConfig

/// Files that remember which paths were asked for.
public final class NotedFiles: FileView, @unchecked Sendable {
  private let base: any FileView
  private let lock = NSLock()
  /// Guarded by `lock`, both.
  private var lookedFor: Set<String> = []
  private var wasRead: Set<String> = []

  public init(_ base: any FileView) { self.base = base }

  /// What was looked for.
  var asked: Set<String> { lock.withLock { lookedFor } }
  /// What was read when the configuration was loaded, by proxies that keep their pages in memory.
  var read: Set<String> { lock.withLock { wasRead } }

  public func read(_ path: String) throws(FileTrouble) -> [UInt8] {
    lock.withLock { _ = wasRead.insert(path) }
    return try base.read(path)
  }
  public func names(in directory: String) throws(FileTrouble) -> [String] { try base.names(in: directory) }
  public func isUnseen(_ path: String) -> Bool { base.isUnseen(path) }
  public func mayBeElsewhere(_ path: String) -> Bool { base.mayBeElsewhere(path) }
  public func assumedNames(in folder: String) -> [AssumedName] { base.assumedNames(in: folder) }

  public func status(of path: String) throws(FileTrouble) -> FileStatus {
    lock.withLock { _ = lookedFor.insert(path) }
    return try base.status(of: path)
  }
}
