import Foundation
import TestSupport
import Testing

extension RealServers {
  /// `interlude-pages` as its image starts it: the script, the pages and the real nginx, without the container.
  @Suite("The image of the page service")
  struct PagesImageTests {
    /// The pages that the image carries.
    static let pack = Task { () async throws -> URL in
      let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        .appending(path: "interlude-page-service-\(ProcessInfo.processInfo.processIdentifier)")
      let site = try Data(contentsOf: PackageFolder.root.appending(path: "scripts/dist/pages/site.yaml"))
      try FileManager.default.createDirectory(
        at: folder.appending(path: "content"), withIntermediateDirectories: true)
      try site.write(to: folder.appending(path: "content/site.yaml"))
      let built = try await Interlude.run("build", in: folder)
      #expect(built.status == 0 && built.errors.isEmpty, "\(built.errors)")
      return folder.appending(path: "public/error-pages")
    }

    /// A line of `page-service.txt`.
    struct Row: Sendable, CustomTestStringConvertible {
      let method, target: String
      let fields: [String: String]
      let status: Int
      let page: String
      var testDescription: String { "\(method) \(target) \(fields)" }

      init(_ line: String) {
        let parts = line.split(separator: " | ", omittingEmptySubsequences: false).flatMap { part in
          part.hasPrefix("| ") ? ["", String(part.dropFirst(2))] : [String(part)]
        }
        (method, target) = (parts[0], parts[1])
        fields = Dictionary(
          parts[2].components(separatedBy: " + ").filter { !$0.isEmpty }.map { field in
            let colon = field.firstRange(of: ": ")
            return (
              String(field[..<(colon?.lowerBound ?? field.endIndex)]),
              String(field[(colon?.upperBound ?? field.endIndex)...])
            )
          }, uniquingKeysWith: { first, _ in first })
        status = Int(parts[3]) ?? 0
        page = parts[4]
      }
    }

    static func rows() throws -> [Row] {
      let file = PackageFolder.root.appending(path: "Tests/ServerTests/page-service.txt")
      return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .filter { !$0.hasPrefix("#") }.map { Row(String($0)) }
    }

    @Test("answers every request of the table with the right status, type and page")
    func table() async throws {
      let rows = try Self.rows()
      #expect(rows.count >= 60)
      let pack = try await Self.pack.value
      let said = try await Self.with { port, _ in
        for row in rows { try await Self.check(row, pack, port) }
      }
      #expect(said.isEmpty, "\(said)")
    }

