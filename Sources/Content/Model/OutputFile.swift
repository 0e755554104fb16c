/// A file that a build produces: its path below the output folder and its bytes.
public struct OutputFile: Sendable, Hashable {
  /// Relative, with `/`, without `.` or `..` components.
  public let path: String
  public let bytes: [UInt8]

  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }
}
