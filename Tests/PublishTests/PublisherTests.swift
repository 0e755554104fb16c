import Content
import Diagnostics
import Foundation
import Publish
import Testing

/// Publishing replaces what builds wrote, in one step, and touches nothing else.
@Suite("Publishing")
struct PublisherTests {
  let folder = FileManager.default.temporaryDirectory.appending(path: "interlude-publish-\(UUID().uuidString)")
  var output: String { folder.appending(path: "public").path }

  @Test("a first build writes everything")
  func first() async throws {
    let summary = await publish(["a.html": "a", "deep/er/b.html": "b"])
    #expect(summary == .init(written: 2, unchanged: 0, removed: 0))
    #expect(try read("deep/er/b.html") == "b")
    try cleanUp()
  }

  @Test("what did not change keeps its modification time and inode")
  func unchanged() async throws {
    await publish(["a.html": "a", "b.html": "b"])
    let before = try attributes("a.html")
    try await Task.sleep(for: .milliseconds(20))
    let summary = await publish(["a.html": "a", "b.html": "B"])
    #expect(summary == .init(written: 1, unchanged: 1, removed: 0))
    let after = try attributes("a.html")
    #expect(before[.modificationDate] as? Date == after[.modificationDate] as? Date)
    #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
    #expect(try read("b.html") == "B")
    try cleanUp()
  }

  @Test("what is no longer produced goes, with its empty folder; what others put there stays")
  func removal() async throws {
    await publish(["a.html": "a", "old/b.html": "b"])
    try write("theirs.txt", "theirs")
    try write("deep/theirs.txt", "theirs, too")
    try FileManager.default.createSymbolicLink(atPath: "\(output)/link", withDestinationPath: "nowhere")
    let summary = await publish(["a.html": "a2"])
    #expect(summary == .init(written: 1, unchanged: 0, removed: 1))
    #expect(!FileManager.default.fileExists(atPath: "\(output)/old"))
    #expect(try read("theirs.txt") == "theirs")
    #expect(try read("deep/theirs.txt") == "theirs, too")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(output)/link") == "nowhere")
    try cleanUp()
  }

  @Test("every step of a long series of changes publishes what a new folder would hold", arguments: [1, 2, 3])
  func series(_ seed: UInt64) async throws {
    var dice = SplitMix(seed)
    var files: [String: String] = [:]
    for step in 0..<60 {
      for _ in 0..<dice.below(4) {
        let name = ["a", "b", "c"][dice.below(3)]
        let path = dice.below(2) == 0 ? "\(name).html" : "deep\(dice.below(3))/\(name)/index.html"
        if dice.below(3) == 0 { files[path] = nil } else { files[path] = "\(step) \(name)" }
      }
      switch dice.below(12) {
      case 0: try write("deep1/theirs-\(step).txt", "theirs")
      case 1: try? FileManager.default.removeItem(atPath: "\(output)/deep0")
      case 2: try? write(files.keys.sorted().first ?? "a.html", "spoilt")
      case 3: try? FileManager.default.removeItem(at: folder.appending(path: ".interlude-cache/public/next/deep2"))
      case 4: try? Data("damaged".utf8).write(to: folder.appending(path: ".interlude-cache/public/state"))
      default: break
      }
      let theirs =
        (try? FileManager.default.subpathsOfDirectory(atPath: output))?.filter { $0.contains("theirs") } ?? []
      await publish(files)
      let found = FolderContents(output).files.filter { $0.key != ".interlude-manifest" }
      #expect(found.filter { !$0.key.contains("theirs") } == files, "step \(step)")
      #expect(found.keys.filter { $0.contains("theirs") }.sorted() == theirs.sorted(), "step \(step)")
    }
    try cleanUp()
  }

  @Test("a folder full of other people's files is refused and left alone")
  func foreign() async throws {
    try write("letter.txt", "dear")
    var report = Report()
    let summary = await Publisher(output: output, jobs: 1).publish([OutputFile(path: "a", text: "a")], into: &report)
    #expect(summary == nil)
    #expect(report.sorted.map(\.id) == ["foreign-output"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: output) == ["letter.txt"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["public"])
    try cleanUp()
  }

