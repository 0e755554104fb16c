import Building
import DevServer
import Diagnostics
import Foundation
import TestSupport
import Testing

/// What `serve` shows after edits is what it would show if it were started then.
@Suite("Builds for the preview")
struct PreviewBuilderTests {
  @Test("random edits: the same pages and the same problems as a first build", arguments: [3] as [UInt64])
  func random(_ seed: UInt64) async throws {
    try await SmallSite.with { site in
      try site.translate()
      var edits = try RandomEdits(site, seed: seed)
      let builder = PreviewBuilder(site.options, address: "http://127.0.0.1:4000/")
      _ = await builder.build(changed: [])
      var (log, builds) = ([String](), 0)
      for _ in 0..<(IncrementalBuildTests.steps / 2) {
        let before = FolderState(site.folder)
        for _ in 0...edits.below(2) { log.append(try edits.step()) }
        let changed = FolderState(site.folder).differences(from: before).filter { !$0.hasSuffix("/") }
        guard !changed.isEmpty else { continue }
        let outcome = await builder.build(changed: changed.map { site.path($0).path })
        let first = await PreviewBuilder(site.options, address: "http://127.0.0.1:4000/").build(changed: [])
        try #require((outcome.pages == nil) == (first.pages == nil), "\(log.suffix(2))")
        guard let pages = outcome.pages as? PagesInMemory else {
          let broken = FolderState(site.folder)
          try edits.goBack()
          let undone = FolderState(site.folder).differences(from: broken).filter { !$0.hasSuffix("/") }
          #expect(await builder.build(changed: undone.map { site.path($0).path }).pages != nil, "\(log.suffix(2))")
          continue
        }
        edits.remember()
        builds += 1
        try #require(pages == first.pages as? PagesInMemory, "\(log.suffix(2))")
        try #require(outcome.report.sorted.map(\.message) == first.report.sorted.map(\.message), "\(log.suffix(2))")
      }
      #expect(builds > IncrementalBuildTests.steps / 8)
    }
  }
}
