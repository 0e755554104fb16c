/// A file view held in memory: for tests, for samples in the documentation, and for the files inside a dump.
public struct MemoryFiles: FileView {
  private var files: [String: Entry] = [:]
  private var directories: [String: (mode: UInt32, names: Set<String>)] = ["/": (0o755, [])]

  private struct Entry {
    var bytes: [UInt8]
    var mode: UInt32
  }

  public init(_ files: [String: String] = [:]) {
    for (path, text) in files { add(path, Array(text.utf8)) }
  }

  /// Adds a file and the directories above it.
  public mutating func add(_ path: String, _ bytes: [UInt8], mode: UInt32 = 0o644) {
    let path = Self.normal(path)
    files[path] = Entry(bytes: bytes, mode: mode)
    link(path)
  }

  public mutating func addDirectory(_ path: String, mode: UInt32 = 0o755) {
    let path = Self.normal(path)
    directories[path] = (mode, directories[path]?.names ?? [])
    link(path)
  }

  private mutating func link(_ path: String) {
    var child = path
    while child != "/", child != "" {
      let parent = PathText.parent(child)
      directories[parent, default: (0o755, [])].names.insert(PathText.name(child))
      child = parent
    }
  }

  public func read(_ path: String) throws(FileTrouble) -> [UInt8] {
    guard let entry = files[Self.normal(path)], !path.hasSuffix("/") else {
      throw directories[Self.normal(path)] == nil ? try trouble(path) : .isADirectory
    }
    guard entry.mode & 0o444 != 0 else { throw .denied }
    return entry.bytes
  }

  public func status(of path: String) throws(FileTrouble) -> FileStatus {
    let normal = Self.normal(path)
    if let directory = directories[normal] { return FileStatus(kind: .directory, mode: directory.mode) }
    guard let entry = files[normal] else { throw try trouble(path) }
    if path.hasSuffix("/") { throw .notADirectory }
    return FileStatus(kind: .file, size: entry.bytes.count, mode: entry.mode)
  }

  public func names(in directory: String) throws(FileTrouble) -> [String] {
    guard let found = directories[Self.normal(directory)] else { throw try trouble(directory) }
    return Array(found.names)
  }

  /// `missing`, unless some parent is a file.
  private func trouble(_ path: String) throws(FileTrouble) -> FileTrouble {
    var parent = PathText.parent(Self.normal(path))
    while parent != "/", parent != "" {
      if files[parent] != nil { return .notADirectory }
      parent = PathText.parent(parent)
    }
    return .missing
  }

  private static func normal(_ path: String) -> String { PathText.normal(path) }
}
