import Foundation
import TestSupport
import Testing

/// The command itself, asked by a client that sees every byte.
@Suite("interlude serve", .serialized, .safetyNet)
struct ServeTests {
  @Test("every broken state leaves the last good pages and tells what is wrong; mending it brings the new ones")
  func brokenStates() async throws {
    try await RunningServer.with { server in
      let article = "content/articles/causes/down.md"
      let good = try server.read(article)
      let page = "/articles/causes/down/"
      #expect(try await server.get(page).status == 200)
      let states: [(String, (RunningServer) throws -> Void)] = [
        ("front matter cut off", { try $0.write("---\ntitle: [half", to: article) }),
        ("an empty file", { try $0.write("", to: article) }),
        ("a dead link", { try $0.write(good + "\n[x](nowhere.md)\n", to: article) }),
        ("bytes that are no text", { try $0.write(Data([0xFF, 0xFE, 0x00]), to: article) }),
        ("a missing site.yaml", { try $0.move("content/site.yaml", to: "content/site.yaml~") }),
        ("half a site.yaml", { try $0.write("name: \"Ex", to: "content/site.yaml") }),
        ("a template with an unknown name", { try $0.write("{{nonsense}}", to: "templates/error/page.mustache") }),
        ("a template that does not close", { try $0.write("{{#a}}", to: "templates/site/home.mustache") }),
        ("a folder in place of a file", { try $0.makeFolder(article) }),
        ("no content at all", { try $0.move("content", to: "elsewhere") }),
      ]
      for (name, spoil) in states {
        try await server.copy { saved in
          var events = try await server.events()
          let before = try await events.next()
          #expect(before.errors == 0, "before \(name)")
          try spoil(server)
          let broken = try await events.next { $0.errors > 0 }
          #expect(broken.generation == before.generation, "\(name)")
          #expect(broken.text.contains("error: "), "\(name)")
          #expect(try await server.get(page).status == 200, "\(name)")
          #expect(try await server.get("/__errors/502").status == 502, "\(name)")
          try server.restore(saved)
          let mended = try await events.next { $0.errors == 0 }
          #expect(mended.errors == 0, "\(name)")
          events.close()
        }
      }
      let before = try await server.state().generation
      try server.write(good + "\nSomething new.\n", to: article)
      var events = try await server.events()
      _ = try await events.next { $0.generation != before }
      events.close()
      #expect(try await server.get(page).text.contains("Something new."))
      #expect(!FileManager.default.fileExists(atPath: server.folder.appending(path: "public").path))
    }
  }

  @Test("what comes and goes without a word of its own is seen: a folder of articles, a link that leads nowhere")
  func folders() async throws {
    try await RunningServer.with { server in
      var events = try await server.events()
      let first = try await events.next()
      try server.write("---\ntitle: One\n---\n\nText.\n", to: "content/articles/extra/one.md")
      let before = try await events.next { $0.errors == 0 && $0.generation != first.generation }
      #expect(try await server.get("/articles/extra/one/").status == 200)
      try server.move("content/articles/extra", to: "extra")
      let after = try await events.next { $0.generation != before.generation }
      #expect(after.errors == 0)
      #expect(try await server.get("/articles/extra/one/").status == 404)
      try FileManager.default.createSymbolicLink(
        atPath: server.folder.appending(path: "content/articles/causes/loop.md").path, withDestinationPath: "loop.md")
      let broken = try await events.next { $0.errors > 0 }
      #expect(broken.text.contains("loop.md"))
      events.close()
    }
  }

  @Test("a site that is broken from the start is shown as soon as it is mended")
  func brokenFromTheStart() async throws {
    try await RunningServer.with(before: { try $0.move("content/site.yaml", to: "settings") }) { server in
      let waiting = try await server.get("/")
      #expect(waiting.status == 503 && waiting.text.contains("site.yaml"))
      var events = try await server.events()
      _ = try await events.next { $0.errors > 0 }
      try server.move("settings", to: "content/site.yaml")
      _ = try await events.next { $0.errors == 0 }
      events.close()
      #expect(try await server.get("/").status == 200)
    }
  }

  @Test("a signal ends it at once, also while browsers listen", arguments: [SIGINT, SIGTERM])
  func signals(_ signal: Int32) async throws {
    try await RunningServer.with { server in
      var events = try await server.events()
      _ = try await events.next()
      kill(server.process.processIdentifier, signal)
      for _ in 0..<100 where server.process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
      #expect(!server.process.isRunning)
      #expect(server.process.terminationStatus == 0 && server.process.terminationReason == .exit)
      events.close()
    }
  }

  @Test("a port that is taken is an error that says what to do")
  func taken() async throws {
    try await RunningServer.with { server in
      let second = try await Interlude.run("serve", "--source", server.folder.path, "--port", String(server.port))
      #expect(second.status == 2)
      #expect(second.errors.contains("port \(server.port) of 127.0.0.1 is taken") && second.errors.contains("--port 0"))
    }
  }

  @Test(
    "wrong usage is 2",
    arguments: [["--port", "70000"], ["--port", "x"], ["--host", "example.com"], ["--source", "nowhere"]])
  func usage(_ arguments: [String]) async throws {
    #expect(try await Command.run(Interlude.binary, ["serve"] + arguments).status == 2)
  }

  @Test("connections are kept, garbage is answered once, foreign hosts and ways out are refused")
  func connections() async throws {
    try await RunningServer.with { server in
      let client = try Client(port: server.port)
      for _ in 0..<3 {
        let answer = try await client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(answer.status == 200)
      }
      let head = try await client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n", hasBody: false)
      #expect(head.status == 200 && head.text.isEmpty)
      #expect(try await client.send("GET /../x HTTP/1.1\r\nHost: localhost\r\n\r\n").status == 400)
      #expect(try await client.send("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").status == 421)
      #expect(try await client.send("nonsense\r\n\r\n").status == 400)
      client.close()
    }
  }
}
