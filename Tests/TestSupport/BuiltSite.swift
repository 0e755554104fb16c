public import Foundation

/// What the program under test makes of the starter, in `.build/tests/NAME`.
public struct BuiltSite: Sendable {
  public let folder: URL

  public var errorPages: URL { folder.appending(path: "error-pages") }
  public var site: URL { folder.appending(path: "site") }

  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Builds the starter, with two languages more than it ships with: one that is asked for by `Accept-Language`, and one
  /// that runs from right to left. Callers that want it once keep the task.
  ///
  /// - Parameter settings: Lines to add to `site.yaml`.
  public static func starter(named name: String, settings more: String = "") async throws -> BuiltSite {
    let folder = PackageFolder.root.appending(path: ".build/tests/\(name)")
    let source = PackageFolder.root.appending(path: ".build/tests/\(name)-source")
    try? FileManager.default.removeItem(at: source)
    try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: PackageFolder.root.appending(path: "content"), to: source.appending(path: "content"))
    let settings = source.appending(path: "content/site.yaml")
    let text = try String(contentsOf: settings, encoding: .utf8)
    let languages = text.replacing("languages: [en]", with: "languages: [en, de, ar]")
    // The form below each text is there only where somebody asks for it.
    try Data((languages + "\nfeedback: https://forms.example.com/helpful\n\(more)").utf8).write(to: settings)
    let result = try await Interlude.run("build", "--source", source.path, "--output", folder.path)
    guard result.status == 0 else { throw Failure(description: result.errors) }
    return BuiltSite(folder: folder)
  }

  public func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: path)))
  }
}
