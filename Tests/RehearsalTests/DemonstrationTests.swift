import Foundation
import TestSupport
import Testing

extension RehearsalTests {
  /// A command that goes on, with what it says on standard error.
  private final class Kept {
    let process = Process()
    private let input = Pipe()
    private let errors: URL
    let port: Int

    init?(_ sample: RehearsedSample, in folder: URL, _ arguments: [String] = []) throws {
      guard let binary = sample.binary else { return nil }
      port = try LoopbackPorts.one()
      errors = folder.appending(path: "errors")
      try Data().write(to: errors)
      process.executableURL = Interlude.binary
      process.arguments =
        ["rehearse", sample.file, "--proxy", sample.kind, "--binary", binary, "--quick", "--keep"]
        + ["--port", String(port)] + arguments
      process.currentDirectoryURL = folder
      process.standardInput = input
      process.standardOutput = FileHandle.nullDevice
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.start()
    }

    var text: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

    func type(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

    /// Waits until a line was said so many times; false when the command has ended without.
    func says(_ start: String, times: Int = 1) async throws -> Bool {
      for _ in 0..<1200 {
        if text.split(separator: "\n").count(where: { $0.hasPrefix(start) }) >= times { return true }
        if !process.isRunning { return false }
        try await Task.sleep(for: .milliseconds(50))
      }
      return false
    }

    /// What a browser gets.
    func get(_ path: String = "/", host: String? = nil) -> String {
      let request = "GET \(path) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1"):\(port)\r\n\r\n"
      return String(decoding: exchange(port: port, Array(request.utf8)) ?? [], as: UTF8.self)
    }

    func end(_ signal: Int32) async throws {
      kill(process.processIdentifier, signal)
      for _ in 0..<200 where process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
    }
  }

  private static var forPeople: RehearsedSample {
    var sample = RehearsedSample.small
    sample.text = sample.text.replacing(
      "http {",
      with: """
        http {
          server { listen 81; server_name secure.example; location / { return 301 https://secure.example$request_uri; } }
          server {
            listen 443 ssl; server_name secure.example; ssl_certificate FOLDER/x.pem; ssl_certificate_key FOLDER/x.pem;
            location / { add_header X-Host $host; proxy_pass http://app; }
            location /old { return 302 https://secure.example/new; }
            location /away { return 302 https://elsewhere.example/; }
          }
        """)
    return sample
  }

  @Test(
    "a demonstration leads a browser to every host, and what fails is changed by a word",
    .enabled(if: isOn, "set INTERLUDE_SERVERS=1"), .safetyNet)
  func demonstration() async throws {
    try await TemporaryFolder.with("rehearsal") { folder in
      try Self.forPeople.write(to: folder)
      guard let kept = try Kept(Self.forPeople, in: folder) else { return }
      guard try await kept.says("refused  http") else {
        #expect(kept.text.contains("refuses a private place"), "\(kept.text)")
        return
      }
      let plain = "shop.example.localhost"
      #expect(kept.get(host: plain).contains("<h1>Down</h1>"))
      // TLS is the relay's matter, and a redirect stays in reach.
      let secure = kept.get(host: "secure.example.localhost")
      #expect(secure.hasPrefix("HTTP/1.1 502") && secure.contains("<center>nginx"), "\(secure)")
      #expect(
        kept.get("/old", host: "secure.example.localhost")
          .contains("Location: http://secure.example.localhost:\(kept.port)/new\r\n"))
      #expect(kept.get("/away", host: "secure.example.localhost").contains("Location: https://elsewhere.example/"))
      // A page of the internet that has its own name lead here.
      #expect(kept.get(host: "rebound.example").hasPrefix("HTTP/1.1 421"))
      kept.type("none")
      #expect(try await kept.says("none  http"))
      #expect(kept.get(host: plain).hasPrefix("HTTP/1.1 200"))
      kept.type("status:503")
      #expect(try await kept.says("status:503  http"))
      #expect(kept.get(host: plain).hasPrefix("HTTP/1.1 503"))
      kept.type("no such word")
      #expect(try await kept.says("that is none"))
      kept.type("next")
      kept.type("q")
      for _ in 0..<200 where kept.process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
      #expect(!kept.process.isRunning && !canConnect(kept.port))
      #expect(Self.processes(in: folder) == [])
    }
  }

  @Test(
    "a demonstration that is interrupted or killed leaves no process and no port behind",
    .enabled(if: isOn, "set INTERLUDE_SERVERS=1"), .safetyNet, arguments: [SIGINT, SIGKILL])
  func endedDemonstration(_ signal: Int32) async throws {
    try await TemporaryFolder.with("rehearsal") { folder in
      try RehearsedSample.small.write(to: folder)
      let mounts = Self.mounts
      guard let kept = try Kept(RehearsedSample.small, in: folder), try await kept.says("refused  http") else { return }
      #expect(!Self.processes(in: folder).isEmpty && canConnect(kept.port))
      try await kept.end(signal)
      for _ in 0..<100 where !Self.processes(in: folder).isEmpty { try await Task.sleep(for: .milliseconds(50)) }
      #expect(Self.processes(in: folder) == [] && !canConnect(kept.port))
      #expect(Self.mounts == mounts)
    }
  }
}
