import Foundation
import TestSupport
import Testing

@Suite("The command for a container")
struct ContainerCommandTests {
  @Test("paths that a shell or Docker would take apart are one word each, read-only, and at the same place")
  func paths() async throws {
    try await TemporaryFolder.with("container") { folder in
      let odd = folder.appending(path: "it's: \"x\", $(id)")
      try FileManager.default.createDirectory(at: odd, withIntermediateDirectories: true)
      try Data("events {}\nhttp { server { listen 80; location / { proxy_pass http://app; } } }\n".utf8)
        .write(to: odd.appending(path: "nginx.conf"))
      let file = odd.path + "/nginx.conf"
      let printed = try await Command.run(
        Interlude.binary, ["rehearse", "--in-container", "--quick", "--binary", "/bin/sh", file], in: folder)
      #expect(printed.status == 0, "\(printed.errors)")
      #expect(printed.text.split(separator: "\n").count == 1)
      // A shell's own reading of it.
      let shell = URL(fileURLWithPath: "/bin/sh")
      let line = printed.text.trimmingCharacters(in: .newlines)
      let words = try await Command.run(shell, ["-c", "printf '%s\\n' \(line)"], in: folder).text
        .split(separator: "\n").map(String.init)
      #expect(words.starts(with: ["docker", "run"]) || words.starts(with: ["podman", "run"]))
      #expect(words.suffix(5) == ["rehearse", "--quick", "--binary", "/bin/sh", file])
      let doubled = odd.path.replacing("\"", with: "\"\"")
      #expect(words.contains("type=bind,\"source=\(doubled)\",\"target=\(doubled)\",readonly"), "\(words)")
      let volumes = zip(words, words.dropFirst()).filter { $0.0 == "--volume" }.map(\.1)
      #expect(volumes.contains("/usr:/usr:ro") && volumes.allSatisfy { $0.hasSuffix(":ro") })
      #expect(words.contains("SYS_ADMIN") && words.contains("NET_ADMIN") && words.contains("none"))
    }
  }
}
