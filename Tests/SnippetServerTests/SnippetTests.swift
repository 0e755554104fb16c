import Foundation
import TestSupport
import Testing

/// What an article tells people to type must work. Each code block is given to the program it is meant for; what cannot
/// be run here is at least parsed.
@Suite("Code in the articles", .enabled(if: Interlude.isOn("INTERLUDE_SERVERS"), "INTERLUDE_SERVERS is not 1"))
struct SnippetTests {
  @Test("is accepted by nginx, Caddy, Apache, HAProxy, Varnish, PHP-FPM, bash and the parsers of YAML, JSON and Python")
  func accepted() async throws {
    let python = try #require(TestTools.python, "run scripts/install-test-tools.sh")
    let result = try await run(python, PackageFolder.root.appending(path: "content"))
    #expect(result.status == 0, "\(result.text)\(result.errors)")
    // Nothing is looked for in vain: there are hundreds of blocks.
    #expect(result.errors.contains(" nginx,"), "\(result.errors)")
  }

  @Test(
    "is refused when it is wrong",
    arguments: [
      "```nginx\nlocation / { proxy_pas http://127.0.0.1; }\n```",
      "```caddyfile\nreverse_prox 127.0.0.1:80\n```",
      "```apache\nProxyPas / http://127.0.0.1/\n```",
      "```haproxy\nbackend x\n  sever s 127.0.0.1:80\n```",
      "```ini\npm = dynamical\n```",
      "```vcl\nsub vcl_recv { retur (pass); }\n```",
      "```shell\nif true; then echo\n```",
      "```json\n{\"a\": }\n```",
      "```yaml\na: [b\n```",
      "```python\ndef x(:\n```",
    ])
  func refused(_ text: String) async throws {
    let python = try #require(TestTools.python, "run scripts/install-test-tools.sh")
    try await TemporaryFolder.with("snippet") { folder in
      let articles = folder.appending(path: "articles")
      try FileManager.default.createDirectory(at: articles, withIntermediateDirectories: true)
      try Data("---\ntitle: X\n---\n\(text)\n".utf8).write(to: articles.appending(path: "x.md"))
      let result = try await run(python, folder)
      #expect(result.status == 1)
      #expect(result.text.hasPrefix("articles/x.md:4: "), "\(result.text)\(result.errors)")
    }
  }

  private func run(_ python: URL, _ content: URL) async throws -> Command {
    let script = PackageFolder.root.appending(path: "Tests/SnippetServerTests/run_snippets.py")
    return try await Command.run(
      python, [script.path, content.path, python.deletingLastPathComponent().path])
  }
}
