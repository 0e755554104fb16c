import Content
import Diagnostics
import Explain
import Foundation
import LogPipelines
import TestSupport
import Testing

/// The signatures as rules of other programs, played in the engines that run them there.
@Suite("Rules for log pipelines", .serialized)
struct PipelineTests {
  static let samples = Lines.samples

  @Test(
    "the engine names the cause that `interlude explain` names, for every sample, and none for healthy lines",
    arguments: [
      (LogPipeline.vector, nil), (.promtail, nil), (.fluentBit, "luajit"), (.elastic, "groovy"),
    ] as [(LogPipeline, String?)])
  func agrees(_ pipeline: LogPipeline, _ engine: String?) async throws {
    guard Interlude.isOn("INTERLUDE_SERVERS") else { return }
    let python = try #require(TestTools.program("python"), "run scripts/install-test-tools.sh")
    var program: [String] = []
    if let engine {
      guard let found = Command.find(engine) else {
        // Groovy is large, and its package not part of the tools; LuaJIT is.
        #expect(engine == "groovy", "\(engine) is missing: run scripts/install-test-tools.sh")
        return
      }
      // An installation without the Java it wants is none.
      if engine == "groovy", try await Command.run(found, ["--version"]).status != 0 { return }
      program = [found.path]
    }
    try await TemporaryFolder.with("pipeline") { folder in
      let rules = folder.appending(path: "rules")
      let lines = folder.appending(path: "lines")
      try Data(pipeline.rules(of: Lines.catalogue, base: nil).utf8).write(to: rules)
      try Data((Lines.samples.map(\.line) + Lines.healthy).map { $0 + "\n" }.joined().utf8).write(to: lines)
      let script = PackageFolder.root.appending(path: "Tests/LogPipelinesTests/run_rules.py")
      let result = try await Command.run(
        python, [script.path, pipeline.rawValue, rules.path, lines.path] + program)
      #expect(result.status == 0, "\(result.errors)")
      let causes = result.text.split(separator: "\n").map(String.init)
      let expected = Lines.samples.map(\.cause) + Lines.healthy.map { _ in "-" }
      try #require(causes.count == expected.count, "\(result.errors)")
      for (index, cause) in causes.enumerated() where cause != expected[index] {
        let line = index < Lines.samples.count ? Lines.samples[index].line : Lines.healthy[index - Lines.samples.count]
        Issue.record("\(pipeline.rawValue): \(cause) instead of \(expected[index]): \(line)")
      }
    }
  }

  @Test("every signature is there", arguments: LogPipeline.allCases)
  func complete(_ pipeline: LogPipeline) {
    let rules = pipeline.rules(of: Lines.catalogue, base: "https://help.example.org/")
    for cause in Set(Lines.catalogue.signatures.map(\.cause)) {
      #expect(rules.contains(cause), "\(cause)")
    }
    #expect(rules == pipeline.rules(of: Lines.catalogue, base: "https://help.example.org/"))
    if pipeline != .promtail, pipeline != .alloy {
      #expect(rules.contains("https://help.example.org/articles/"))
    }
  }

  @Test("Alloy and Promtail select the same lines in the same order")
  func sameSelectors() {
    let selectors = [LogPipeline.promtail, .alloy].map { pipeline in
      pipeline.rules(of: Lines.catalogue, base: nil).split(separator: "\n").compactMap { line -> String? in
        guard let found = line.firstRange(of: "selector") else { return nil }
        return String(line[found.upperBound...].drop { $0 == " " || $0 == ":" || $0 == "=" })
      }
    }
    #expect(selectors[0].count > 300)
    #expect(selectors[0] == selectors[1])
  }

  @Test("Elasticsearch's file is JSON")
  func json() throws {
    let rules = LogPipeline.elastic.rules(of: Lines.catalogue, base: nil)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(rules.utf8)) as? [String: Any])
    #expect((object["processors"] as? [Any])?.count == 1)
  }
}

/// Log lines, and what is known of them.
enum Lines {
  static let catalogue: SignatureCatalogue = {
    let root = PackageFolder.root.appending(path: "content")
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []
    let files = paths.filter { $0.hasSuffix(".md") || $0.hasSuffix(".yaml") }.compactMap { path in
      (try? Data(contentsOf: root.appending(path: path))).map {
        ContentFolder.File(path: path, contents: .bytes(Array($0)))
      }
    }
    return CatalogueLoader(ContentFolder(name: "content", files: files)).load().catalogue
  }()

  /// Each signature's samples, which `interlude explain` knows (held to that by its own tests).
  static let samples: [(line: String, cause: String)] = catalogue.signatures.flatMap { signature in
    signature.samples.filter { !$0.contains("\n") }.map { ($0, signature.cause) }
  }

  static let healthy = [
    #"2026/11/22 07:41:00 [error] 7#7: *1 open() "/var/www/html/favicon.ico" failed (2: No such file or directory), client: 10.0.0.7, server: x, request: "GET /favicon.ico HTTP/1.1", host: "x""#,
    #"2026/11/22 07:41:00 [error] 7#7: *1 open() "/x" failed (2: No such file or directory), client: 10.0.0.7, server: x, request: "GET /x HTTP/1.1", host: "no live upstreams while connecting to upstream""#,
    #"10.0.0.7 - - [22/Nov/2026:07:42:23 +0000] "GET / HTTP/1.1" 200 612 "-" "no live upstreams while connecting to upstream""#,
    #"10.0.0.7 - - [22/Nov/2026:07:42:23 +0000] "GET /x HTTP/1.1" 404 153 "-" "Mozilla/5.0""#,
    "[Sun Nov 22 07:41:00.184753 2026] [core:info] [pid 1:tid 1] [client 10.0.0.7:1] AH00128: File does not exist: /x, referer: http://x/ AH01114: HTTP: failed to make connection to backend: x",
    #"{"level":"error","ts":1795333343.5,"logger":"http.log.error","msg":"not found","request":{"remote_ip":"10.0.0.7","uri":"/","headers":{"User-Agent":["dial tcp 1.2.3.4:5: connect: connection refused"]}},"status":404}"#,
    #"Nov 22 07:42:23 lb1 haproxy[123]: 10.0.0.7:56292 [22/Nov/2026:07:42:23.843] www b_app/s1 0/0/1/4/5 200 217 - - ---- 1/1/0/0/0 0/0 "GET /a HTTP/1.1""#,
    #"[2026-11-22T07:42:23.843Z] "GET /a HTTP/1.1" 200 - 0 91 3 2 "-" "curl/8" "id" "host" "10.0.0.5:8080""#,
    #"[2026-11-22T07:42:23.843Z] "GET /a HTTP/1.1" 200 - via_upstream - "-" 0 91 3 2 "-" "TLS_error:WRONG_VERSION_NUMBER" "id" "host" "10.0.0.5:8080""#,
    #"{"response_code":200,"response_flags":"-","user_agent":"\"response_flags\":\"UF\" TLS_error: WRONG_VERSION_NUMBER"}"#,
    "[22-Nov-2026 07:42:23] NOTICE: fpm is running, pid 1",
    "Nov 22 07:42:23 web1 sshd[99]: Connection reset by 10.0.0.9 port 4711 [preauth]",
    "java.net.ConnectException: Connection refused (Connection refused)",
    "",
  ]
}
