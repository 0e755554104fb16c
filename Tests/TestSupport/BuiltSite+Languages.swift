import Foundation

extension BuiltSite {
  /// The starter's error pages in every language there is, with hardly a help site: one article stands for all, which makes
  /// the build quick.
  ///
  /// - Parameter theme: What the pages wear; nil for the default.
  public static func everyLanguage(named name: String, theme: String? = nil) async throws -> BuiltSite {
    let folder = PackageFolder.root.appending(path: ".build/tests/\(name)")
    let source = PackageFolder.root.appending(path: ".build/tests/\(name)-source")
    try? FileManager.default.removeItem(at: source)
    let starter = PackageFolder.root.appending(path: "content")
    let content = source.appending(path: "content")
    for part in ["errors", "articles/causes"] {
      try FileManager.default.createDirectory(
        at: content.appending(path: part), withIntermediateDirectories: true)
    }
    for part in ["locales", "logo.svg"] {
      try FileManager.default.copyItem(at: starter.appending(path: part), to: content.appending(path: part))
    }
    func write(_ text: String, _ path: String) throws {
      try Data(text.utf8).write(to: content.appending(path: path))
    }
    try write("---\ntitle: Down\n---\nText.\n", "articles/causes/down.md")
    for (path, bytes) in Fixture(name: "errors", url: starter.appending(path: "errors")).files()
    where path.split(separator: ".").count == 2 {
      let front = String(decoding: bytes, as: UTF8.self).components(separatedBy: "---\n")[1]
        .replacing(/(?m)^article: .*$/, with: "article: ../articles/causes/down.md")
      try write(
        "---\n\(front)---\nText.\n\n## For visitors\n\nText.\n\n## For site owners\n\nText.\n\n## For developers\n\nText.\n",
        "errors/\(path)")
    }
    let tags = Fixture(name: "locales", url: starter.appending(path: "locales")).files().keys
      .map { String($0.dropLast(".yaml".count)) }.sorted()
    let settings = try String(contentsOf: starter.appending(path: "site.yaml"), encoding: .utf8)
    let languages = (["en"] + tags.filter { $0 != "en" }).joined(separator: ", ")
    // Its synonyms would find nothing.
    let kept = settings.components(separatedBy: "\n# What your readers call")[0]
    let worn = theme.map { "\ntheme: \($0)\n" } ?? "\n"
    try write(kept.replacing("languages: [en]", with: "languages: [\(languages)]") + worn, "site.yaml")
    let result = try await Interlude.run("build", "--source", source.path, "--output", folder.path)
    guard result.status == 0 else { throw Failure(description: result.errors) }
    return BuiltSite(folder: folder)
  }
}
