public import Content

/// Where the pages of the last good build are read from, by path below the output folder, such as
/// `site/index.html` and `error-pages/en/502.html`.
public protocol PageSource: Sendable {
  /// The file's bytes; nil when there is none.
  func file(_ path: String) -> [UInt8]?
}

/// Pages that are kept in memory, so that a preview neither needs nor touches a folder.
public struct PagesInMemory: PageSource, Equatable {
  private var files: [String: [UInt8]]

  public init(_ files: [OutputFile]) {
    self.files = Dictionary(files.map { ($0.path, $0.bytes) }, uniquingKeysWith: { _, last in last })
  }

  public func file(_ path: String) -> [UInt8]? { files[path] }

  /// Takes over new files and takes out others; false if that changes nothing.
  public mutating func change(_ new: [OutputFile], removing removed: [String]) -> Bool {
    var hasChanged = false
    for path in removed where files.removeValue(forKey: path) != nil { hasChanged = true }
    for file in new where files[file.path] != file.bytes {
      files[file.path] = file.bytes
      hasChanged = true
    }
    return hasChanged
  }
}
