import Foundation
import TestSupport
import Testing

/// `interlude check` and `interlude rules`, as a script sees them.
@Suite("check and rules")
struct CheckTests {
  static let broken = """
    # One application.
    error_page 500 502 503 504 =200 /50x.html;
    location / { proxy_pass http://127.0.0.1:9000; }
    location = /50x.html { internal; root PAGES; }

    """

  /// A configuration and a page in a folder of their own.
  static func with(_ text: String, _ body: (URL) async throws -> Void) async throws {
    try await TemporaryFolder.with("check") { folder in
      let pages = folder.appending(path: "pages")
      try FileManager.default.createDirectory(at: pages, withIntermediateDirectories: true)
      try Data("<!doctype html><title>Back soon</title>".utf8).write(to: pages.appending(path: "50x.html"))
      let config = text.replacingOccurrences(of: "PAGES", with: pages.path)
      try Data(config.utf8).write(to: folder.appending(path: "site.conf"))
      try await body(folder)
    }
  }

  @Test("findings are 1, a milder threshold is 0, a missing file is 2")
  func statuses() async throws {
    try await Self.with(Self.broken) { folder in
      let status1 = try await Command.run(Interlude.binary, ["check", "site.conf"], in: folder).status
      #expect(status1 == 1)
      let missing = try await Command.run(Interlude.binary, ["check", "site.conf", "nowhere.conf"], in: folder)
      #expect(missing.status == 2)
      #expect(missing.errors.contains("nowhere.conf"))
      let alone = try await Command.run(Interlude.binary, ["check", "nowhere.conf"], in: folder)
      #expect(alone.status == 2 && alone.text.isEmpty, "a file that nobody could read is not praised")
      let status2 = try await Command.run(Interlude.binary, ["check", "site.conf", "--proxy", "ngnix"], in: folder)
        .status
      #expect(status2 == 2)
    }
    let good = Self.broken.replacingOccurrences(of: " =200", with: "")
    try await Self.with(good) { folder in
      let status3 = try await Command.run(Interlude.binary, ["check", "site.conf"], in: folder).status
      #expect(status3 == 0)
      let status4 = try await Command.run(Interlude.binary, ["check", "--fail-on", "info", "site.conf"], in: folder)
        .status
      #expect(status4 == 1)
    }
    try await Self.with("server { location / { proxy_pass http://127.0.0.1:9000; ") { folder in
      let status5 = try await Command.run(Interlude.binary, ["check", "site.conf"], in: folder).status
      #expect(status5 != 0)
    }
  }

  @Test("the JSON has the rule, the place and a summary")
  func json() async throws {
    try await Self.with(Self.broken) { folder in
      let result = try await Command.run(Interlude.binary, ["check", "site.conf", "--format", "json"], in: folder)
      let object = try JSONSerialization.jsonObject(with: Data(result.text.utf8)) as? [String: Any]
      let diagnostics = object?["diagnostics"] as? [[String: Any]] ?? []
      let masked = diagnostics.first { $0["rule"] as? String == "status-masked" }
      #expect(masked?["severity"] as? String == "error")
      #expect(masked?["file"] as? String == "site.conf")
      #expect(masked?["line"] as? Int == 2)
      #expect((object?["summary"] as? [String: Int])?["errors"] == 1)
    }
  }

  @Test("--diff shows the change, --fix makes it, and then there is nothing left")
  func fix() async throws {
    try await Self.with(Self.broken) { folder in
      let diff = try await Command.run(Interlude.binary, ["check", "site.conf", "--diff"], in: folder)
      #expect(diff.text.contains("+error_page 500 502 503 504 /50x.html;"))
      _ = try await Command.run(Interlude.binary, ["check", "site.conf", "--fix"], in: folder)
      let text = try String(contentsOf: folder.appending(path: "site.conf"), encoding: .utf8)
      #expect(text.hasPrefix("# One application.\nerror_page 500 502 503 504 /50x.html;\n"))
      let status6 = try await Command.run(Interlude.binary, ["check", "site.conf"], in: folder).status
      #expect(status6 == 0)
    }
  }

  @Test("--matrix says what visitors see")
  func matrix() async throws {
    try await Self.with(Self.broken) { folder in
      let result = try await Command.run(Interlude.binary, ["check", "site.conf", "--matrix"], in: folder)
      #expect(result.text.contains("200 50x.html"))
    }
  }

