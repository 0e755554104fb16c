public import Foundation

/// What the program under test makes of the starter, in `.build/tests/NAME`.
public struct BuiltSite: Sendable {
  public let folder: URL

  public var errorPages: URL { folder.appending(path: "error-pages") }
  public var site: URL { folder.appending(path: "site") }

  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Builds the starter; callers that want it once keep the task.
  public static func starter(named name: String) async throws -> BuiltSite {
    let folder = PackageFolder.root.appending(path: ".build/tests/\(name)")
    let result = try await Interlude.run("build", "--source", PackageFolder.root.path, "--output", folder.path)
    guard result.status == 0 else { throw Failure(description: result.errors) }
    return BuiltSite(folder: folder)
  }

  public func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: path)))
  }
}
