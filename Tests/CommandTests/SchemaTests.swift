import Foundation
import TestSupport
import Testing

/// `interlude schema` prints what an editor can use, and the starter's own files follow it.
@Suite("Schema")
struct SchemaTests {
  static let kinds = ["article", "error", "site", "locale", "tests", "prove", "compare"]

  @Test("is a JSON Schema that describes an object and forbids unknown keys", arguments: kinds)
  func structure(_ kind: String) async throws {
    let result = try await Interlude.run("schema", kind)
    #expect(result.status == 0)
    let schema = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    #expect((schema["$schema"] as? String)?.hasPrefix("https://json-schema.org/draft/") == true)
    #expect(schema["type"] as? String == "object")
    #expect(schema["additionalProperties"] as? Bool == false)
    let properties = try #require(schema["properties"] as? [String: [String: Any]])
    for (name, property) in properties {
      #expect(property["description"] is String, "\(kind): \(name) is not described")
    }
    for name in schema["required"] as? [String] ?? [] { #expect(properties[name] != nil) }
  }

  @Test(
    "accepts the starter's files and refuses a key that is not in it",
    .enabled(if: TestTools.python != nil, "scripts/install-test-tools.sh was not run"))
  func starter() async throws {
    let python = try #require(TestTools.python)
    try await TemporaryFolder.with("schema") { folder in
      for kind in Self.kinds {
        let schema = try await Interlude.run("schema", kind)
        try Data(schema.output).write(to: folder.appending(path: "\(kind).json"))
      }
      try Data("server { listen 80; location / { proxy_pass http://127.0.0.1:9000; } }\n".utf8)
        .write(to: folder.appending(path: "site.conf"))
      let recorded = try await Interlude.run("test", "--record", "site.conf", in: folder)
      #expect(recorded.status == 0, "\(recorded.errors)")
      // What a proof and a comparison print has something in every list.
      try Data(":8080 {\n\treverse_proxy 127.0.0.1:9000\n\trespond /a* {file.x}{query.b}\n}\n".utf8)
        .write(to: folder.appending(path: "Caddyfile"))
      for (kind, arguments) in [
        ("prove", ["prove", "--format", "json", "Caddyfile"]),
        ("compare", ["compare", "--format", "json", "site.conf", "Caddyfile"]),
      ] {
        let result = try await Command.run(Interlude.binary, arguments, in: folder)
        #expect(result.status == 1, "\(result.errors)")
        try Data(result.output).write(to: folder.appending(path: "site-\(kind).json"))
      }
      let script = PackageFolder.root.appending(path: "Tests/CommandTests/validate.py")
      let content = PackageFolder.root.appending(path: "content")
      let result = try await Command.run(python, [script.path, folder.path, content.path])
      #expect(result.status == 0, "\(result.text)\(result.errors)")
    }
  }
}
