/// An author's `content/` folder as a value: the files that were found in it and what reading them gave.
///
/// Whoever reads the disk makes one; the loader only looks at it.
public struct ContentFolder: Sendable {
  /// What the folder is called in messages, such as `content`.
  public let name: String
  /// In ascending order of their paths.
  public let files: [File]

  public init(name: String, files: [File]) {
    self.name = name
    self.files = files.sorted { $0.path < $1.path }
  }

  public struct File: Sendable {
    /// Relative to the folder, with `/`.
    public let path: String
    public let contents: Contents

    public init(path: String, contents: Contents) {
      self.path = path
      self.contents = contents
    }
  }

  /// Bytes of all files.
  public var size: Int {
    files.reduce(0) { size, file in
      if case .bytes(let bytes) = file.contents { size + bytes.count } else { size }
    }
  }

  public enum Contents: Sendable {
    case bytes([UInt8])
    /// The file is there but could not be read, with the system's reason.
    case unreadable(String)
  }

  /// How a file's path is shown: `content/articles/causes/dns.md`.
  func displayName(_ path: String) -> String {
    name.isEmpty || name == "." ? path : "\(name)/\(path)"
  }
}
