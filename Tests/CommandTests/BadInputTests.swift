import Foundation
import TestSupport
import Testing

/// What a build cannot use is told with its place, and costs nothing that was published before.
@Suite("Input a build cannot use")
struct BadInputTests {
  @Test("the error names the place, the exit status is 1, the output stays as it was", arguments: BadInput.all)
  func reported(_ input: BadInput) async throws {
    try await SmallSite.with { site in
      try #require(try await site.build().status == 0)
      let before = FolderState(site.output)
      try input.spoil(site)
      try await expectFailure(of: site, input.id, at: input.place)
      #expect(FolderState(site.output).differences(from: before) == [])
      #expect(before.files.contains { $0 != ".interlude-manifest" }, "the first build wrote no page")
    }
  }

  @Test("a file that may not be read", .disabled(if: getuid() == 0, "the superuser may read every file"))
  func forbidden() async throws {
    try await SmallSite.with { site in
      try site.addArticle("b", body: "x")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0], ofItemAtPath: site.path("content/articles/causes/b.md").path)
      try await expectFailure(of: site, "unreadable-file", at: "content/articles/causes/b.md")
      #expect(!FileManager.default.fileExists(atPath: site.output.path))
    }
  }

  @Test("several mistakes are told in one run")
  func together() async throws {
    try await SmallSite.with { site in
      try site.addArticle("b", body: "[x](gone.md)")
      try site.write("no front matter", to: "content/articles/causes/c.md")
      try site.write("---\ntitle: x\nwieght: 3\n---\n", to: "content/articles/causes/d.md")
      let settings = try String(contentsOf: site.path("content/site.yaml"), encoding: .utf8)
      try site.write(settings.replacing(#/accent: [^\n]*/#, with: "accent: \"#ffff99\""), to: "content/site.yaml")
      try site.write("<h1>{{titel}}</h1>", to: "templates/site/nowhere.mustache")
      let result = try await site.build()
      let ids = ["dead-link", "missing-front-matter", "unknown-key", "low-contrast", "unknown-template"]
      for id in ids { #expect(result.errors.contains("[\(id)]")) }
    }
  }

  @Test("a file in the output folder's place is not overwritten")
  func outputIsAFile() async throws {
    try await SmallSite.with { site in
      try site.write("a letter", to: "public")
      try await expectFailure(of: site, "output-in-the-way", at: "public")
      #expect(try String(contentsOf: site.output, encoding: .utf8) == "a letter")
    }
  }

  private func expectFailure(of site: SmallSite, _ id: String, at place: String) async throws {
    let result = try await site.build()
    #expect(result.status == 1 && !result.wasKilled)
    #expect(result.errors.contains("[\(id)]"), "\(result.errors.prefix(2000))")
    #expect(result.errors.contains("--> \(place)"), "\(result.errors.prefix(2000))")
    #expect(result.errors.contains("the output folder is as it was"))
    #expect(result.errors.utf8.count < 20_000, "a report nobody reads")
  }
}