  @Test(
    "an output among the texts that are read is refused, by whatever name",
    arguments: ["content", "content/articles/out", "link/out", "content/../content/out"])
  func amongSources(_ name: String) async throws {
    try FileManager.default.createDirectory(
      at: folder.appending(path: "content/articles"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "link").path, withDestinationPath: "content")
    let path = { (name: String) in folder.path + "/" + name }
    var report = Report()
    let publisher = Publisher(output: path(name), jobs: 1, besides: [path("missing"), path("content")])
    #expect(await publisher.publish([OutputFile(path: "a", text: "a")], into: &report) == nil)
    #expect(report.sorted.map(\.id) == ["output-in-content"])
    #expect(try FileManager.default.subpathsOfDirectory(atPath: path("content")) == ["articles"])

    var other = Report()
    let beside = Publisher(output: path("content-out"), jobs: 1, besides: [path("content")])
    #expect(await beside.publish([OutputFile(path: "a", text: "a")], into: &other) != nil)
    try cleanUp()
  }

  @Test("a damaged record is not trusted: nothing is removed by it")
  func damagedRecord() async throws {
    await publish(["error-pages/manifest.json": "{}", "a.html": "a"])
    try write(".interlude-manifest", "interlude output 1\n../../etc/passwd\na.html\n")
    await publish(["error-pages/manifest.json": "{ }"])
    #expect(try read("a.html") == "a")
    try cleanUp()
  }

  @Test(
    "paths that leave the folder, or come twice, are refused",
    arguments: [["../a"], ["/a"], ["a//b"], ["a", "a"], ["./a"], [""]])
  func unsafePaths(_ paths: [String]) async throws {
    var report = Report()
    let files = paths.map { OutputFile(path: $0, text: "x") }
    #expect(await Publisher(output: output, jobs: 1).publish(files, into: &report) == nil)
    #expect(report.hasErrors)
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test("a file, or a link that leads nowhere, in the output folder's place is refused and left alone")
  func taken() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("a letter".utf8).write(to: folder.appending(path: "public"))
    var report = Report()
    let files = [OutputFile(path: "a", text: "a")]
    #expect(await Publisher(output: output, jobs: 1).publish(files, into: &report) == nil)
    #expect(report.sorted.map(\.id) == ["output-in-the-way"])
    #expect(try String(contentsOfFile: output, encoding: .utf8) == "a letter")

    try FileManager.default.removeItem(atPath: output)
    try FileManager.default.createSymbolicLink(atPath: output, withDestinationPath: "nowhere")
    var second = Report()
    #expect(await Publisher(output: output, jobs: 1).publish(files, into: &second) == nil)
    #expect(second.sorted.map(\.id) == ["output-in-the-way"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["public"])
    try cleanUp()
  }

  @Test("links of the site that is built lead neither the output nor what builds keep somewhere else")
  func leadsOut() async throws {
    let (site, other) = (folder.appending(path: "site"), folder.appending(path: "other"))
    let manager = FileManager.default
    func link(_ name: String) throws {
      try? manager.removeItem(at: folder)
      try manager.createDirectory(at: site.appending(path: "content"), withIntermediateDirectories: true)
      try manager.createDirectory(at: other.appending(path: "public/next"), withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: other.appending(path: "public/next/letter"))
      try manager.createSymbolicLink(at: site.appending(path: name), withDestinationURL: other)
    }
    func problems(_ output: String) async throws -> [String] {
      var report = Report()
      let publisher = Publisher(output: site.path + "/" + output, jobs: 1, within: site.path)
      _ = await publisher.publish([OutputFile(path: "a", text: "a")], into: &report)
      #expect(try String(contentsOf: other.appending(path: "public/next/letter"), encoding: .utf8) == "mine")
      #expect(try manager.subpathsOfDirectory(atPath: other.path).count == 3)
      return report.sorted.map(\.id)
    }
    try link("out")
    #expect(try await problems("out") == ["cannot-publish"])
    #expect(try await problems("out/public") == ["cannot-publish"])
    #expect(try await problems("out/new/public") == ["cannot-publish"])
    try link(Publisher.cacheName)
    #expect(try await problems("public") == ["cannot-publish"])
    #expect(try await problems("\(Publisher.cacheName)/x") != [])
    // Whoever names the folder itself means it.
    var report = Report()
    let named = Publisher(output: folder.path + "/named", jobs: 1, within: site.path)
    #expect(await named.publish([OutputFile(path: "a", text: "a")], into: &report) != nil)
    try cleanUp()
  }

