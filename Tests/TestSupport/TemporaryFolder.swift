public import Foundation

/// A folder that is there while a test needs it.
public enum TemporaryFolder {
  public static func with<Value>(_ name: String, _ body: (URL) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "interlude-\(name)-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
  }
}

/// What a folder holds, for "nothing changed": every entry with its bytes, its modification time left out.
public struct FolderState: Sendable, Equatable {
  /// By relative path; folders end in `/` and have no bytes, links hold their target.
  public let entries: [String: Data]

  public init(_ folder: URL) {
    var entries: [String: Data] = [:]
    let manager = FileManager.default
    for path in (try? manager.subpathsOfDirectory(atPath: folder.path)) ?? [] {
      let full = folder.appending(path: path).path
      if let target = try? manager.destinationOfSymbolicLink(atPath: full) {
        entries[path + "@"] = Data(target.utf8)
      } else if let bytes = manager.contents(atPath: full) {
        entries[path] = bytes
      } else {
        entries[path + "/"] = Data()
      }
    }
    self.entries = entries
  }

  public var files: [String] { entries.keys.filter { !$0.hasSuffix("/") }.sorted() }

  /// The paths whose entry differs, for a message that can be read.
  public func differences(from other: FolderState) -> [String] {
    Set(entries.keys).union(other.entries.keys).filter { entries[$0] != other.entries[$0] }.sorted()
  }
}
