import Foundation
import TestSupport
import Testing

/// Real proxies in a private place: what a rehearsal shows, and that nothing of the machine is touched.
@Suite("Rehearsals")
struct RehearsalTests {
  static let isOn = Interlude.isOn("INTERLUDE_SERVERS")

  @Test func skipNotice() {
    if !Self.isOn { print("SKIPPED: rehearsals with real servers; set INTERLUDE_SERVERS=1") }
  }

  /// A rehearsed configuration as the JSON it prints; nil where the proxy or the namespaces are not to be had.
  private static func rehearsed(
    _ sample: RehearsedSample, _ folder: URL, _ arguments: [String] = []
  ) async throws -> (report: [String: Any], status: Int32)? {
    guard let binary = sample.binary else {
      print("SKIPPED: \(sample.kind) is not on this machine")
      return nil
    }
    try sample.write(to: folder)
    let result = try await Command.run(
      Interlude.binary,
      ["rehearse", sample.file, "--binary", binary, "--proxy", sample.kind, "--quick", "--format", "json"] + arguments,
      in: folder)
    if result.status == 2, result.errors.contains("refuses a private place") {
      print("SKIPPED: \(result.errors.prefix(200))")
      return nil
    }
    #expect(result.status != 2, "\(result.errors)")
    let object = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
    return (try #require(object), result.status)
  }

  @Test(
    "every answer of the real proxy is the one that a trace predicts", .enabled(if: isOn, "set INTERLUDE_SERVERS=1"),
    .safetyNet, arguments: RehearsedSample.all)
  func agreement(_ sample: RehearsedSample) async throws {
    try await TemporaryFolder.with("rehearsal") { folder in
      guard let (report, status) = try await Self.rehearsed(sample, folder) else { return }
      let rows = try #require(report["rows"] as? [[String: Any]])
      let differing = rows.filter { $0["agrees"] as? Bool != true }
      #expect(differing.isEmpty, "\(differing.prefix(3))")
      #expect(rows.count >= 20)
      #expect(report["agree"] as? Int == rows.count && report["of"] as? Int == rows.count)
      let failures = Set(rows.compactMap { $0["failure"] as? String })
      #expect(failures.isSuperset(of: ["refused", "timeout", "closed", "garbage", "too-big-header", "reset", "drip"]))
      let refused = rows.first { $0["failure"] as? String == "refused" && $0["caller"] as? String == "browser" }
      let seen = try #require(refused?["seen"] as? [String: Any])
      #expect((seen["path"] as? String)?.hasSuffix(sample.page) == true, "\(seen)")
      #expect(status == (rows.contains { $0["bare"] as? Bool == true } ? 1 : 0))
      let made = (report["made"] as? [String] ?? []).joined(separator: "\n")
      #expect(made.contains("shortened"), "\(made)")
      #expect(!sample.text.contains(".php") || made.contains("/srv/rehearsed/"), "\(made)")
      // Predictions are for the release that answers.
      let release = try #require(report["release"] as? String)
      let predictedAs = report["predictedAs"] as? String
      #expect(sample.kind == "caddy" ? predictedAs == release : predictedAs == nil, "\(release)")
    }
  }

  @Test(
    "a proxy that no trace knows is played by what is asked for", .enabled(if: isOn, "set INTERLUDE_SERVERS=1"),
    .safetyNet, arguments: RehearsedSample.unread)
  func unread(_ sample: RehearsedSample) async throws {
    try await TemporaryFolder.with("rehearsal") { folder in
      let asked = ["--request", "GET http://shop.example/app/", "--request", "GET http://shop.example/other"]
      guard let (report, status) = try await Self.rehearsed(sample, folder, asked) else { return }
      let rows = try #require(report["rows"] as? [[String: Any]])
      func seen(_ failure: String) throws -> (status: Int, body: String) {
        let row = rows.first { $0["failure"] as? String == failure && $0["caller"] as? String == "browser" }
        let seen = try #require(row?["seen"] as? [String: Any])
        return (seen["status"] as? Int ?? -1, seen["body"] as? String ?? "")
      }
      #expect(
        Set(rows.compactMap { $0["place"] as? String }).count == 2 && rows.allSatisfy { $0["predicted"] is NSNull })
      // Each failure is its own, whatever came before.
      #expect(try seen("refused") == (503, "other") && seen("status:404") == (404, "upstream"))
      #expect(try seen("status:500").status == 500 && seen("drip") == (200, "upstream"))
      #expect(try [503, 504].contains(seen("timeout").status) && [500, 502, 503].contains(seen("closed").status))
      #expect(status == (rows.contains { $0["bare"] as? Bool == true } ? 1 : 0))
      #expect((report["made"] as? [String] ?? []).contains { $0.contains("shortened") })
    }
  }

