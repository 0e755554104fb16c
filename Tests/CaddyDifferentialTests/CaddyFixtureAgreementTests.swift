import Foundation
import ProxyConfig
import TestSupport
import Testing
import Trace

/// The fixtures of `TraceTests`, good and broken, on the real Caddy: what they predict has to happen.
@Suite(.serialized) struct CaddyFixtureAgreementTests {
  @Test(.enabled(if: CaddyDifferentialTests.isOn), arguments: CaddyRelease.allCases)
  func fixturesAreTrue(_ release: CaddyRelease) throws {
    guard let executable = CaddyDifferentialTests.executable(release) else { return }
    var judge = try #require(CaddyJudge(release, executable))
    defer { judge.stop() }
    let fixtures = try CaddyFixture.all()
    #expect(fixtures.count >= 40)
    for fixture in fixtures { try play(fixture, &judge) }
    print("fixtures, " + judge.summary)
    #expect(judge.misses.isEmpty, "\(judge.shown(5))")
  }

  private func play(_ fixture: CaddyFixture, _ judge: inout CaddyJudge) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "caddy-fixture-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: fixture.folder, to: folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    try fixture.moveFiles(to: folder.path)
    for line in fixture.lines where !fixture.isBeyondThisHarness(line) {
      let port = try LoopbackPorts.one()
      guard let text = fixture.text(line, in: folder.path, port: port, judge) else { continue }
      var request = line.request
      request.port = port
      request.client = "127.0.0.1"
      request.headersAreComplete = true
      request.headers = request.headers.filter { !$0.value.isEmpty && $0.name != "Host" }
      request.headers.append(.init("Host", "\(request.host):\(port)"))
      // What depends on chance or on a template is not for this test.
      judge.allowsUnknown = true
      judge.judge("\(fixture.name): \(line.text)", text, isJSON: fixture.isJSON, [request])
    }
  }
}

/// A folder of `TraceTests/fixtures/caddy`.
struct CaddyFixture {
  struct Line {
    let text: String
    let request: Request
    let failures: Failures
  }

  let name: String
  let folder: URL
  let isJSON: Bool
  let lines: [Line]

  static func all() throws -> [CaddyFixture] {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let root = tests.appending(path: "TraceTests/fixtures/caddy")
    return try FileManager.default.contentsOfDirectory(atPath: root.path).sorted().map { name in
      let folder = root.appending(path: name)
      let requests = try String(contentsOf: folder.appending(path: "requests.txt"), encoding: .utf8)
      let isJSON = FileManager.default.fileExists(atPath: folder.appending(path: "caddy.json").path)
      return CaddyFixture(
        name: name, folder: folder, isJSON: isJSON, lines: requests.split(separator: "\n").compactMap(line))
    }
  }

  /// `FAILURE[,FAILURE]… METHOD URL [Name:value]… [body=N]`.
  private static func line(_ text: Substring) -> Line? {
    let words = text.split(separator: " ").map(String.init)
    var failures = Failures()
    guard words.count >= 3, words[0].split(separator: ",").allSatisfy({ failures.add(String($0)) }),
      var request = Request("\(words[1]) \(words[2])")
    else { return nil }
    for word in words.dropFirst(3) {
      if word.hasPrefix("body=") {
        request.bodyLength = Int(word.dropFirst(5)) ?? 0
        continue
      }
      let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      request.headers.append(.init(String(parts[0]), String(parts.last ?? "").replacing("%20", with: " ")))
    }
    return Line(text: String(text), request: request, failures: failures)
  }

  /// Encrypted sites have a generator of their own, a peer marked as down needs a history, and a name needs a network.
  func isBeyondThisHarness(_ line: Line) -> Bool {
    line.request.scheme == .https || line.request.port != 80 || line.text.hasPrefix("no-live-upstream")
      || [
        "redirect-to-https", "http-spoken-to-an-https-port", "relative-root", "no-timeout-for-a-silent-upstream",
        // Listens on port 443, which only one Caddy at a time can.
        "directive-outside-of-a-site",
      ]
      .contains(name)
  }

  func moveFiles(to path: String) throws {
    let files = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    for file in files where file.hasSuffix(".caddy") || file.hasSuffix("Caddyfile") || file.hasSuffix("caddy.json") {
      let url = URL(fileURLWithPath: path).appending(path: file)
      let text = try String(contentsOf: url, encoding: .utf8)
      try text.replacing("/fixture", with: path).write(to: url, atomically: true, encoding: .utf8)
    }
  }

  /// The configuration with real ports; nil when there is no upstream that fails as it should.
  func text(_ line: Line, in path: String, port: Int, _ judge: CaddyJudge) -> String? {
    let url = URL(fileURLWithPath: path).appending(path: isJSON ? "caddy.json" : "Caddyfile")
    guard var text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
    for number in [9000, 9001, 9091] where text.contains("127.0.0.1:\(number)") {
      guard let real = judge.port(for: line.failures.of("127.0.0.1:\(number)")) else { return nil }
      text = text.replacing("127.0.0.1:\(number)", with: "127.0.0.1:\(real)")
    }
    text = text.replacing("response_header_timeout 30s", with: "response_header_timeout 300ms")
    if isJSON { return judge.withAdmin(text.replacing(":80\"", with: ":\(port)\"")) }
    let options = "\tadmin 127.0.0.1:\(judge.adminPort)\n\thttp_port \(port)\n"
    if text.hasPrefix("{\n") { return "{\n" + options + text.dropFirst(2) }
    return "{\n" + options + "}\n" + text
  }
}

extension CaddyJudge {
  /// JSON keeps the admin interface only when it says so.
  fileprivate func withAdmin(_ json: String) -> String {
    guard let brace = json.firstIndex(of: "{") else { return json }
    return json[...brace] + "\"admin\": {\"listen\": \"127.0.0.1:\(adminPort)\"}, " + json[json.index(after: brace)...]
  }
}
