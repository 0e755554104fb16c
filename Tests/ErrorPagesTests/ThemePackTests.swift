import Content
import Diagnostics
import Foundation
import TestSupport
import Testing
import Theme

@testable import ErrorPages

/// What every page promises in every language and every built-in theme.
@Suite("Error pages in every theme and language")
struct ThemePackTests {
  static let themes = SamplePack.sources.themes

  /// The starter's codes and all of its languages, without the articles.
  static let site = Task { () -> Site? in
    var folder = SamplePack.folder
    let tags = folder.keys.filter { $0.hasPrefix("locales/") }.map { String($0.dropFirst(8).dropLast(5)) }.sorted()
    let settings = String(decoding: folder["site.yaml"] ?? [], as: UTF8.self)
    folder["site.yaml"] = Array(
      settings.replacing("languages: [en]", with: "languages: [\(tags.joined(separator: ", "))]").utf8)
    let files = folder.map { ContentFolder.File(path: $0.key, contents: .bytes($0.value)) }
    var options = SiteLoader.Options()
    options.jobs = 2
    return await SiteLoader(ContentFolder(name: "content", files: files), options: options).load().site
  }

  @Test("all fit their budgets, ask for nothing and are well formed", arguments: themes)
  func pack(_ theme: String) async throws {
    let site = try #require(await Self.site.value)
    var report = Report()
    let sources = SamplePack.sources.wearing(theme)
    let palette = Palette(
      site.settings.accent, tokens: try #require(Tokens(sources, into: &report)), into: &report)
    let library = try #require(TemplateLibrary(sources, pages: ErrorPages.templates, into: &report))
    let built = await ErrorPages.build(site, library: library, sources: sources, palette: palette, jobs: 2)
    report.add(built.report)
    // That a page has no room for the box that tries again is no more than a note.
    #expect(report.sorted.filter { $0.severity > .info }.map(\.message) == [])
    let pages = built.files.filter { $0.path.hasSuffix(".html") && !$0.path.hasSuffix(".nano.html") }
    #expect(pages.count == site.locales.count * (site.errors.count + 3) && site.locales.count >= 18)
    for page in pages {
      let problems = PageStructure.problems(String(decoding: page.bytes, as: UTF8.self))
      #expect(problems == [], "\(theme) \(page.path)")
    }
  }
}

/// What can be seen of a page without a browser. The Nu checker, which needs Java, judges a sample.
enum PageStructure {
  private static let void: Set = ["meta", "br", "link", "img", "input", "hr"]
  private static let forbidden = [
    "<script", "<link", "<img", "<iframe", "url(", "@import", " src=", " style=", "\"refresh\"", "{{", "}}\"",
  ]

  static func problems(_ page: String) -> [String] {
    var problems = forbidden.filter { page.contains($0) && !page.contains("script-src") }
    guard page.hasPrefix("<!doctype html>\n<html lang=\"") else { return problems + ["no doctype"] }
    var open: [String] = []
    var counts: [String: Int] = [:]
    // Without the style sheet, whose `>` are no tags.
    let markup = page.replacing(/<style>[^<]*<\/style>/, with: "<style></style>")
    for match in markup.matches(of: /<(\/?)([a-zA-Z][a-zA-Z0-9]*)[^<>]*?(\/?)>/) {
      let name = String(match.output.2)
      if match.output.1 == "/" {
        if open.popLast() != name { problems.append("</\(name)> closes nothing") }
      } else if !void.contains(name), match.output.3 != "/" {
        open.append(name)
        counts[name, default: 0] += 1
      } else {
        counts[name, default: 0] += 1
      }
    }
    if !open.isEmpty { problems.append("open: \(open)") }
    for name in ["html", "head", "title", "body", "main", "h1"] where counts[name] != 1 {
      problems.append("\(counts[name] ?? 0) × \(name)")
    }
    return problems
  }
}