  @Test("others' files with odd names are kept; one whose name is not UTF-8 stops the build and is named")
  func oddForeign() async throws {
    await publish(["a.html": "a"])
    for name in ["a\nb", "-rf", "'\"%#?", "ü", "u\u{308}"] { try write(name, "theirs") }
    await publish(["a.html": "b"])
    for name in ["a\nb", "-rf", "'\"%#?", "ü", "u\u{308}"] { #expect(try read(name) == "theirs") }
    let broken = Array((output + "/x").utf8).map { CChar(bitPattern: $0) } + [-1, 0]
    #expect(mkdir(broken, 0o755) == 0)
    var report = Report()
    #expect(
      await Publisher(output: output, jobs: 1).publish([OutputFile(path: "a.html", text: "c")], into: &report) == nil)
    #expect(report.sorted.first?.message.contains("not UTF-8") == true)
    #expect(try read("a.html") == "b")
    #expect(rmdir(broken) == 0)
    try cleanUp()
  }

  @Test("an output folder that is a link stays a link")
  func linkedOutput() async throws {
    try FileManager.default.createDirectory(at: folder.appending(path: "real"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: output, withDestinationPath: folder.appending(path: "real").path)
    await publish(["a.html": "a"])
    await publish(["a.html": "b"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: output).hasSuffix("real"))
    #expect(try String(contentsOf: folder.appending(path: "real/a.html"), encoding: .utf8) == "b")
    try cleanUp()
  }

  @Test("nothing is left beside the output folder but the cache")
  func tidy() async throws {
    try FileManager.default.createDirectory(
      at: folder.appending(path: ".interlude-cache/public/next/half"), withIntermediateDirectories: true)
    await publish(["a.html": "a"])
    await publish(["a.html": "b"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [".interlude-cache", "public"])
    let cache = folder.appending(path: ".interlude-cache/public").path
    #expect(!FileManager.default.fileExists(atPath: cache + "/next/half"))
    try cleanUp()
  }

  @Test("builds side by side wait for one another")
  func sideBySide() async throws {
    let outputs = (0..<4).map { folder.appending(path: "public-\($0 / 2)").path }
    let results = await withTaskGroup(of: Bool.self) { group in
      for (number, output) in outputs.enumerated() {
        group.addTask {
          var report = Report()
          let files = (0..<40).map { OutputFile(path: "\($0).html", text: "\(number)") }
          return await Publisher(output: output, jobs: 2).publish(files, into: &report) != nil && report.isEmpty
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == [true, true, true, true])
    try cleanUp()
  }

  @Test("a build into a folder beside that of another does not wait for it")
  func neighbours() async throws {
    var report = Report()
    let first = Publisher(output: output, jobs: 1)
    let publication = try #require(await first.begin(into: &report))
    let second = Publisher(output: folder.appending(path: "other").path, jobs: 1)
    #expect(await second.publish([OutputFile(path: "a.html", text: "a")], into: &report) != nil)
    let placed = publication.put(OutputFile(path: "b.html", text: "b"))
    #expect(await publication.finish([placed], build: nil, into: &report) != nil)
    #expect(report.isEmpty, "\(report.sorted.map(\.message))")
    try cleanUp()
  }

  @Test("a file in the place of a folder stops the build, and the old tree stays")
  func inTheWay() async throws {
    await publish(["a.html": "a"])
    try write("codes", "a file of theirs")
    var report = Report()
    let files = [OutputFile(path: "a.html", text: "A"), OutputFile(path: "codes/x.html", text: "x")]
    #expect(await Publisher(output: output, jobs: 1).publish(files, into: &report) == nil)
    #expect(report.hasErrors)
    #expect(try read("a.html") == "a")
    try cleanUp()
  }

  @discardableResult
  private func publish(_ files: [String: String]) async -> Publisher.Summary? {
    var report = Report()
    let summary = await Publisher(output: output, jobs: 2)
      .publish(files.map { OutputFile(path: $0.key, text: $0.value) }, into: &report)
    #expect(report.isEmpty, "\(report.sorted.map(\.message))")
    return summary
  }

  private func read(_ path: String) throws -> String {
    try String(contentsOfFile: "\(output)/\(path)", encoding: .utf8)
  }

  private func write(_ path: String, _ text: String) throws {
    let url = URL(fileURLWithPath: "\(output)/\(path)")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func attributes(_ path: String) throws -> [FileAttributeKey: Any] {
    try FileManager.default.attributesOfItem(atPath: "\(output)/\(path)")
  }

  private func cleanUp() throws {
    try FileManager.default.removeItem(at: folder)
  }
}

/// Random draws that are the same each time (SplitMix64).
struct SplitMix {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}

/// The text of every file below a folder.
struct FolderContents {
  var files: [String: String] = [:]

  init(_ folder: String) {
    for path in (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [] {
      if let text = try? String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8) { files[path] = text }
    }
  }
}
