internal import Diagnostics
public import Packing

/// An author's `content/` folder as a value: the files that were found in it and what reading them gave.
///
/// Whoever reads the disk makes one; the loader only looks at it.
public struct ContentFolder: Sendable {
  /// What the folder is called in messages, such as `content`.
  public let name: String
  /// In ascending order of their paths.
  public let files: [File]
  /// Whether files that come with the program lie underneath.
  var isLayered = false
  /// Texts of ours that the site has no page of, by their path without a language.
  var withheld: Set<String> = []
  /// How many texts of ours stand in English where the site's default language is another.
  var untranslated = 0
  /// The settings that come with the program, as far as they are knowledge, where all of ours is published.
  var builtInSettings: [UInt8]?

  public init(name: String, files: [File]) {
    self.name = name
    self.files = files.sorted { $0.path < $1.path }
  }

  public struct File: Sendable {
    /// Relative to the folder, with `/`.
    public let path: String
    public let contents: Contents
    /// Whether it came with the program.
    public let isBuiltIn: Bool
    /// Of a text that came with the program the path without a language.
    let neutralPath: String?

    public init(path: String, contents: Contents) {
      self.init(path: path, contents: contents, isBuiltIn: false, neutralPath: nil)
    }

    init(path: String, contents: Contents, isBuiltIn: Bool, neutralPath: String? = nil) {
      self.path = path
      self.neutralPath = neutralPath
      self.contents = contents
      self.isBuiltIn = isBuiltIn
    }
  }

  public enum Contents: Sendable {
    case bytes([UInt8])
    /// The file was read, and what was in it waits in a store.
    case shelved(ShelvedBytes)
    /// The file is there but could not be read, with the system's reason.
    case unreadable(String)

    /// What was in the file; nil if it could not be read.
    public var bytes: [UInt8]? {
      switch self {
      case .bytes(let bytes): bytes
      case .shelved(let shelved): shelved.bytes
      case .unreadable: nil
      }
    }

    var size: Int? {
      switch self {
      case .bytes(let bytes): bytes.count
      case .shelved(let shelved): shelved.count
      case .unreadable: nil
      }
    }

    /// The file under the name by which messages call it.
    func source(_ name: String) -> Source? {
      switch self {
      case .bytes(let bytes): Source(name: name, bytes: bytes)
      case .shelved(let shelved): Source(name: name, shelved: shelved)
      case .unreadable: nil
      }
    }
  }

  /// How a file's path is shown: `content/articles/causes/dns.md`.
  func displayName(_ path: String) -> String {
    name.isEmpty || name == "." ? path : "\(name)/\(path)"
  }
}
