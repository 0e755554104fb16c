import ProxyConfig

/// Files with one time for all of them, readable by everybody, so that entity tags and the answers to conditional
/// requests are the same on every machine.
struct UndatedFiles: FileView {
  private let files: any FileView

  private let date: Int

  /// - Parameter date: in seconds since 1970.
  init(_ files: any FileView, date: Int? = nil) {
    self.files = files
    self.date = date ?? 1_700_000_000
  }

  func read(_ path: String) throws(FileTrouble) -> [UInt8] { try files.read(path) }
  func names(in directory: String) throws(FileTrouble) -> [String] { try files.names(in: directory) }

  func status(of path: String) throws(FileTrouble) -> FileStatus {
    var status = try files.status(of: path)
    status.modified = date * 1_000_000_000
    status.mode |= 0o444
    return status
  }
}
