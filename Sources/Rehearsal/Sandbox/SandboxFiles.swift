import CSandbox
import Foundation
import ProxyConfig

/// The file system inside: all of the machine's, read-only, with places in memory wherever something is to be written.
///
/// Mounts alone do it, because only they work for a user without rights as well, to whom foreign folders stay foreign.
public final class SandboxFiles {
  /// Where everything that is written ends up.
  static let scratch = "/dev/shm/interlude"
  private let manager = FileManager.default
  /// Folders that began empty.
  private var emptied: [String] = []
  private var count = 0

  /// Folders for what programs leave behind, which begin empty here.
  private static let fresh = [
    "/run", "/var/run", "/var/log", "/var/tmp", "/var/cache", "/var/lib/nginx", "/var/lib/haproxy", "/var/lib/caddy",
    "/var/lib/apache2", "/var/lock",
  ]

  /// - Parameter kept: files of the configuration, whose folders are to be seen.
  init(keeping kept: [String]) {
    try? manager.createDirectory(atPath: Self.scratch, withIntermediateDirectories: true)
    let own = kept.map { manager.currentDirectory(joining: $0) }
    for folder in Self.fresh {
      guard Self.isFolder(folder), !own.contains(where: { $0.hasPrefix(folder + "/") }) else { continue }
      empty(folder)
    }
    open("/tmp")
  }

  /// Hides a folder's files and keeps its folders, which any user may write.
  private func empty(_ folder: String) {
    let real = Self.real(folder)
    let inner = (manager.enumerator(atPath: real)?.allObjects as? [String] ?? []).prefix(2000).filter {
      var status = stat()
      return lstat(real + "/" + $0, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
    guard sandbox_empty(real) == 0 else { return }
    emptied.append(real)
    chmod(real, 0o1777)
    for path in inner {
      mkdir(real + "/" + path, 0o777)
      chmod(real + "/" + path, 0o777)
    }
  }

  /// Removes what programs have kept in files.
  func forget() {
    for folder in emptied where folder.hasPrefix("/var/") {
      for path in manager.enumerator(atPath: folder)?.allObjects as? [String] ?? [] {
        var status = stat()
        let full = folder + "/" + path
        if lstat(full, &status) == 0, status.st_mode & S_IFMT == S_IFREG { unlink(full) }
      }
    }
  }

  /// Lets files be added to a folder: a folder in memory in its place shows what is in it.
  private func open(_ folder: String) {
    let real = Self.real(folder)
    guard real != "/", Self.isFolder(real), access(real, W_OK) != 0 else { return }
    count += 1
    let copy = "\(Self.scratch)/folder-\(count)"
    mkdir(copy, 0o777)
    for name in (try? manager.contentsOfDirectory(atPath: real)) ?? [] {
      let (from, to) = (real + "/" + name, copy + "/" + name)
      var status = stat()
      guard lstat(from, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        if let target = try? manager.destinationOfSymbolicLink(atPath: from) { symlink(target, to) }
      case S_IFDIR:
        mkdir(to, 0o755)
        _ = sandbox_show(from, to)
      default:
        _ = manager.createFile(atPath: to, contents: nil)
        _ = sandbox_show(from, to)
      }
    }
    _ = sandbox_show(copy, real)
    chmod(real, 0o777)
  }

  /// Makes a folder and those above it; false where that cannot be.
  @discardableResult
  func makeFolder(_ written: String) -> Bool {
    let path = PathText.normal(written)
    if Self.isFolder(path) {
      open(path)
      return access(path, W_OK) == 0
    }
    let parent = PathText.parent(path)
    guard !parent.isEmpty, makeFolder(parent) else { return false }
    guard mkdir(path, 0o777) == 0 else { return false }
    chmod(path, 0o777)
    return true
  }

  /// Puts a file where none is.
  func add(_ path: String, _ bytes: [UInt8]) -> Bool {
    guard makeFolder(PathText.parent(path)) else { return false }
    return manager.createFile(atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o644])
  }

  /// Shows other bytes in the place of a file; the file itself stays as it is.
  @discardableResult
  func replace(_ path: String, _ bytes: [UInt8]) -> Bool {
    let real = Self.real(path)
    guard manager.fileExists(atPath: real) else { return add(linkTarget(path), bytes) }
    count += 1
    let copy = "\(Self.scratch)/file-\(count)"
    guard manager.createFile(atPath: copy, contents: Data(bytes), attributes: [.posixPermissions: 0o644]) else {
      return false
    }
    return sandbox_show(copy, real) == 0
  }

  /// Shows a folder of this machine where the proxy's has it.
  func show(_ folder: String, at path: String) -> Bool {
    guard makeFolder(path) else { return false }
    return sandbox_show(Self.real(folder), path) == 0
  }

  private func linkTarget(_ path: String) -> String {
    guard let target = try? manager.destinationOfSymbolicLink(atPath: path) else { return path }
    return PathText.normal(PathText.join(PathText.parent(path), target))
  }

  private static func real(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

extension FileManager {
  func currentDirectory(joining path: String) -> String { PathText.join(currentDirectoryPath, path) }
}
