import Diagnostics
import Foundation
import ProxyConfig
import Testing

/// Whatever a file holds, reading it ends with a configuration or with damage that has a place; nothing traps or hangs.
@Suite struct CaddyBadInputTests {
  static let sample = """
    {
    \torder header last
    \tauto_https off
    }
    (pages) {
    \thandle_errors 502 5xx {
    \t\troot * {args[0]}
    \t\t@five expression `{err.status_code} in [502, 503]`
    \t\theader @five Retry-After 30
    \t\ttry_files /{err.status_code}.html /error.html
    \t\tfile_server
    \t}
    }
    http://a.test, http://b.test:8080 {
    \timport pages /srv/{$STAGE:live}/pages
    \t@m {
    \t\tpath /a* "/b c"
    \t\tnot header X-Test \\
    \t\t\tone
    \t}
    \trespond @m <<END
    \t\ttext {path}
    \t\tEND
    \treverse_proxy 127.0.0.1:9000 { # upstream
    \t\t@bad status 5xx
    \t\thandle_response @bad {
    \t\t\terror "m" {rp.status_code}
    \t\t}
    \t}
    \turi replace a b
    }
    &(named) {
    \trespond `x`
    }
    """

  static let json = """
    {"apps": {"http": {"servers": {"s": {"listen": [":80"], "routes": [{"match": [{"host": ["a\\u0062"]}], "handle": [
    {"handler": "subroute", "routes": [{"handle": [{"handler": "static_response", "status_code": 502}]}]}], "terminal": true}]}}}}}
    """

  private func read(
    _ bytes: [UInt8], _ release: CaddyRelease = .release211, name: String = "/etc/Caddyfile"
  ) -> CaddyConfig {
    CaddyReader.read(Source(name: name, bytes: bytes), files: MemoryFiles(), release: release)
  }

  @Test func theSampleIsFine() {
    #expect(read(Array(Self.sample.utf8)).report.sorted.map(\.message) == [])
  }

  @Test(arguments: CaddyRelease.allCases)
  func truncatedAtEveryByte(_ release: CaddyRelease) {
    let bytes = Array(Self.sample.utf8)
    for length in 0..<bytes.count { _ = read(Array(bytes[..<length]), release) }
    let json = Array(Self.json.utf8)
    for length in 1..<json.count - 1 {
      #expect(!read(Array(json[..<length]), release, name: "caddy.json").isAccepted)
    }
  }

  @Test(arguments: CaddyRelease.allCases)
  func withoutEachByte(_ release: CaddyRelease) {
    let bytes = Array(Self.sample.utf8)
    for index in bytes.indices {
      var less = bytes
      less.remove(at: index)
      _ = read(less, release)
    }
  }

  @Test func randomBytes() {
    var state: UInt64 = 88_172_645_463_325_252
    func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
    let alphabet = Array("{}\"`\\ \n\t#@*/$<:aE0.[](),&import handle_errors".utf8)
    for round in 0..<150 {
      let length = Int(next() % 300)
      let bytes = (0..<length).map { _ in
        round % 2 == 0 ? UInt8(truncatingIfNeeded: next()) : alphabet[Int(next() % UInt64(alphabet.count))]
      }
      for release in CaddyRelease.allCases { _ = read(bytes, release) }
      _ = read(bytes, name: "x.json")
    }
  }

  @Test func deepNestingIsReportedAndNotFollowed() {
    let deep =
      "http://a.test {\n" + String(repeating: "handle {\n", count: 5_000) + String(repeating: "}\n", count: 5_000)
      + "}\n"
    #expect(!read(Array(deep.utf8)).isAccepted)
    let not = "http://a.test {\n@x " + String(repeating: "not ", count: 2_000) + "path /\nrespond @x 404\n}\n"
    #expect(!read(Array(not.utf8)).isAccepted)
    let json = String(repeating: "[", count: 100_000)
    #expect(!read(Array(json.utf8), name: "x.json").isAccepted)
  }

