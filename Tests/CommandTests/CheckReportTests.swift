import Foundation
import TestSupport
import Testing

/// What `interlude check` shows a person, and whom it takes a file for.
@Suite("The report of check")
struct CheckReportTests {
  /// Twelve servers with the same mistake, and one with another.
  private static let many =
    (1...12).map { number in
      """
      server { listen 80; server_name s\(number).example;
        location / { proxy_pass http://127.0.0.1:90\(10 + number); error_page 502 =200 /50x.html; }
        location = /50x.html { root PAGES; }
      }

      """
    }.joined()
    + "server { listen 80; server_name t.example; location / { proxy_pass http://127.0.0.1:9100; error_page 502 @no; } }\n"

  @Test("errors come once a cause, notes on request, and every place on request")
  func causes() async throws {
    try await CheckTests.with(Self.many) { folder in
      let short = try await Command.run(Interlude.binary, ["check", "site.conf"], in: folder)
      #expect(short.status == 1)
      #expect(short.text.split(separator: "\n").filter { $0.hasPrefix("error") }.count == 2, "\(short.text)")
      #expect(short.text.contains("and 11 more places (--all lists them):"))
      #expect(!short.text.contains("info:"))
      #expect(short.text.contains("13 places pass requests on: "))
      #expect(short.text.contains("13 errors"))
      #expect(short.text.contains("--info shows"))
      let long = try await Command.run(Interlude.binary, ["check", "site.conf", "--all", "--info"], in: folder)
      #expect(long.text.contains("and 11 more places:\n"))
      #expect(long.text.contains("info:") && !long.text.contains("--info"))
      let json = try await Command.run(Interlude.binary, ["check", "site.conf", "--format", "json"], in: folder)
      let object = try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [String: Any]
      #expect((object?["summary"] as? [String: Int])?["errors"] == 13)
      let github = try await Command.run(Interlude.binary, ["check", "site.conf", "--format", "github"], in: folder)
      #expect(github.text.split(separator: "\n").filter { $0.hasPrefix("::error") }.count == 13)
    }
  }

  @Test(
    "who has just installed it is not failed for pages that are not there yet",
    arguments: [
      "Caddyfile": "shop.example {\n\treverse_proxy app:8080\n}\n",
      "site.conf": "server { listen 80; location / { proxy_pass http://127.0.0.1:9000; } }\n",
      "haproxy.cfg": """
      defaults
          mode http
          timeout connect 5s
          timeout client 30s
          timeout server 30s
      listen www
          bind :80
          server a 127.0.0.1:9000

      """,
      "httpd.conf": "Listen 80\nServerName shop.example\nProxyPass / http://127.0.0.1:9000/\n",
    ])
  func first(_ name: String, _ text: String) async throws {
    try await TemporaryFolder.with("first") { folder in
      try Data(text.utf8).write(to: folder.appending(path: name))
      let result = try await Command.run(Interlude.binary, ["check", name], in: folder)
      #expect(result.status == 0)
      #expect(result.text.contains("no errors, no warnings"), "\(result.text)")
      let strict = try await Command.run(Interlude.binary, ["check", "--fail-on", "info", name], in: folder)
      #expect(strict.status == 1 && strict.text.contains("[no-error-page]"), "what fails is shown")
    }
  }

  @Test("a configuration of something else is told by name, by both commands")
  func other() async throws {
    try await TemporaryFolder.with("other") { folder in
      try Data("static_resources:\n  clusters: []\n".utf8).write(to: folder.appending(path: "nginx-edge.yaml"))
      let expected = "error: nginx-edge.yaml is an Envoy bootstrap; Interlude cannot read it yet\n"
      let check = try await Command.run(Interlude.binary, ["check", "nginx-edge.yaml"], in: folder)
      #expect(check.status == 2 && check.errors == expected && check.text.isEmpty)
      let trace = try await Command.run(
        Interlude.binary, ["trace", "nginx-edge.yaml", "--request", "GET http://a/"], in: folder)
      #expect(trace.status == 2 && trace.errors == expected && trace.text.isEmpty)
    }
  }

  private static let variables = """
    {$ILD_SITE} {
    	reverse_proxy 127.0.0.1:9000
    	handle_errors {
    		redir https://{$ILD_HOST}/sorry 302
    	}
    }
    http://x.{$ILD_HOST} {
    	respond "hi {$ILD_HOST} {env.ILD_HOST}"
    }

    """

  @Test("variables come from the environment and from --env FILE, for both commands")
  func environment() async throws {
    try await TemporaryFolder.with("environment") { folder in
      try Data(Self.variables.utf8).write(to: folder.appending(path: "Caddyfile"))
      try Data("# both\nexport ILD_SITE='http://shop.example'\nILD_HOST=example.net # net\n".utf8).write(
        to: folder.appending(path: "caddy.env"))
      try Data("ILD_SITE\n".utf8).write(to: folder.appending(path: "broken.env"))
      let unset = try await Command.run(Interlude.binary, ["check", "Caddyfile", "--info"], in: folder)
      #expect(unset.text.contains("ILD_SITE is not set here") && unset.text.contains("ILD_HOST is not set here"))
      let set = try await Command.run(
        Interlude.binary, ["check", "Caddyfile", "--info", "--env", "caddy.env"], in: folder)
      #expect(!set.text.contains("env-unset"), "\(set.text)")
      let shell = "ILD_SITE=http://shop.example ILD_HOST=example.org \"$0\" check Caddyfile --info"
      let exported = try await Command.run(URL(filePath: "/bin/sh"), ["-c", shell, Interlude.binary.path], in: folder)
      #expect(!exported.text.contains("env-unset"), "\(exported.text)")
      let trace = try await Command.run(
        Interlude.binary,
        ["trace", "Caddyfile", "--env", "caddy.env", "--request", "GET http://shop.example/", "--failure", "refused"],
        in: folder)
      #expect(trace.text.contains("https://example.net/sorry"), "\(trace.text)")
      let guess = try await Command.run(
        Interlude.binary, ["trace", "Caddyfile", "--request", "GET http://x.ild-host.example/"], in: folder)
      #expect(guess.text.contains("200"), "one variable has one value everywhere: \(guess.text)")
      let broken = try await Command.run(Interlude.binary, ["check", "Caddyfile", "--env", "broken.env"], in: folder)
      #expect(broken.status == 2 && broken.errors == "error: broken.env:1 is not of the form KEY=VALUE\n")
    }
  }
}
