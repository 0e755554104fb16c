import Diagnostics
import Foundation
import Testing

@testable import Content
@testable import ErrorPages

/// Pages that a proxy fills in: only where a site wants them, beside the others, and not in the manifest.
@Suite("Live pages")
struct LivePageTests {
  private static let live = Task {
    await SamplePack(SamplePack.settings("languages: [en]", "languages: [en]\nerrorPages: {liveValues: true}"))
  }

  @Test("there are none unless the site wants them")
  func off() async {
    let pack = await SamplePack.starter.value
    #expect(pack.files.allSatisfy { !$0.path.contains("/live/") })
    #expect(!pack.text("en/502.html").contains("<!--#"))
  }

  @Test("every page has one for each notation; the others and the manifest stay as they are")
  func on() async {
    let (plain, pack) = (await SamplePack.starter.value, await Self.live.value)
    #expect(!pack.report.hasErrors)
    let live = pack.files.filter { $0.path.contains("/live/") }
    let pages = plain.paths(".html").filter { !$0.hasSuffix(".nano.html") }
    #expect(
      Set(live.map(\.path)) == Set(["ssi", "caddy"].flatMap { kind in pages.map { "error-pages/live/\(kind)/\($0)" } }))
    #expect(pack.files.filter { !$0.path.contains("/live/") } == plain.files)
    #expect(live.allSatisfy { $0.bytes.count <= 12_000 })
  }

  @Test("rows are conditions with one value each; all else of the page is the same")
  func rows() async throws {
    let pack = await Self.live.value
    let page = pack.text("live/ssi/en/404.html")
    for mark in [LiveRows.ifReference, LiveRows.reference, LiveRows.time, LiveRows.ifHost, LiveRows.host] {
      #expect(page.components(separatedBy: mark).count == 2, "\(mark)")
    }
    #expect(page.components(separatedBy: LiveRows.end).count == 3)
    let without = page.split(separator: "\n").filter { !$0.contains("<!--#") }
    #expect(without == pack.text("en/404.html").split(separator: "\n"))
  }

  @Test("Caddy gets templates, in which other braces stay braces")
  func caddy() async {
    let pack = await Self.live.value
    let page = pack.text("live/caddy/en/502.html")
    #expect(!page.contains("<!--#"))
    #expect(
      page.contains(
        "{{with placeholder \"http.error.id\"}}<div><dt>Reference</dt><dd dir=\"ltr\">{{.}}</dd></div>{{end}}"))
    #expect(page.contains("<dd dir=\"ltr\">{{.}}</dd></div>{{end}}{{end}}"))
    #expect(LiveRows.forCaddy("a {{b}}") == "a {{\"{{\"}}b}}")
  }
}