  @Test(
    "a page that is broken while nobody looks is a finding", .enabled(if: isOn, "set INTERLUDE_SERVERS=1"), .safetyNet)
  func disagreement() async throws {
    var sample = RehearsedSample.small
    // No trace knows what a module does; here one lies.
    sample.text = sample.text.replacing(
      "location / {", with: "location / { sub_filter_types *; sub_filter 'Down' 'Up'; ")
    sample.text = sample.text.replacing(
      "root PAGES;", with: "root PAGES; sub_filter_once off; sub_filter '<h1>' '<h2>';")
    try await TemporaryFolder.with("rehearsal") { folder in
      guard let (report, status) = try await Self.rehearsed(sample, folder) else { return }
      let rows = try #require(report["rows"] as? [[String: Any]])
      let differing = rows.filter { $0["agrees"] as? Bool != true }
      #expect(status == 1 && !differing.isEmpty)
      #expect(differing.allSatisfy { $0["difference"] is String && $0["request"] is String })
    }
  }

  @Test(
    "upstreams that speak TLS or HTTP/2, or are behind a password, are played too",
    .enabled(if: isOn, "set INTERLUDE_SERVERS=1"), .safetyNet)
  func protocols() async throws {
    var sample = RehearsedSample.nginx
    sample.text = sample.text.replacing(
      "location /api/",
      with: """
        location /tls/ {
          proxy_pass https://secure.internal:8443; proxy_ssl_verify on; proxy_ssl_server_name on;
          proxy_ssl_trusted_certificate /etc/ssl/certs/ca-certificates.crt;
        }
        location /grpc/ { grpc_intercept_errors on; grpc_pass grpcs://10.1.0.3:50051; }
        location /cached/ { set $memcached_key $uri; memcached_pass 10.1.0.6:11211; }
        location /private/ { auth_basic x; auth_basic_user_file users; proxy_pass http://10.1.0.7; }
        location /api/
        """)
    try await TemporaryFolder.with("rehearsal") { folder in
      var report: [String: Any] = [:]
      var rows: [[String: Any]] = []
      func statuses(_ place: String, _ failure: String) -> [String: Int] {
        let own = rows.filter {
          ($0["place"] as? String)?.hasSuffix(place) == true && $0["failure"] as? String == failure
        }
        return Dictionary(
          own.map { ($0["caller"] as? String ?? "", ($0["seen"] as? [String: Any])?["status"] as? Int ?? -1) }
        ) { $1 }
      }
      // On a busy machine a drip may once come later than the proxy waits.
      for _ in 0..<2 {
        guard let result = try await Self.rehearsed(sample, folder) else { return }
        report = result.report
        rows = try #require(report["rows"] as? [[String: Any]])
        if ["/tls/", "/grpc/"].allSatisfy({ statuses($0, "drip")["browser"] == 200 }) { break }
      }
      let differing = rows.filter { $0["agrees"] as? Bool != true }
      #expect(differing.isEmpty, "\(differing.prefix(3))")
      for place in ["/tls/", "/grpc/"] {
        #expect(statuses(place, "status:503")["browser"] == 503 && statuses(place, "drip")["browser"] == 200)
        #expect(statuses(place, "status:404")["browser"] == 404 && statuses(place, "timeout")["browser"] == 504)
      }
      #expect(statuses("/private/", "refused")["browser"] == 502 && statuses("/private/", "refused")["stranger"] == 401)
      #expect(statuses("/cached/", "drip")["browser"] == 200 && statuses("/cached/", "status:503").isEmpty)
      let made = (report["made"] as? [String] ?? []).joined(separator: "\n")
      #expect(made.contains("users: added a user") && made.contains("over TLS"), "\(made)")
    }
  }

