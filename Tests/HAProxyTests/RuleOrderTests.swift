import Diagnostics
import Foundation
import HAProxy
import ProxyConfig
import TestSupport
import Testing

/// Rules that are processed before others above them; where HAProxy is installed it is asked as well.
@Suite struct RuleOrderTests {
  /// The lines below a section's head that are told to be out of order, and what they stand behind.
  private static let sections: [(head: String, lines: [String], told: [String])] = [
    (
      "frontend f",
      [
        "bind 127.0.0.1:8081", "use_backend b if { path /x }", "redirect location / if { path /y }",
        "http-request deny if { path /z }", "http-response set-header a b", "monitor fail if { path /w }",
        "tcp-request inspect-delay 5s", "tcp-request content accept", "tcp-request session accept",
        "tcp-request connection accept",
      ],
      [
        "redirect before use_backend", "http-request before redirect", "monitor fail before http-request",
        "tcp-request content before monitor fail", "tcp-request session before tcp-request content",
        "tcp-request connection before tcp-request session",
      ]
    ),
    (
      "backend c",
      [
        "http-request deny if { path /z }", "redirect location / if { path /y }", "use-server a if { path /x }",
        "server a 127.0.0.1:9", "tcp-request content accept", "http-request deny if { path /z }",
      ],
      ["tcp-request content before http-request", "http-request before redirect"]
    ),
    (
      "listen l",
      [
        "bind 127.0.0.1:8082", "tcp-request connection accept", "tcp-request session accept",
        "tcp-request content accept", "monitor fail if { path /w }", "http-request redirect location / if { path /y }",
        "redirect location / if { path /y }", "use_backend b if { path /x }", "use-server a if { path /x }",
        "server a 127.0.0.1:9",
      ],
      []
    ),
  ]

  private static let start = """
    defaults
      mode http
      timeout connect 1s
      timeout client 1s
      timeout server 1s
    backend b
      server q 127.0.0.1:9

    """

  private func diagnostics(_ text: String, _ judge: (String, String) throws -> Void) async throws -> [Diagnostic] {
    try await TemporaryFolder.with("haproxy-order") { folder in
      let config = folder.path + "/haproxy.cfg"
      try text.write(toFile: config, atomically: false, encoding: .utf8)
      let model = HAProxyModel(HAProxyReader.read(config, files: DiskFiles()), files: DiskFiles())
      if HAProxyProcess.binary != nil { try judge(config, try HAProxyProcess.words(about: config)) }
      return model.tree.report.sorted
    }
  }

  @Test("rules that stand below those they come before are told", arguments: 0..<3)
  func order(_ number: Int) async throws {
    let (head, lines, told) = Self.sections[number]
    let text = Self.start + ([head] + lines.map { "  " + $0 }).joined(separator: "\n") + "\n"
    let found = try await diagnostics(text) { _, real in
      #expect(real.matches(of: #/will still be processed before/#).count == told.count, "\(real)")
    }
    #expect(
      found.map(\.message)
        == told.map { "HAProxy processes this \($0.replacing(" before ", with: " before the ")) above it" })
  }

  @Test("use-server names a server of its own section")
  func missingServer() async throws {
    let found = try await diagnostics(
      Self.start + "backend c\n  use-server web2 if { path /x }\n  server web1 127.0.0.1:9\n"
    ) { _, real in #expect(real.contains("unable to find server")) }
    #expect(found.map(\.message) == ["there is no server called web2 in c, which use-server names"])
    let accepted = try await diagnostics(
      Self.start + "backend c\n  use-server web2 if { path /x }\n  server-template web 3 127.0.0.1:9\n"
    ) { _, real in #expect(!real.contains("unable to find server")) }
    #expect(accepted.isEmpty)
  }
}
