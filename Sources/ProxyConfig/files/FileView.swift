/// The file system as a checker is allowed to see it.
///
/// Parsers and traces never touch a disk by themselves: the same configuration can be read from a container's root, from
/// a mapped folder or from memory. Paths are absolute or relative to the process, exactly as the proxy would use them.
public protocol FileView: Sendable {
  /// The bytes of a regular file.
  func read(_ path: String) throws(FileTrouble) -> [UInt8]
  /// What is at `path`, symbolic links followed.
  func status(of path: String) throws(FileTrouble) -> FileStatus
  /// The names in a directory without `.` and `..`, in no particular order.
  func names(in directory: String) throws(FileTrouble) -> [String]
  /// Whether nobody can tell from here what is at a path: its folder is on the proxy's machine alone.
  func isUnseen(_ path: String) -> Bool
  /// Whether what is missing here may be on the proxy's machine all the same.
  func mayBeElsewhere(_ path: String) -> Bool
  /// What is taken to be in a folder that is on the proxy's machine alone.
  func assumedNames(in folder: String) -> [AssumedName]
}

extension FileView {
  public func isUnseen(_ path: String) -> Bool { false }
  public func mayBeElsewhere(_ path: String) -> Bool { false }
  public func assumedNames(in folder: String) -> [AssumedName] { [] }

  public func exists(_ path: String) -> Bool { (try? status(of: path)) != nil }
}

/// What stands at a path.
public struct FileStatus: Sendable, Hashable {
  public enum Kind: Sendable, Hashable { case file, directory, other }

  public var kind: Kind
  public var size: Int
  /// The permission bits, `0o644` and the like.
  public var mode: UInt32
  public var owner: UInt32
  public var group: UInt32
  /// When the content was last changed, in nanoseconds since 1970; nil when nobody knows.
  public var modified: Int?

  public init(kind: Kind, size: Int = 0, mode: UInt32 = 0o644, owner: UInt32 = 0, group: UInt32 = 0) {
    self.kind = kind
    self.size = size
    self.mode = mode
    self.owner = owner
    self.group = group
  }
}

/// Why a path could not be used, in the terms of POSIX's `open` and `stat`.
public enum FileTrouble: Error, Sendable, Hashable {
  case missing
  case notADirectory
  case nameTooLong
  case denied
  case tooManyLinks
  case isADirectory
  case notAFile
  case tooLarge(limit: Int)
  case other(code: Int32)

  /// The trouble as the end of a sentence: "it …".
  public var explanation: String {
    switch self {
    case .missing: "does not exist"
    case .notADirectory: "has a file where a directory should be"
    case .nameTooLong: "has too long a name"
    case .denied: "may not be read"
    case .tooManyLinks: "is a loop of symbolic links"
    case .isADirectory: "is a directory"
    case .notAFile: "is not a regular file"
    case .tooLarge(let limit): "is larger than \(limit / 1_048_576) MiB"
    case .other(let code): "cannot be read (system error \(code))"
    }
  }
}
