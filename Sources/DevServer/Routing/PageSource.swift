public import Content

/// Where the pages of the last good build are read from, by path below the output folder, such as
/// `site/index.html` and `error-pages/en/502.html`.
public protocol PageSource: Sendable {
  /// The file's bytes; nil when there is none.
  func file(_ path: String) -> [UInt8]?
}

/// Pages that are kept in memory, so that a preview neither needs nor touches a folder.
public struct PagesInMemory: PageSource, Equatable {
  /// By path, in parts, so that a copy with a few changes shares all parts but theirs.
  private var parts: [[String: [UInt8]]]
  private static let count = 256

  public init(_ files: [OutputFile]) {
    parts = Array(repeating: [:], count: Self.count)
    for file in files { parts[Self.part(file.path)][file.path] = file.bytes }
  }

  public func file(_ path: String) -> [UInt8]? { parts[Self.part(path)][path] }

  /// Takes over new files and takes out others; false if that changes nothing.
  public mutating func change(_ new: [OutputFile], removing removed: [String]) -> Bool {
    var hasChanged = false
    for path in removed where file(path) != nil {
      parts[Self.part(path)][path] = nil
      hasChanged = true
    }
    for new in new where file(new.path) != new.bytes {
      parts[Self.part(new.path)][new.path] = new.bytes
      hasChanged = true
    }
    return hasChanged
  }

  /// Swift's hashes of texts are the same throughout a process.
  private static func part(_ path: String) -> Int { path.hashValue & (count - 1) }
}
