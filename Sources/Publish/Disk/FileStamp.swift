/// What tells one state of a file or folder from another without reading it.
struct FileStamp: BitwiseCopyable, Sendable, Equatable {
  /// In bytes.
  var size: Int64
  /// When its content was last written, in nanoseconds since 1970.
  var modified: Int64
  /// When anything about it was last changed, also its permissions or the number of its names.
  var changed: Int64
  var inode: UInt64

  static let none = FileStamp(size: -1, modified: 0, changed: 0, inode: 0)

  /// Whether the content is the same; another name for the file (a hard link) counts for nothing.
  func isSameContent(as other: FileStamp) -> Bool {
    size == other.size && modified == other.modified && inode == other.inode
  }

  /// Whether a folder has the same entries. Its size says nothing.
  func isSameFolder(as other: FileStamp) -> Bool {
    modified == other.modified && inode == other.inode
  }
}