  @Test(
    "what is missing is made up and said, and nothing outside changes",
    .enabled(if: isOn, "set INTERLUDE_SERVERS=1"), .safetyNet)
  func untouched() async throws {
    var sample = RehearsedSample.small
    sample.text = sample.text.replacing(
      "events {}",
      with: "error_log FOLDER/logs/error.log; pid FOLDER/logs/nginx.pid; user shop-runner; events {}"
    ).replacing(
      "listen 80;",
      with:
        "listen 80; listen 10.0.0.5:443 ssl; ssl_certificate FOLDER/tls/full.pem; ssl_certificate_key FOLDER/tls/priv.key;"
    )
    try await TemporaryFolder.with("rehearsal") { folder in
      try sample.write(to: folder)
      let (before, times) = (FolderState(folder), Self.times(folder))
      let mounts = Self.mounts
      guard let (report, _) = try await Self.rehearsed(sample, folder) else { return }
      let made = (report["made"] as? [String] ?? []).joined(separator: "\n")
      #expect(made.contains("the user shop-runner"), "\(made)")
      #expect(made.contains("/tls/full.pem: a certificate made up") && made.contains("/tls/priv.key"), "\(made)")
      #expect(FolderState(folder).differences(from: before) == [])
      #expect(Self.mounts == mounts)
      // Writing the sample again by the helper does not count.
      #expect(times.keys.sorted() == Self.times(folder).keys.sorted())
    }
  }

  private static func times(_ folder: URL) -> [String: Date] {
    var times: [String: Date] = [:]
    for path in (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? [] {
      let attributes = try? FileManager.default.attributesOfItem(atPath: folder.appending(path: path).path)
      times[path] = attributes?[.modificationDate] as? Date
    }
    return times
  }

  static var mounts: String {
    (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
  }

  @Test(
    "fifty kills at any moment leave no process behind", .enabled(if: isOn, "set INTERLUDE_SERVERS=1"), .safetyNet)
  func kills() async throws {
    let sample = RehearsedSample.nginx
    guard let binary = sample.binary else { return }
    try await TemporaryFolder.with("rehearsal") { folder in
      try sample.write(to: folder)
      let mounts = Self.mounts
      for number in 0..<50 {
        let result = try await Command.run(
          Interlude.binary,
          ["rehearse", sample.file, "--binary", binary, "--proxy", "nginx", "--quick"]
            + (number % 2 == 0 ? [] : ["--keep"]),
          in: folder, killAfter: .milliseconds(20 + number * 9))
        if result.status == 2 { return }
        #expect(result.wasKilled || number > 40)
      }
      // The kernel ends what is inside; it may take it a moment.
      for _ in 0..<100 where !Self.processes(in: folder).isEmpty { try await Task.sleep(for: .milliseconds(50)) }
      #expect(Self.processes(in: folder) == [])
      #expect(Self.mounts == mounts)
      #expect(FolderState(folder).files.sorted() == [sample.file, "pages/50x.html"].sorted())
    }
  }

  /// Processes that run in a folder: everything of a rehearsal does.
  static func processes(in folder: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.filter { Int($0) != nil }.filter { name in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(name)/cwd")) == folder.path
    }
  }

  @Test("tests are held against the real proxy, too", .enabled(if: isOn, "set INTERLUDE_SERVERS=1"), .safetyNet)
  func rehearsedTests() async throws {
    var sample = RehearsedSample.nginx
    // Here limits are waited for once for every test.
    sample.text = sample.text.replacing("timeout 20s", with: "timeout 1s").replacing("timeout 9s", with: "timeout 1s")
      .replacing("http {", with: "http { proxy_read_timeout 1s;")
    guard sample.binary != nil else { return }
    try await TemporaryFolder.with("rehearsal") { folder in
      try sample.write(to: folder)
      let recorded = try await Interlude.run("test", "--record", sample.file, in: folder)
      #expect(recorded.status == 0, "\(recorded.errors)")
      let real = try await Interlude.run("test", "--rehearse", in: folder)
      if real.errors.contains("refuses a private place") { return }
      #expect(real.status == 0, "\(real.errors)\(real.text)")
      #expect(real.text.contains("all hold"))
      let file = folder.appending(path: "interlude-tests.yaml")
      let text = try String(contentsOf: file, encoding: .utf8).replacing("status: 502,", with: "status: 200,")
      try Data(text.utf8).write(to: file)
      #expect(try await Interlude.run("test", "--rehearse", in: folder).status == 1)
    }
  }
}
