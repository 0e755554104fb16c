import Foundation

/// A cold build of every error page there is, in every language and format and one theme, without a help site: what a page
/// costs whose code somebody changed, and what is left of a site's build whatever else it holds.
struct PackStage {
  let workshop: Workshop
  let rounds: Int
  private var site: URL { workshop.folder.appending(path: "pack") }

  func measure() throws -> [Row] {
    defer { try? workshop.discard(site) }
    let languages = try write()
    let output = site.appending(path: "public")
    let entry = Contest.Entry(
      name: "**error pages alone, \(languages) languages, cold**",
      command: [workshop.binary, "build", "--source", site.path]
    ) {
      for folder in [output, site.appending(path: ".interlude-cache")] { try workshop.discard(folder) }
    }
    return try Contest(entries: [entry]).run(rounds: rounds + 2).map { Row($0) }
  }

  /// The project's codes with hardly a word below them, and all of its languages without the words of a help site.
  private func write() throws -> Int {
    let (content, starter) = (site.appending(path: "content"), workshop.project.appending(path: "content"))
    func write(_ text: String, _ path: String) throws {
      let file = content.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    func texts(_ folder: String, _ ending: String) throws -> [(name: String, text: String)] {
      try FileManager.default.contentsOfDirectory(atPath: starter.appending(path: folder).path).sorted()
        .filter { $0.hasSuffix(ending) }
        .map { ($0, try String(contentsOf: starter.appending(path: "\(folder)/\($0)"), encoding: .utf8)) }
    }
    for (name, text) in try texts("locales", ".yaml") {
      try write(text.replacing(/(?ms)^(?:site|search):\n.*?(?=^\w)/, with: ""), "locales/\(name)")
    }
    let sections = ["visitors", "site owners", "developers"].map { "\n## For \($0)\n\nText.\n" }.joined()
    for (name, text) in try texts("errors", ".md") where name.split(separator: ".").count == 2 {
      let front = text.components(separatedBy: "---\n")[1].replacing(
        /(?m)^article: .*$/, with: "article: ../articles/down.md")
      try write("---\n\(front)---\nText.\n\(sections)", "errors/\(name)")
    }
    try write("---\ntitle: Down\n---\nText.\n", "articles/down.md")
    let tags = try texts("locales", ".yaml").map { String($0.name.dropLast(5)) }
    let settings = try String(contentsOf: starter.appending(path: "site.yaml"), encoding: .utf8)
      .components(separatedBy: "\n# What your readers call")[0]
    try write(
      settings.replacing(
        "languages: [en]", with: "languages: [\((["en"] + tags.filter { $0 != "en" }).joined(separator: ", "))]"),
      "site.yaml")
    try FileManager.default.copyItem(
      at: starter.appending(path: "logo.svg"), to: content.appending(path: "logo.svg"))
    return tags.count
  }
}
