#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The real disk, seen from under another root and through mappings of single folders.
public struct DiskFiles: FileView {
  /// A folder of the proxy's machine that stands somewhere else on this one.
  public struct Mapping: Sendable, Hashable {
    public let from: String
    public let to: String

    public init(from: String, to: String) {
      self.from = PathText.normal(from)
      self.to = to
    }
  }

  /// No configuration file or error page is larger; what is would only fill the memory.
  public static let sizeLimit = 64 * 1_048_576

  private let root: String
  /// The longest `from` first, so that the closest mapping wins.
  private let mappings: [Mapping]

  public init(root: String = "", mappings: [Mapping] = []) {
    self.root = root.hasSuffix("/") ? String(root.dropLast()) : root
    self.mappings = mappings.sorted { $0.from.utf8.count > $1.from.utf8.count }
  }

  /// Where `path` really is on this machine.
  public func realPath(_ path: String) -> String {
    guard !mappings.isEmpty else { return belowRoot(path) }
    let normal = PathText.normal(path)
    for mapping in mappings {
      if normal == mapping.from { return mapping.to }
      let folder = mapping.from == "/" ? "/" : mapping.from + "/"
      if normal.hasPrefix(folder) {
        let rest = normal.dropFirst(folder.count) + (path.hasSuffix("/") ? "/" : "")
        return PathText.join(mapping.to, String(rest))
      }
    }
    return belowRoot(path)
  }

  /// An absolute path below the root; a relative one is left alone, as it is relative to this process.
  private func belowRoot(_ path: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? root + path : path
  }

  public func read(_ path: String) throws(FileTrouble) -> [UInt8] {
    let path = realPath(path)
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.trouble(errno) }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw Self.trouble(errno) }
    switch Self.kind(facts) {
    case .directory: throw .isADirectory
    case .other: throw .notAFile
    case .file: break
    }
    guard facts.st_size <= Self.sizeLimit else { throw .tooLarge(limit: Self.sizeLimit) }
    var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
    var filled = 0
    while filled < bytes.count {
      let got = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress?.advanced(by: filled), $0.count - filled, off_t(filled))
      }
      if got < 0 { throw Self.trouble(errno) }
      if got == 0 { break }
      filled += got
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  public func status(of path: String) throws(FileTrouble) -> FileStatus {
    var facts = stat()
    guard stat(realPath(path), &facts) == 0 else { throw Self.trouble(errno) }
    var status = FileStatus(
      kind: Self.kind(facts), size: Int(facts.st_size), mode: UInt32(facts.st_mode) & 0o7777, owner: facts.st_uid,
      group: facts.st_gid)
    #if canImport(Darwin)
      let changed = facts.st_mtimespec
    #else
      let changed = facts.st_mtim
    #endif
    status.modified = Int(changed.tv_sec) * 1_000_000_000 + Int(changed.tv_nsec)
    return status
  }

  public func names(in directory: String) throws(FileTrouble) -> [String] {
    guard let stream = opendir(realPath(directory)) else { throw Self.trouble(errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func kind(_ facts: stat) -> FileStatus.Kind {
    switch facts.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .directory
    default: .other
    }
  }

  private static func trouble(_ code: Int32) -> FileTrouble {
    switch code {
    case ENOENT: .missing
    case ENOTDIR: .notADirectory
    case ENAMETOOLONG: .nameTooLong
    case EACCES, EPERM: .denied
    case ELOOP: .tooManyLinks
    case EISDIR: .isADirectory
    default: .other(code: code)
    }
  }
}
