import Checks
import Content
import Diagnostics
import ErrorPages
import Explain
import Foundation
import HelpSite
import ProxyConfig
import Publish
import Search
import Theme

/// A small piece of each kind of work, for counting its instructions: the same ones in every run.
enum SmallStage: String, CaseIterable {
  /// Articles parsed and checked.
  case parse
  /// Pages of a help site made of what is parsed.
  case render
  /// Error pages made.
  case pack
  /// A search index made of what is parsed.
  case index
  /// Files published in a new folder, and again with one of them changed.
  case write
  /// An nginx configuration read, traced and judged.
  case check
  /// Lines of an error log held against a few signatures.
  case explain

  /// Does what is needed before, calls `Counting.begin`, does the work, and says how many results there were, which
  /// must not be none.
  func run(project: URL, scratch: URL) throws -> Int {
    switch self {
    case .parse:
      let folder = try SmallSite.folder(project, scratch)
      Counting.begin()
      return try SmallSite.load(folder).defaultArticles.count
    case .render:
      let (site, look) = (try SmallSite.load(SmallSite.folder(project, scratch)), try Look(HelpSite.templates))
      return try Waiting.wait {
        let palette = look.palette(of: site)
        Counting.begin()
        return await HelpSite.build(
          site, library: look.library, sources: look.sources, palette: palette, jobs: 1
        ).files.count
      }
    case .pack:
      let (site, look) = (try SmallSite.load(SmallSite.folder(project, scratch)), try Look(ErrorPages.templates))
      return try Waiting.wait {
        let palette = look.palette(of: site)
        Counting.begin()
        return await ErrorPages.build(
          site, library: look.library, sources: look.sources, palette: palette, jobs: 1
        ).files.count
      }
    case .index:
      let site = try SmallSite.load(SmallSite.folder(project, scratch))
      Counting.begin()
      return try Waiting.wait { await Search.build(site, jobs: 1) { $0.bytes.count }.files.reduce(0, +) }
    case .write:
      let files = (0..<400).map { OutputFile(path: "site/\($0 % 20)/\($0).html", bytes: Self.page($0)) }
      let edited = files.dropLast() + [OutputFile(path: "site/19/399.html", bytes: Self.page(7))]
      let publisher = Publisher(output: scratch.appending(path: "public").path, jobs: 1)
      Counting.begin()
      return try Waiting.wait {
        var report = Report()
        let first = await publisher.publish(files, into: &report)
        let second = await publisher.publish(Array(edited), into: &report)
        return report.hasErrors ? 0 : (first?.written ?? 0) + (second?.written ?? 0)
      }
    case .check:
      let tree = try NginxTree(count: 2).write(below: scratch)
      Counting.begin()
      return Checker.check(NginxProject(tree, .init(files: DiskFiles()))).sorted.count
    case .explain: return try Self.explain()
    }
  }

  private static func page(_ number: Int) -> [UInt8] { Array(repeating: UInt8(number % 251), count: 8000) }

  private static func explain() throws -> Int {
    let texts = ErrorLog.trouble.map { "  - {text: '\($0)', cause: down, status: 502}\n" }.joined()
    let files = [
      "signatures/causes.yaml": "causes:\n  - {id: down, title: It is down}\n",
      "signatures/nginx.yaml": "component: nginx\nsignatures:\n\(texts)",
    ].map { ContentFolder.File(path: $0.key, contents: .bytes(Array($0.value.utf8))) }
    var explainer = Explainer(
      CatalogueLoader(ContentFolder(name: "content", files: files)).load().catalogue, year: 2026)
    let log = ErrorLog(mebibytes: 1, known: 10).text(lines: 4000)
    Counting.begin()
    var rest = log[...]
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
}