    /// - Parameter ok: answers every page with 200.
    private static func check(_ row: Row, _ pack: URL, _ port: UInt16, ok: Bool = false) async throws {
      let body = ["POST", "PUT", "PATCH"].contains(row.method) ? "a=b" : ""
      let answer = try await Exchange.make(row.method, row.target, port: port, headers: row.fields, body: body)
      #expect(answer.status == (ok ? 200 : row.status), "\(row.testDescription)")
      if row.page.hasPrefix("\"") {
        #expect(String(decoding: answer.body, as: UTF8.self) == "ok\n" && answer.value("content-type") == "text/plain")
      } else if row.page == "-" {
        #expect(answer.body.isEmpty, "\(row.testDescription)")
      } else {
        let page = try Data(contentsOf: pack.appending(path: row.page))
        #expect(
          answer.body == Array(page),
          "\(row.testDescription) should be \(row.page): \(String(decoding: answer.body.prefix(200), as: UTF8.self))")
        let types = [
          "html": "text/html", "json": "application/problem+json", "xml": "application/problem+xml",
          "txt": "text/plain",
        ]
        let type = types[String(row.page.split(separator: ".").last ?? "")] ?? ""
        #expect(answer.values("content-type").count == 1 && answer.value("content-type")?.hasPrefix(type) == true)
        #expect(answer.value("content-language") == row.page.split(separator: "/").first.map(String.init))
        #expect(answer.value("cache-control") == "no-store" && answer.value("x-robots-tag") == "noindex")
        #expect(
          (answer.value("retry-after") != nil)
            == ["502", "503", "504", "429"].contains { row.page.contains("/\($0).") }, "\(row.testDescription)")
      }
    }

    @Test("sends back what names the request, and nothing else of it")
    func echo() async throws {
      _ = try await Self.with(["PROXY_HTTP_HEADERS": "X-Request-Id, X-Shop"]) { port, _ in
        let answer = try await Exchange.make(
          "GET", "/502", port: port,
          headers: ["X-Request-ID": "abc-123", "X-Shop": "7", "X-Trace-Id": "9", "X-Original-URI": "/secret<script>"])
        #expect(answer.value("x-request-id") == "abc-123" && answer.value("x-shop") == "7")
        #expect(answer.value("x-trace-id") == nil)
        #expect(!String(decoding: answer.body, as: UTF8.self).contains("secret"))
        let plain = try await Exchange.make("GET", "/502", port: port)
        #expect(plain.value("x-request-id") == nil)
      }
      _ = try await Self.with { port, _ in
        let answer = try await Exchange.make("GET", "/502", port: port, headers: ["X-Trace-Id": "t1"])
        #expect(answer.value("x-trace-id") == "t1")
      }
    }

    @Test("with the other image's way, every page has 200; Retry-After and the default code are as set")
    func otherWays() async throws {
      let pack = try await Self.pack.value
      let said = try await Self.with(["SEND_SAME_HTTP_CODE": "false", "DEFAULT_ERROR_PAGE": "503"]) { port, _ in
        for line in ["GET | /502.html | | 502 | en/502.html", "GET | /any | Accept: text/html | 503 | en/503.html"] {
          try await Self.check(Row(line), pack, port, ok: true)
        }
        #expect(try await Exchange.make("GET", "/healthz", port: port).status == 200)
      }
      #expect(said.contains("SEND_SAME_HTTP_CODE=false"))
    }

    @Test("one file switches to the page for planned work, and back")
    func maintenance() async throws {
      let pack = try await Self.pack.value
      _ = try await Self.with { port, site in
        let lever = site.appending(path: "maintenance")
        try Data().write(to: lever)
        for line in [
          "GET | /404 | Accept: text/html | 503 | en/maintenance.html",
          "POST | /any/path | X-Code: 502 + Accept: text/html + Accept-Language: de | 503 | de/maintenance.html",
          "GET | /502.json | Accept: text/html | 503 | en/maintenance.json",
          "GET | / | | 503 | en/maintenance.txt", "HEAD | /502 | Accept: text/html | 503 | -",
        ] {
          let row = Row(line)
          let answer = try await Exchange.make(row.method, row.target, port: port, headers: row.fields)
          #expect(answer.status == 503 && answer.value("retry-after") != nil, "\(line)")
          let page = row.page == "-" ? Data() : try Data(contentsOf: pack.appending(path: row.page))
          #expect(answer.body == Array(page), "\(line)")
        }
        #expect(try await Exchange.make("GET", "/healthz", port: port).status == 200)
        try FileManager.default.removeItem(at: lever)
        #expect(try await Exchange.make("GET", "/404", port: port).status == 404)
      }
    }

    @Test("brands: of the environment, of a mounted site.yaml, and one for each host")
    func brands() async throws {
      let environment = [
        "INTERLUDE_NAME": "Bob's \"Shop\": €", "INTERLUDE_ACCENT": "#7a1f5c",
        "HOMEPAGE_URL": "https://shop.example.com/",
        "ADD_LINK":
          "Status page=https://status.example.com||Contact us=https://shop.example.com/contact||Blog=https://b.example.com",
        "TEMPLATE_NAME": "folio",
      ]
      let said = try await Self.with(environment) { port, site in
        let page = try await Self.page("/502.html", port)
        // They are kept in memory, so only what nginx sends is left of a build.
        let kept = site.deletingLastPathComponent().appending(path: "state/public")
        let files = FileManager.default.enumerator(atPath: kept.path)?.compactMap { $0 as? String } ?? []
        #expect(files.contains("error-pages/de/502.html"))
        #expect(!files.contains { $0.hasSuffix(".http") || $0.hasSuffix(".nano.html") || $0.hasPrefix("site") })
        #expect(page.contains("Bob’s") || page.contains("Bob&#39;s") || page.contains("Bob's"))
        for link in ["https://shop.example.com/", "https://status.example.com", "https://shop.example.com/contact"] {
          #expect(page.contains(link))
        }
        #expect(try await Self.page("/502.html", port, ["Accept-Language": "de"]).contains("lang=\"de\""))
      }
      #expect(said.contains("Blog") && !said.contains("TEMPLATE_NAME"), "\(said)")

      func brand(_ name: String, _ language: String) -> String {
        "name: \(name)\ndescription: Help.\naccent: \"#0b6e6e\"\nlanguages: [\(language)]\nhelp: none\n"
      }
      let files = [
        "content/site.yaml": brand("First", "en"), "hosts/two.example.com/site.yaml": brand("Second", "de"),
        "hosts/*.example.org/content/site.yaml": brand("Third", "fr"),
      ]
      let silent = try await Self.with(files: files) { port, _ in
        for (host, name, language) in [
          ("www.example.net", "First", "en"), ("two.example.com", "Second", "de"), ("x.example.org", "Third", "fr"),
        ] {
          let answer = try await Exchange.make(
            "GET", "/555", port: port, headers: ["Host": host, "Accept": "text/html"])
          #expect(answer.status == 555 && answer.value("content-language") == language, "\(host)")
          #expect(String(decoding: answer.body, as: UTF8.self).contains(name), "\(host)")
        }
      }
      #expect(silent.isEmpty, "\(silent)")
    }

    @Test("what cannot be honoured is told at the start, and a wrong setting ends it")
    func warnings() async throws {
      let said = try await Self.with([
        "TEMPLATE_NAME": "cats", "ROTATION_MODE": "random-daily", "ADD_CODE": "499=Gone", "LOG_FORMAT": "json",
        "HTML_TEMPLATE": "x", "DEFAULT_ERROR_PAGE": "200", "CATCH_ALL": "true",
      ]) { port, _ in
        let answer = try await Exchange.make("GET", "/", port: port)
        #expect(answer.status == 404)
      }
      for name in [
        "TEMPLATE_NAME=cats", "ROTATION_MODE", "ADD_CODE", "LOG_FORMAT", "HTML_TEMPLATE", "DEFAULT_ERROR_PAGE",
        "CATCH_ALL",
      ] {
        #expect(said.contains(name), "\(name): \(said)")
      }
      for (name, value) in [("HTTP_PORT", "web"), ("HTTP_PORT", "70000"), ("HTTP_ADDR", "local; host")] {
        let ended = try await Command.run(
          Self.script, [], environment: ["INTERLUDE_STATE": NSTemporaryDirectory() + "never", name: value])
        #expect(ended.status == 2 && ended.errors.contains(name), "\(ended.errors)")
      }
    }

    private static func page(_ target: String, _ port: UInt16, _ fields: [String: String] = [:]) async throws -> String
    {
      String(decoding: try await Exchange.make("GET", target, port: port, headers: fields).body, as: UTF8.self)
    }

    private static let script = PackageFolder.root.appending(path: "scripts/dist/pages/start.sh")

    /// Runs the service with a mounted site of `files`, and returns what it said.
    static func with(
      _ environment: [String: String] = [:], files: [String: String] = [:],
      _ body: (UInt16, URL) async throws -> Void
    ) async throws -> String {
      _ = try #require(Command.find("nginx"))
      let pack = try await pack.value
      return try await TemporaryFolder.with("interlude-pages") { folder in
        let site = folder.appending(path: "site")
        try FileManager.default.createDirectory(at: site, withIntermediateDirectories: true)
        for (path, text) in files {
          let file = site.appending(path: path)
          try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
          try Data(text.utf8).write(to: file)
        }
        let port = try Socket.freePort()
        let path = Interlude.binary.deletingLastPathComponent().path + ":/usr/sbin:/usr/bin:/bin"
        let own = [
          "INTERLUDE_STATE": folder.path + "/state", "INTERLUDE_SITE": site.path, "INTERLUDE_PAGES": pack.path,
          "HTTP_ADDR": "127.0.0.1", "HTTP_PORT": String(port), "PATH": path,
        ]
        try await ServerProcess.with(
          script, [], port: port, in: folder, environment: own.merging(environment) { _, new in new }
        ) { try await body(port, site) }
        let log = try String(contentsOf: folder.appending(path: "start.sh.log"), encoding: .utf8)
        return log.split(separator: "\n").filter { !$0.contains("SIGTERM") && !$0.contains("signal") }.joined(
          separator: "\n")
      }
    }
  }
}
