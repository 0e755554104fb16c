import Checks
import Content
import Diagnostics
import Dispatch
import Explain
import Foundation
import HelpSite
import ProxyConfig
import Search
import Starter
import Theme

/// A small piece of each kind of work, for counting its instructions: the same ones in every run.
enum SmallStage: String, CaseIterable {
  /// A few articles read, parsed and checked.
  case read
  /// The same, and their pages made.
  case pages
  /// The articles read, and their search index made.
  case search
  /// An nginx configuration read, traced and judged.
  case check
  /// Lines of an error log held against a few signatures.
  case explain

  /// How many results there were, which must not be none.
  func run(project: URL, scratch: URL) throws -> Int {
    switch self {
    case .read: try Self.site(project, scratch).defaultArticles.count
    case .pages:
      try Self.wait { [site = try Self.site(project, scratch)] in
        var report = Report()
        let sources = TemplateSources(
          builtIn: Dictionary(
            uniqueKeysWithValues: Starter.templates.map { ($0.path, Source(name: $0.path, bytes: $0.bytes)) }))
        guard let library = TemplateLibrary(sources, pages: HelpSite.templates, into: &report),
          let tokens = Tokens(sources, into: &report)
        else { return 0 }
        let palette = Palette(site.settings.accent, tokens: tokens, into: &report)
        return await HelpSite.build(site, library: library, sources: sources, palette: palette, jobs: 1).files.count
      }
    case .search:
      try Self.wait { [site = try Self.site(project, scratch)] in
        await Search.build(site, jobs: 1) { $0.bytes.count }.files.reduce(0, +)
      }
    case .check:
      Checker.check(
        Project.nginx(try NginxTree(count: 2).write(below: scratch), options: .init(files: DiskFiles()))
      ).sorted.count
    case .explain: try Self.explain()
    }
  }

  private static func site(_ project: URL, _ scratch: URL) throws -> Site {
    let folder = scratch.appending(path: "content")
    try FileManager.default.copyItem(at: project.appending(path: "Tests/ContentTests/Base"), to: folder)
    // That one has no help site.
    let strings = try Data(contentsOf: project.appending(path: "content/locales/en.yaml"))
    try strings.write(to: folder.appending(path: "locales/en.yaml"))
    try Corpus(count: 4).write(below: folder.appending(path: "articles/bench"))
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      !folder.appending(path: $0).hasDirectoryPath && $0.contains(".")
    }
    let files = try paths.map { path in
      ContentFolder.File(path: path, contents: .bytes(Array(try Data(contentsOf: folder.appending(path: path)))))
    }
    let loaded = try wait { await SiteLoader(ContentFolder(name: "content", files: files)).load() }
    guard let site = loaded.site, !loaded.report.hasErrors else {
      throw BenchError(message: "the site is refused: \(loaded.report.sorted.first?.message ?? "")")
    }
    return site
  }

  private static func explain() throws -> Int {
    let texts = ErrorLog.trouble.map { "  - {text: '\($0)', cause: down, status: 502}\n" }.joined()
    let files = [
      "signatures/causes.yaml": "causes:\n  - {id: down, title: It is down}\n",
      "signatures/nginx.yaml": "component: nginx\nsignatures:\n\(texts)",
    ].map { ContentFolder.File(path: $0.key, contents: .bytes(Array($0.value.utf8))) }
    var explainer = Explainer(
      CatalogueLoader(ContentFolder(name: "content", files: files)).load().catalogue, year: 2026)
    var rest = ErrorLog(mebibytes: 1, known: 10).text(lines: 1000)[...]
    var count = 0
    while explainer.step(
      { room in
        let part = rest.prefix(room.count)
        room.copyBytes(from: part)
        rest = rest.dropFirst(part.count)
        return part.count
      }, each: { _ in count += 1 })
    {}
    return count
  }

  /// Waits for work on this thread, which Valgrind 3.19 asks for: it cannot follow a program whose main thread ends.
  private static func wait<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) throws -> Result {
    let box = Box<Result>()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      box.value = await work()
      done.signal()
    }
    done.wait()
    guard let value = box.value else { throw BenchError(message: "nothing came of it") }
    return value
  }

  /// Written before the signal, read after it.
  private final class Box<Value>: @unchecked Sendable {
    var value: Value?
  }
}
