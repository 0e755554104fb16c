import Content
import Diagnostics
import Foundation
import Starter
import Theme

/// A site of a few made-up articles, for `SmallStage`.
enum SmallSite {
  /// Its folder, in memory.
  static func folder(_ project: URL, _ scratch: URL) throws -> ContentFolder {
    let folder = scratch.appending(path: "content")
    try FileManager.default.copyItem(at: project.appending(path: "Tests/ContentTests/Base"), to: folder)
    // That one has no help site.
    let strings = try Data(contentsOf: project.appending(path: "content/locales/en.yaml"))
    try strings.write(to: folder.appending(path: "locales/en.yaml"))
    try Corpus(count: 6).write(below: folder.appending(path: "articles/bench"))
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().filter {
      !folder.appending(path: $0).hasDirectoryPath && $0.contains(".")
    }
    let files = try paths.map { path in
      ContentFolder.File(path: path, contents: .bytes(Array(try Data(contentsOf: folder.appending(path: path)))))
    }
    return ContentFolder(name: "content", files: files)
  }

  static func load(_ folder: ContentFolder) throws -> Site {
    let loaded = try Waiting.wait {
      var options = SiteLoader.Options()
      options.jobs = 1
      return await SiteLoader(folder, options: options).load()
    }
    guard let site = loaded.site, !loaded.report.hasErrors else {
      throw BenchError(message: "the site is refused: \(loaded.report.sorted.first?.message ?? "")")
    }
    return site
  }
}

/// The starter's templates, ready to be filled.
struct Look: Sendable {
  let sources: TemplateSources
  let library: TemplateLibrary
  private let tokens: Tokens

  init(_ pages: [String: ViewSchema]) throws {
    sources = TemplateSources(
      builtIn: Dictionary(
        uniqueKeysWithValues: Starter.templates.map { ($0.path, Source(name: $0.path, bytes: $0.bytes)) }))
    var report = Report()
    guard let library = TemplateLibrary(sources, pages: pages, into: &report),
      let tokens = Tokens(sources, into: &report)
    else { throw BenchError(message: "the templates are refused: \(report.sorted.first?.message ?? "")") }
    (self.library, self.tokens) = (library, tokens)
  }

  func palette(of site: Site) -> Palette {
    var report = Report()
    return Palette(site.settings.accent, tokens: tokens, into: &report)
  }
}
