#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What a build would read of an author's folder, by name and date: enough to notice that something changed.
public struct SourceState: Sendable, Equatable {
  struct Stamp: Sendable, Equatable {
    let size: Int
    let seconds: Int
    let nanoseconds: Int
    let inode: UInt64
  }

  /// Files by the path they are opened with.
  public var files: Set<String> { Set(stamps.keys) }
  /// Folders that are read, outermost first, by the path they are opened with.
  public let folders: [String]
  private let stamps: [String: Stamp]

  /// Looks at `content` and `templates` of `source`. What is missing or cannot be listed counts as empty.
  public init(of source: String) {
    var folders: [String] = []
    var stamps: [String: Stamp] = [:]
    for name in ["content", "templates"] {
      let root = Self.path(in: source, name)
      guard Disk.status(root, followingLink: true)?.kind == .folder else { continue }
      guard let boundary = Disk.realPath(source.isEmpty ? "." : source), Disk.isBelow(boundary, root) else { continue }
      folders.append(root)
      guard let listing = try? FolderListing(root, followingLinksBelow: boundary) else { continue }
      for entry in listing.entries where !Self.isIgnored(entry.path) {
        let path = "\(root)/\(entry.path)"
        if entry.kind == .folder { folders.append(path) } else { stamps[path] = Self.stamp(path) }
      }
    }
    self.folders = folders
    self.stamps = stamps
  }

  /// The files that are new, gone or changed, in ascending order.
  public func differences(from other: SourceState) -> [String] {
    Set(stamps.keys).union(other.stamps.keys).filter { stamps[$0] != other.stamps[$0] }.sorted()
  }

  /// Whether a build leaves a path out: hidden files and editors' backups.
  public static func isIgnored(_ path: String) -> Bool {
    let parts = path.split(separator: "/").drop { $0 == "." || $0 == ".." }
    return path.hasSuffix("~") || parts.contains { $0.hasPrefix(".") || $0.hasPrefix("#") }
  }

  /// The path of an entry as messages show it.
  public static func path(in folder: String, _ name: String) -> String {
    name.isEmpty
      ? folder : folder == "." || folder.isEmpty ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  private static func stamp(_ path: String) -> Stamp? {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    #if canImport(Darwin)
      let time = info.st_mtimespec
    #else
      let time = info.st_mtim
    #endif
    return Stamp(
      size: Int(info.st_size), seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec), inode: UInt64(info.st_ino))
  }
}
