import Content
import Diagnostics
import Foundation
import Testing

@testable import ErrorPages

/// Budgets, and the size in gzip that one of them is about.
@Suite("Sizes")
struct SizeTests {
  @Test("a logo that makes pages too large is an error at the logo")
  func largeLogo() async throws {
    // Digits that do not repeat, so that gzip cannot help.
    var seed: UInt32 = 1
    let points = (0..<720).map { _ -> String in
      seed = seed &* 1_664_525 &+ 1_013_904_223
      return String(seed % 10_000)
    }
    let logo = "<svg viewBox=\"0 0 32 32\"><path d=\"M\(points.joined(separator: " "))\"/></svg>"
    #expect(logo.utf8.count <= 4096)
    let pack = await SamplePack(["logo.svg": logo])
    let problem = try #require(pack.report.sorted.first { $0.id == "page-too-large" })
    #expect(problem.severity == .error && problem.place.source.name == "content/site.yaml")
    #expect(problem.notes.first?.hasPrefix("logo \(logo.utf8.count), style sheet ") == true)
    #expect(problem.help?.contains("logo") == true)
  }

  @Test("a short page that is not short is an error that says what is long")
  func largeNano() async throws {
    let words = String(repeating: "word ", count: 250)
    let template = "{{heading}} {{happened}} " + words
    let pack = await SamplePack(templates: ["error/nano.mustache": template])
    let problem = try #require(pack.report.sorted.first { $0.id == "page-too-large" })
    #expect(problem.severity == .error && problem.message.contains("(1024 fit)"))
    #expect(problem.help == "shorten the template, or go back to the built-in one")
  }

  @Test("the short page of every code fits its class, also in languages with long words and long letters")
  func longLanguages() async throws {
    let pack = await SamplePack(SamplePack.settings("languages: [en]", "languages: [en, hi, ru, fr]"))
    #expect(!pack.report.hasErrors)
    let pages = pack.paths(".nano.html").map { pack.text($0) }
    #expect(pages.count == 4 * ((pack.site?.errors.count ?? 0) + 3))
    #expect(pages.allSatisfy { $0.utf16.count <= 1024 && $0.utf8.count <= 2000 })
  }

  @Test("the size in gzip is what gzip makes")
  func gzip() async throws {
    let pack = await SamplePack.starter.value
    for path in ["en/400.html", "en/502.html", "en/502.json"] {
      let text = pack.text(path)
      let actual = try Self.gzipped(Array(text.utf8))
      #expect(GzipSize.of(Array(text.utf8)) == actual, "\(path)")
    }
  }

  @Test("the size in gzip of the smallest inputs is sane", arguments: [0, 1, 2, 3, 4, 1000])
  func small(_ count: Int) {
    let size = GzipSize.of([UInt8](repeating: 65, count: count))
    #expect((20...48).contains(size), "\(size)")
  }

  @Test("size classes are the smallest that fit")
  func classes() {
    #expect(SizeClass.of(bytes: 1024, characters: 1024, gzipBytes: nil) == .nano)
    // Letters of two bytes count once for a load balancer.
    #expect(SizeClass.of(bytes: 1900, characters: 1000, gzipBytes: nil) == .nano)
    #expect(SizeClass.of(bytes: 2001, characters: 1000, gzipBytes: nil) == .direct)
    #expect(SizeClass.of(bytes: 1025, characters: 1025, gzipBytes: nil) == .small)
    #expect(SizeClass.of(bytes: 12_000, characters: 12_000, gzipBytes: 4096) == .page)
    #expect(SizeClass.of(bytes: 12_000, characters: 12_000, gzipBytes: 4097) == .response)
    #expect(SizeClass.of(bytes: 15_361, characters: 15_361, gzipBytes: nil) == nil)
  }

  private static func gzipped(_ bytes: [UInt8]) throws -> Int {
    let file = FileManager.default.temporaryDirectory.appending(path: "gzip-\(UUID().uuidString)")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-9nc", file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return output.count
  }
}