  @Test func importsThatMultiplyStop() {
    var text = "(s0) {\n\theader A b\n}\n"
    for level in 1...40 { text += "(s\(level)) {\n\timport s\(level - 1)\n\timport s\(level - 1)\n}\n" }
    text += "http://a.test {\n\timport s40\n}\n"
    #expect(!read(Array(text.utf8)).isAccepted)
  }

  @Test func oneHugeWord() {
    let word = [UInt8](repeating: UInt8(ascii: "{"), count: 300_000) + [UInt8(ascii: "}")]
    let text = Array("(s) {\n\trespond ".utf8) + word + Array("\n}\nhttp://a.test {\n\timport s\n}\n".utf8)
    _ = read(text)
  }

  @Test func damageHasAPlaceAndTheRestIsRead() {
    let text = "http://a.test {\n\trespnd x\n\tredir\n\trespond \"fine\"\n}\nhttp://b.test {\n\trespond \"too\"\n}\n"
    let config = read(Array(text.utf8))
    let lines = config.report.sorted.map { LineIndex($0.place.source).position(at: $0.place.range.lowerBound).line }
    #expect(lines == [2, 3])
    #expect(config.report.sorted.first?.message == "there is no directive respnd; did you mean respond?")
    #expect(config.servers.first?.routes.count == 2)
  }

  @Test func aFileOfHundredMegabytesIsRefusedAtOnce() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "caddy-huge-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data().write(to: url)
    let handle = try FileHandle(forWritingTo: url)
    try handle.truncate(atOffset: 101 << 20)
    try handle.close()
    for name in [url.path, url.path + ".json"] {
      if name != url.path { try FileManager.default.moveItem(atPath: url.path, toPath: name) }
      let config = CaddyReader.read(name, files: DiskFiles())
      #expect(config.refusal?.message.contains("is larger than") == true)
      if name != url.path { try FileManager.default.moveItem(atPath: name, toPath: url.path) }
    }
  }

  @Test func oneWordOfMegabytes() {
    let word = String(repeating: "a", count: 2 << 20)
    #expect(read(Array("http://a.test {\n\trespond \(word)\n}\n".utf8)).isAccepted)
    #expect(!read(Array("http://a.test {\n\t\(word)\n}\n".utf8)).isAccepted)
    #expect(!read(Array("{\"\(word)".utf8), name: "x.json").isAccepted)
  }

  @Test(arguments: ["auto_https off", "http_port 8080", "https_port 8443"])
  func onlyTheOldReleaseMindsABlockAfter(_ option: String) {
    let site = "http://a.test {\n\trespond \"fine\"\n}\n"
    for block in [" {\n\t}", "\n\t{\n\t}"] {
      #expect(!read(Array("{\n\t\(option)\(block)\n}\n\(site)".utf8), .release26).isAccepted)
    }
    #expect(read(Array("{\n\t\(option) {\n\t}\n}\n\(site)".utf8)).isAccepted)
  }

  @Test func importsThatCannotBeRead() {
    var files = MemoryFiles(["/etc/one": "import two\n", "/etc/two": "import one\n"])
    files.add("/etc/locked", Array("respond x\n".utf8), mode: 0o000)
    files.addDirectory("/etc/folder")
    for (line, words) in [
      ("import locked", "may not be read"), ("import folder", "is a directory"), ("import nowhere", "does not exist"),
      ("import one", "circle"), ("import", "import needs"), ("import a*b*", "one *"),
    ] {
      let text = "http://a.test {\n\t\(line)\n}\n"
      let config = CaddyReader.read(Source(name: "/etc/Caddyfile", text: text), files: files)
      #expect(config.refusal?.message.contains(words) == true, "\(line): \(config.refusal?.message ?? "accepted")")
      #expect(config.refusal?.place.range.isEmpty == false, "\(line)")
    }
  }

  /// Twice as much with each time it is brought in: the second time tells (`importGraph.willCycle`).
  @Test func aSnippetThatBringsItselfIn() {
    let refusal = read(Array("(a) {\n\timport a\n\timport a\n}\nhttp://a.test {\n\timport a\n}\n".utf8)).refusal
    #expect(refusal?.message.contains("in a circle between") == true, "\(refusal?.message ?? "accepted")")
  }
}