  @Test("--matrix is also said in JSON, cell by cell")
  func matrixAsJSON() async throws {
    try await Self.with(Self.broken) { folder in
      let result = try await Command.run(
        Interlude.binary, ["check", "site.conf", "--matrix", "--format", "json"], in: folder)
      let object = try JSONSerialization.jsonObject(with: Data(result.text.utf8)) as? [String: Any]
      let rows = try #require(object?["matrix"] as? [[String: Any]], "\(result.text)")
      #expect(!rows.isEmpty)
      let shown = String(decoding: try JSONSerialization.data(withJSONObject: rows), as: UTF8.self)
      #expect(shown.contains("50x.html"))
    }
  }

  @Test("--site leads from findings to the pages of their rules")
  func site() async throws {
    try await Self.with(Self.broken) { folder in
      for site in ["https://help.example.com/deep", "https://help.example.com/deep/"] {
        let link = "https://help.example.com/deep/articles/checks/status-masked"
        for format in ["json", "sarif"] {
          let result = try await Command.run(
            Interlude.binary, ["check", "site.conf", "--site", site, "--format", format], in: folder)
          #expect(result.text.replacing("\\/", with: "/").contains(link), "\(format): \(result.text.prefix(2000))")
        }
      }
    }
  }

  @Test("Caddyfiles and Caddy's JSON are known by their names and texts, for both releases")
  func caddy() async throws {
    let caddyfile = """
      http://shop.example {
      	reverse_proxy 127.0.0.1:9000
      	handle_errors 502 {
      		respond "soon" 200
      	}
      }

      """
    let json = """
      {"apps": {"http": {"servers": {"s": {"listen": [":80"],
        "routes": [{"handle": [{"handler": "reverse_proxy", "upstreams": [{"dial": "127.0.0.1:9000"}]}]}],
        "errors": {"routes": [{"handle": [
          {"handler": "static_response", "status_code": 200, "body": "soon"}]}]}}}}}}
      """
    try await TemporaryFolder.with("check-caddy") { folder in
      for (name, text, place) in [
        ("Caddyfile", caddyfile, [4, 18]), ("site.caddy", caddyfile, [4, 18]), ("caddy.json", json, [4, 6]),
        ("other.json", json, [4, 6]),
      ] {
        try Data(text.utf8).write(to: folder.appending(path: name))
        let result = try await Command.run(Interlude.binary, ["check", name, "--format", "json"], in: folder)
        #expect(result.status == 1)
        let object = try JSONSerialization.jsonObject(with: Data(result.text.utf8)) as? [String: Any]
        let masked = (object?["diagnostics"] as? [[String: Any]] ?? []).first {
          $0["rule"] as? String == "status-masked"
        }
        #expect([masked?["line"] as? Int, masked?["column"] as? Int] == place, "\(name)")
      }
      let old = try await Command.run(Interlude.binary, ["check", "Caddyfile", "--release", "2.6"], in: folder)
      #expect(old.text.contains("caddy-refuses"))
      let none = try await Command.run(Interlude.binary, ["check", "Caddyfile", "--release", "1.0"], in: folder)
      #expect(none.status == 2)
      let matrix = try await Command.run(Interlude.binary, ["check", "Caddyfile", "--matrix"], in: folder)
      #expect(matrix.text.contains("200 text"))
      _ = try await Command.run(Interlude.binary, ["check", "Caddyfile", "--fix"], in: folder)
      let mended = try String(contentsOf: folder.appending(path: "Caddyfile"), encoding: .utf8)
      #expect(mended.contains("respond \"soon\"\n"))
      let sarif = try await Command.run(Interlude.binary, ["check", "Caddyfile", "--format", "sarif"], in: folder)
      #expect(sarif.text.contains("no-response-timeout") == false && sarif.text.contains("2.1.0"))
      try Data("# interlude: allow site-without-handle-errors because it is a test\nhttp://a.example {\n}\n".utf8)
        .write(
          to: folder.appending(path: "Caddyfile"))
      let allowed = try await Command.run(Interlude.binary, ["check", "Caddyfile"], in: folder)
      #expect(allowed.text.contains("unused-allowance"))
    }
  }

  @Test("rules lists them, explains one, and suggests the nearest name")
  func rules() async throws {
    #expect(try await Command.run(Interlude.binary, ["rules"]).text.contains("auth-fail-open"))
    #expect(try await Command.run(Interlude.binary, ["rules", "missing-file"]).text.contains("⟦/gone.html⟧"))
    let typo = try await Command.run(Interlude.binary, ["rules", "mising-file"])
    #expect(typo.status == 2)
    #expect(typo.errors.contains("missing-file"))
  }
}
