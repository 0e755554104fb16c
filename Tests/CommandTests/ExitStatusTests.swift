import Foundation
import TestSupport
import Testing

/// 0 clean, 1 a failed build, 2 wrong usage or unreadable input: scripts rely on it.
@Suite("Exit statuses")
struct ExitStatusTests {
  @Test(
    "wrong usage is 2, with a word on standard error",
    arguments: [
      ["build", "--nonsense"], ["build", "--jobs", "0"], ["build", "--jobs", "many"], ["build", "--base-url", "help"],
      ["build", "--base-url", "https://help.example.com/a b/"],
      ["build", "--base-url", "https://help.example.com/?a=b"],
      ["build", "--format", "xml"], ["build", "--source", "nowhere"], ["nonsense"], ["schema", "nonsense"],
      ["build", "extra"],
    ])
  func usage(_ arguments: [String]) async throws {
    try await TemporaryFolder.with("usage") { folder in
      let result = try await Command.run(Interlude.binary, arguments, in: folder)
      #expect(result.status == 2)
      #expect(result.errors.lowercased().contains("error:"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  @Test(
    "a command that is misspelt is named, with the nearest",
    arguments: [("chek", "check"), ("buidl", "build"), ("serv", "serve")])
  func misspelt(_ word: String, _ meant: String) async throws {
    let result = try await Command.run(Interlude.binary, [word, "x"])
    #expect(result.status == 2)
    #expect(result.errors.contains("there is no command '\(word)'\nhelp: did you mean interlude \(meant)?"))
  }

  @Test("help and version are 0", arguments: [["--help"], ["--version"], ["help", "build"], ["build", "--help"]])
  func help(_ arguments: [String]) async throws {
    let result = try await Command.run(Interlude.binary, arguments)
    #expect(result.status == 0)
    #expect(!result.output.isEmpty)
    #expect(result.errors.isEmpty)
  }

  @Test("a clean build is 0 and ends with pages, bytes and time")
  func clean() async throws {
    try await SmallSite.with { site in
      let result = try await site.build()
      #expect(result.status == 0)
      #expect(result.errors.isEmpty, "\(result.errors)")
      #expect(result.text.contains(" pages, ") && result.text.contains(" MB in "))
    }
  }

  @Test(
    "output that is lost on a full disk is 2, and what is published stays published",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: ["rules", "schema site", "export vector", "build"])
  func fullDisk(_ command: String) async throws {
    try await SmallSite.with { site in
      let shell = "\"$0\" \(command) > /dev/full"
      let result = try await Command.run(
        URL(filePath: "/bin/sh"), ["-c", shell, Interlude.binary.path], in: site.folder)
      #expect(result.status == 2)
      #expect(result.errors == "error: the output is not whole: No space left on device\n")
      if command == "build" {
        #expect(FileManager.default.fileExists(atPath: site.path("public/site/index.html").path))
      }
    }
  }

  @Test("standard streams that are closed are no other file's place")
  func closedStreams() async throws {
    try await SmallSite.with { site in
      let shell = "\"$0\" build <&- >&- 2>&- && \"$0\" build"
      let result = try await Command.run(
        URL(filePath: "/bin/sh"), ["-c", shell, Interlude.binary.path], in: site.folder)
      #expect(result.status == 0)
      #expect(result.text.contains("(0 written"), "\(result.text)")
    }
  }

  @Test("a warning passes, unless --strict is given")
  func strict() async throws {
    try await SmallSite.with { site in
      try site.write("a stray note", to: "content/notes.md")
      let plain = try await site.build()
      #expect(plain.status == 0)
      #expect(plain.errors.contains("warning:"))
      let before = FolderState(site.output)
      try site.addArticle("b", body: "x")
      #expect(try await site.build("--strict").status == 1)
      #expect(FolderState(site.output) == before)
    }
  }

  @Test("synonyms that no page has are warned of in their place, and stop a strict build; an edit does not hide them")
  func deadSynonym() async throws {
    try await SmallSite.with { site in
      let settings = try String(contentsOf: site.path("content/site.yaml"), encoding: .utf8)
      try site.write(settings + "search:\n  synonyms:\n    - [qwertz, azerty]\n", to: "content/site.yaml")
      let line = settings.split(separator: "\n", omittingEmptySubsequences: false).count + 2
      for step in ["first", "nothing changed", "edited"] {
        if step == "edited" { try site.addArticle("b", body: "Another text.") }
        let result = try await site.build()
        #expect(result.status == 0, "\(step)")
        #expect(
          result.errors.contains("no page has any of these synonyms: qwertz, azerty"), "\(step): \(result.errors)")
        #expect(result.errors.contains("site.yaml:\(line):7"), "\(step): \(result.errors)")
      }
      #expect(try await site.build("--strict").status == 1)
      try site.addArticle("c", body: "A keyboard with qwertz.")
      #expect(try await site.build("--strict").status == 0)
    }
  }
}
