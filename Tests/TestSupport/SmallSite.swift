public import Foundation

/// A sound site of a few files in a temporary folder, to be built and spoilt.
public struct SmallSite: Sendable {
  public let folder: URL

  public var output: URL { folder.appending(path: "public") }

  public static func with<Value>(_ body: (SmallSite) async throws -> Value) async throws -> Value {
    try await TemporaryFolder.with("site") { folder in
      let (root, content) = (PackageFolder.root, folder.appending(path: "content"))
      try FileManager.default.copyItem(at: root.appending(path: "Tests/ContentTests/Base"), to: content)
      // The base's own strings are too few for a help site.
      let strings = try Data(contentsOf: root.appending(path: "content/locales/en.yaml"))
      try strings.write(to: content.appending(path: "locales/en.yaml"))
      return try await body(SmallSite(folder: folder))
    }
  }

  public func path(_ relative: String) -> URL { folder.appending(path: relative) }

  public func write(_ text: String, to relative: String) throws {
    try write(Data(text.utf8), to: relative)
  }

  public func write(_ bytes: Data, to relative: String) throws {
    try FileManager.default.createDirectory(
      at: path(relative).deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: path(relative))
  }

  /// Gives it a second language.
  public func translate() throws {
    let strings = PackageFolder.root.appending(path: "content/locales/de.yaml")
    try write(Data(contentsOf: strings), to: "content/locales/de.yaml")
    let settings = try String(contentsOf: path("content/site.yaml"), encoding: .utf8)
    try write(settings.replacing("[en]", with: "[en, de]"), to: "content/site.yaml")
  }

  public func remove(_ relative: String) throws {
    try FileManager.default.removeItem(at: path(relative))
  }

  /// An article below `causes/`.
  public func addArticle(_ name: String, body: String) throws {
    try write("---\ntitle: The article \(name)\n---\n## Section\n\n\(body)\n", to: "content/articles/causes/\(name).md")
  }

  /// An article with pictures, which makes a build long enough to be interrupted, and big enough for a full disk.
  public func addPictures(_ count: Int, bytes: Int, filledWith byte: UInt8) throws {
    for number in 0..<count {
      try write(Data(repeating: byte, count: bytes), to: "content/articles/causes/picture-\(number).png")
    }
    let pictures = (0..<count).map { "![Picture \($0)](picture-\($0).png)" }
    try addArticle("pictures", body: pictures.joined(separator: "\n\n"))
  }

  public func build(_ arguments: String..., killAfter: Duration? = nil) async throws -> Command {
    try await Command.run(Interlude.binary, ["build"] + arguments, in: folder, killAfter: killAfter)
  }
}
