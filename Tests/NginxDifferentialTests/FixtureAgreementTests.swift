import Foundation
import LiveUpstreams
import ProxyConfig
import TestSupport
import Testing
import Trace

/// The fixtures of the trace, played on the real nginx: what they expect is what it does.
@Suite struct FixtureAgreementTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("TraceTests/fixtures/nginx")

  @Test(.enabled(if: AgreementTests.isOn, "set INTERLUDE_SERVERS=1"))
  func everyFixtureIsTrue() throws {
    let fakes = try FakeUpstreams()
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { !$0.hasPrefix(".") }
      .sorted()
    for name in names {
      let lines = try String(contentsOf: Self.folder.appendingPathComponent("\(name)/requests.txt"), encoding: .utf8)
        .split(separator: "\n")
      for line in lines { try play(name, String(line), fakes) }
    }
  }

  private func play(_ name: String, _ line: String, _ fakes: FakeUpstreams) throws {
    let words = line.split(separator: " ").map(String.init)
    guard let failure = Failure(words[0]), fakes.ports.contains(where: { $0.failure == failure }),
      var request = Request("\(words[1]) \(words[2])")
    else { return }
    for word in words.dropFirst(3) {
      if word.hasPrefix("body=") {
        request.bodyLength = Int(word.dropFirst(5)) ?? 0
      } else {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        request.headers.append(.init(parts[0], parts[1].replacing("%20", with: " ")))
      }
    }
    let port = try LoopbackPorts.one()
    let directory = NSTemporaryDirectory() + "nginx-fixture-\(port)"
    try FileManager.default.copyItem(atPath: Self.folder.appendingPathComponent(name).path, toPath: directory)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let path = directory + "/nginx.conf"
    var text = try String(contentsOfFile: path, encoding: .utf8)
    text = text.replacingOccurrences(of: ":8080", with: ":\(port)").replacingOccurrences(
      of: "127.0.0.1:9000", with: "127.0.0.1:\(fakes.port(of: failure))")
    text = text.replacingOccurrences(
      of: "access_log off;",
      with: "access_log off; proxy_read_timeout 300ms; client_body_temp_path t1; proxy_temp_path t2;")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    // Stock nginx does not know the directives of other modules.
    if text.contains("_by_lua") { return }
    let server = try NginxProcess(configuration: path, prefix: directory, port: port)
    defer { server.stop() }
    request.port = port
    request.headersAreComplete = true
    if request.header("Host") == nil { request.headers.append(.init("Host", "\(request.host):\(port)")) }
    let tracer = NginxTracer(
      NginxModel(NginxReader.read(path, files: DiskFiles())), files: DiskFiles(), prefix: directory)
    var traced = request
    traced.headers.removeAll { $0.value.isEmpty }
    let outcome = tracer.trace(traced, failures: Failures(everywhere: failure))
    let answer = Answer(exchange(port: port, Wire.bytes(traced)) ?? [])
    let bodies = Set(FakeUpstreams.statuses.map { FakeUpstreams.body($0) } + [FakeUpstreams.garbage, ""])
    let wrong = answer.disagreement(with: outcome, traced, upstreamBodies: bodies)
    #expect(wrong == nil, "\(name): \(line): \(answer)")
  }
}
