import Foundation
import TestSupport
import Testing

/// `interlude eject`: a site's own copy of what comes with the program.
@Suite("Eject")
struct EjectTests {
  @Test("copies a code, a language and a template, and the site builds as before")
  func copies() async throws {
    try await StartedSite.with { site in
      #expect(try await site.build().status == 0)
      let before = FolderState(site.folder.appending(path: "public"))
      let ejected = try await Interlude.run(
        "eject", "errors/502.md", "content/locales/en.yaml", "./templates/site/code.mustache", in: site.folder)
      #expect(ejected.status == 0 && ejected.errors.isEmpty, "\(ejected.errors)")
      for path in ["content/errors/502.md", "content/locales/en.yaml", "templates/site/code.mustache"] {
        #expect(FileManager.default.fileExists(atPath: site.folder.appending(path: path).path))
        #expect(ejected.text.contains(path))
      }
      let built = try await site.build()
      #expect(built.status == 0 && built.errors.isEmpty, "\(built.errors)")
      #expect(before.differences(from: FolderState(site.folder.appending(path: "public"))).isEmpty)
    }
  }

  @Test("every code can be copied out, whatever the site publishes", arguments: ["none", "codes", "all"])
  func allCodes(_ help: String) async throws {
    try await StartedSite.with { site in
      try site.settings {
        $0.replacing("help: all", with: "help: \(help)").replacing("languages: [en]", with: "languages: [en, de]")
      }
      let names = try await Interlude.run("eject", "--list", in: site.folder).text.split(separator: "\n").map(
        String.init)
      let codes = names.filter { $0.hasPrefix("errors/") && $0.wholeMatch(of: /errors\/\d+\.md/) != nil }
      #expect(codes.count > 50)
      let ejected = try await Command.run(Interlude.binary, ["eject"] + codes, in: site.folder)
      #expect(ejected.status == 0, "\(ejected.errors)")
      #expect(FileManager.default.fileExists(atPath: site.folder.appending(path: "content/errors/502.de.md").path))
      let built = try await site.build("--strict")
      #expect(built.status == 0 && built.errors.isEmpty, "\(built.errors.prefix(2000))")
    }
  }

  @Test("what does not exist is told with what was meant, and nothing is written")
  func unknown() async throws {
    try await StartedSite.with { site in
      let before = FolderState(site.folder)
      for (path, meant) in [
        ("errors/572.md", "errors/5"), ("502", "errors/502.md"), ("articles/causes/dsn.md", "articles/causes/dns.md"),
        ("dns.md", "articles/causes/dns.md"), ("templates/site/cod.mustache", "templates/site/code.mustache"),
        ("nothing/like/it.txt", "--list"),
      ] {
        let result = try await Interlude.run("eject", "locales/de.yaml", path, in: site.folder)
        #expect(result.status == 2 && result.errors.contains(meant), "\(path): \(result.errors)")
      }
      #expect(FolderState(site.folder) == before)
    }
  }

  @Test("an existing file is not overwritten, and none of several is written then")
  func existing() async throws {
    try await StartedSite.with { site in
      try site.write(InitTests.ownCode, to: "content/errors/502.md")
      let before = FolderState(site.folder)
      let result = try await Interlude.run("eject", "errors/503.md", "errors/502.md", in: site.folder)
      #expect(result.status == 2 && result.errors.contains("content/errors/502.md"), "\(result.errors)")
      #expect(FolderState(site.folder) == before)
    }
  }

  @Test("a copy that would make everything else of ours vanish is refused, with the line that prevents it")
  func keepsTheLayer() async throws {
    try await StartedSite.with { site in
      try site.settings { $0.replacing("help: all", with: "") }
      #expect(try await Interlude.run("eject", "locales/en.yaml", in: site.folder).status == 0)
      let result = try await Interlude.run("eject", "errors/502.md", in: site.folder)
      #expect(result.status == 2 && result.errors.contains("help: all"), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: site.folder.appending(path: "content/errors/502.md").path))
    }
  }

  @Test("outside a site it says where to go, and without a name what it wants")
  func nowhere() async throws {
    try await TemporaryFolder.with("eject") { folder in
      let result = try await Interlude.run("eject", "errors/502.md", in: folder)
      #expect(result.status == 2 && result.errors.contains("--source"), "\(result.errors)")
      #expect(try await Interlude.run("eject", in: folder).status != 0)
      #expect(FolderState(folder).files.isEmpty)
    }
  }
}
