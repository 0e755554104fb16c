import Foundation
import TestSupport
import Testing

/// A site that several jobs made is the one that a single build makes.
@Suite("Builds in parts")
struct ShardTests {
  /// How many random sites; more with `INTERLUDE_CASES`.
  static let seeds = 11..<(11 + (ProcessInfo.processInfo.environment["INTERLUDE_CASES"].flatMap { UInt64($0) } ?? 1))

  @Test("random sites in 1, 2, 3 and 7 parts: the same bytes and the same problems", arguments: seeds)
  func random(_ seed: UInt64) async throws {
    try await SmallSite.with { site in
      try site.translate()
      try site.write("synonyms:\n  - [nowhere, never]\n", appendingTo: "content/site.yaml")
      var edits = try RandomEdits(site, seed: seed)
      for count in [1, 2, 3, 7] {
        var log: [String] = []
        for _ in 0..<8 { log.append(try edits.step()) }
        let whole = try await site.build()
        let parts = try await site.parts(count)
        #expect(parts.allSatisfy { $0.status == 0 } == (whole.status == 0), "\(log) \(whole.errors)")
        let merged = try await site.merge((1...count).reversed().map { "parts/\($0)-of-\(count)" })
        guard whole.status == 0 else {
          #expect(merged.status == 1)
          try edits.goBack()
          continue
        }
        edits.remember()
        try #require(merged.status == 0, "\(log) \(merged.errors)")
        #expect(merged.errors == whole.errors, "\(log)")
        #expect(
          FolderState(site.path("merged")).differences(from: FolderState(site.output)) == [], "\(count) parts, \(log)")
      }
    }
  }

  @Test("each page is made by one job, and what is no page's by the first")
  func shares() async throws {
    try await SmallSite.with { site in
      _ = try RandomEdits(site, seed: 1)
      for part in try await site.parts(3) { try #require(part.status == 0, "\(part.errors)") }
      let pages = (1...3).map { number in
        Set(FolderState(site.path("parts/\(number)-of-3")).files.filter { $0.hasSuffix(".html") })
      }
      #expect(pages.allSatisfy { $0.contains { $0.hasPrefix("site/articles/") } }, "\(pages)")
      #expect(pages[0].isDisjoint(with: pages[1]) && pages[1].isDisjoint(with: pages[2]))
      #expect(pages[0].contains("site/index.html") && pages[1...].allSatisfy { !$0.contains("site/index.html") })
    }
  }

  private static let troubles = [
    Trouble("a part is missing", ["parts/1-of-2"], "missing-part", "--shard 2/2"),
    Trouble("a part twice", ["parts/1-of-2", "parts/2-of-2", "copy"], "repeated-part", "leave one of them out"),
    Trouble("parts of two cuts", ["parts/1-of-2", "parts/2-of-3"], "mixed-parts", "behind the slash"),
    Trouble("no part", ["parts/1-of-2", "content"], "no-part", "interlude-part"),
    Trouble("nothing there", ["parts/1-of-2", "gone"], "no-part", "--shard"),
    Trouble("other content", ["parts/1-of-2", "edited"], "mixed-parts", "content/ was not the same"),
    Trouble("other options", ["parts/1-of-2", "drafts"], "mixed-parts", "different options"),
    Trouble("other templates", ["parts/1-of-2", "templated"], "mixed-parts", "templates/ was not the same"),
    Trouble("a lost page", ["lost", "parts/2-of-2"], "damaged-part", "site/index.html"),
    Trouble("a spoilt record", ["spoilt", "parts/2-of-2"], "damaged-part", "make the part again"),
  ]

  @Test("parts that do not make a whole are refused, with what to do")
  func refused() async throws {
    try await SmallSite.with { site in
      _ = try RandomEdits(site, seed: 1)
      for shard in ["1/2", "2/2", "2/3"] { try #require(try await site.build("--shard", shard).status == 0) }
      for name in ["copy", "lost", "spoilt"] {
        try FileManager.default.copyItem(at: site.path("parts/1-of-2"), to: site.path(name))
      }
      try site.remove("lost/site/index.html")
      var record = try Data(contentsOf: site.path("spoilt/interlude-part"))
      record[record.count / 2] ^= 4
      try record.write(to: site.path("spoilt/interlude-part"))
      _ = try await site.build("--shard", "2/2", "--output", "drafts", "--drafts")
      let page = try String(contentsOf: site.path("content/articles/g.md"), encoding: .utf8)
      try site.write(page + "\nOther.\n", to: "content/articles/g.md")
      _ = try await site.build("--shard", "2/2", "--output", "edited")
      try site.write(page, to: "content/articles/g.md")
      try site.write(
        "{{#reviewed}}<p>{{reviewed}}</p>{{/reviewed}}\n", to: "templates/site/partials/fine-print.mustache")
      let templated = try await site.build("--shard", "2/2", "--output", "templated")
      try #require(templated.status == 0, "\(templated.errors)")
      for trouble in Self.troubles {
        let merged = try await site.merge(trouble.parts)
        #expect(merged.status == 1, "\(trouble.name)")
        #expect(merged.errors.contains("[\(trouble.id)]"), "\(trouble.name): \(merged.errors)")
        #expect(merged.errors.contains(trouble.help), "\(trouble.name): \(merged.errors)")
        #expect(!FileManager.default.fileExists(atPath: site.path("merged").path), "\(trouble.name)")
      }
    }
  }

  @Test("parts of another version of the program are refused")
  func otherProgram() async throws {
    try await SmallSite.with { site in
      _ = try await site.parts(2)
      // A binary with a byte more at its end runs like the first, but is another.
      let other = site.path("other-interlude")
      try FileManager.default.copyItem(at: Interlude.binary, to: other)
      let file = try FileHandle(forWritingTo: other)
      try file.seekToEnd()
      try file.write(contentsOf: Data([0]))
      try file.close()
      let part = try await Command.run(other, ["build", "--shard", "2/2", "--output", "theirs"], in: site.folder)
      try #require(part.status == 0, "\(part.errors)")
      let mixed = try await site.merge(["parts/1-of-2", "theirs"])
      #expect(mixed.status == 1 && mixed.errors.contains("two versions of the program"), "\(mixed.errors)")
      let merged = try await Command.run(other, ["merge", "parts/1-of-2", "parts/2-of-2"], in: site.folder)
      #expect(merged.status == 1 && merged.errors.contains("another version of the program"), "\(merged.errors)")
    }
  }

  @Test("a number that is none is refused with how to write it", arguments: ["0/3", "4/3", "1", "1/0", "a/b", "-1/2"])
  func numbers(_ text: String) async throws {
    try await SmallSite.with { site in
      let result = try await site.build("--shard=\(text)")
      #expect(result.status == 2 && result.errors.contains("such as 2/3"), "\(result.errors)")
    }
  }

  struct Trouble: Sendable {
    let name: String
    let parts: [String]
    let id: String
    let help: String

    init(_ name: String, _ parts: [String], _ id: String, _ help: String) {
      (self.name, self.parts, self.id, self.help) = (name, parts, id, help)
    }
  }
}

extension SmallSite {
  /// Lets every job build its part.
  fileprivate func parts(_ count: Int) async throws -> [Command] {
    var commands: [Command] = []
    for number in 1...count { commands.append(try await build("--shard", "\(number)/\(count)")) }
    return commands
  }

  fileprivate func merge(_ parts: [String]) async throws -> Command {
    try await Command.run(Interlude.binary, ["merge"] + parts + ["--output", "merged"], in: folder)
  }

  fileprivate func write(_ text: String, appendingTo path: String) throws {
    try write(String(contentsOf: self.path(path), encoding: .utf8) + text, to: path)
  }
}
