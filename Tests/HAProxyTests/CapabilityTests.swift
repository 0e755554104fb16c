import Diagnostics
import Foundation
import HAProxy
import ProxyConfig
import TestSupport
import Testing

/// Lines about servers in a frontend and about visitors in a backend; where HAProxy is installed it is asked as well.
@Suite struct CapabilityTests {
  private static let aboutServers = [
    "balance roundrobin", "cookie X insert", "force-persist if TRUE", "fullconn 10", "hash-type consistent",
    "http-check expect status 200", "http-reuse always", "http-send-name-header X", "ignore-persist if TRUE",
    "load-server-state-from-file none", "max-keep-alive-queue 5", "retries 3", "server-state-file-name x",
    "source 127.0.0.1", "srvtcpka-cnt 3", "stick on src", "tcp-check connect", "option abortonclose",
    "no option allbackups", "option httpchk", "option redispatch", "no option redispatch", "option srvtcpka",
    "option tcp-smart-connect", "timeout server 3s", "timeout connect 3s", "timeout queue 3s", "timeout tunnel 3s",
  ]
  private static let aboutVisitors = [
    "backlog 10", "bind 127.0.0.1:8082", "capture request header X len 10", "clitcpka-cnt 3", "default_backend c",
    "log-format x", "maxconn 3", "monitor-uri /x", "monitor fail if TRUE", "rate-limit sessions 10",
    "use_backend c if TRUE", "option dontlognull", "option httplog", "no option logasap", "option socket-stats",
    "timeout client 3s", "timeout client-fin 3s",
  ]
  private static let aboutBoth = [
    "option forwardfor", "option httpclose", "option http-keep-alive", "timeout http-request 3s",
    "timeout http-keep-alive 3s", "timeout tarpit 3s", "errorfile 503 /dev/null", "http-request deny if FALSE",
  ]

  /// The lines of a section of this kind that are said to be ignored.
  private func ignored(_ lines: [String], in kind: String) async throws -> [String] {
    try await TemporaryFolder.with("haproxy-sides") { folder in
      let mine = lines.map { "  \($0)\n" }.joined()
      let text = """
        defaults
          mode http
          timeout connect 1s
          timeout client 1s
          timeout server 1s
        frontend f
          bind 127.0.0.1:8081
          default_backend b
        \(kind == "frontend" ? mine : "")backend c
          server q 127.0.0.1:9
        backend b
          server q 127.0.0.1:9
        \(kind == "backend" ? mine : "")
        """
      let config = folder.path + "/haproxy.cfg"
      try text.write(toFile: config, atomically: false, encoding: .utf8)
      let all = text.split(separator: "\n", omittingEmptySubsequences: false).map {
        String($0.drop { $0 == " " })
      }
      let model = HAProxyModel(HAProxyReader.read(config, files: DiskFiles()), files: DiskFiles())
      let told = model.tree.report.sorted.filter { $0.message.contains("ignores") }.map { problem in
        all[text.utf8.prefix(problem.place.range.lowerBound).count { $0 == 0x0A }]
      }
      if HAProxyProcess.binary != nil {
        let real = try HAProxyProcess.words(about: config).matches(of: #/haproxy.cfg:([0-9]+)\] :[^\n]*ignored/#)
        #expect(Set(real.compactMap { Int($0.output.1) }.map { all[$0 - 1] }) == Set(told))
      }
      return told
    }
  }

  @Test("a frontend ignores what is about servers, and says so")
  func frontend() async throws {
    #expect(try await ignored(Self.aboutServers + Self.aboutBoth, in: "frontend") == Self.aboutServers)
    #expect(try await ignored(Self.aboutVisitors.filter { !$0.hasPrefix("bind") }, in: "frontend") == [])
  }

  @Test("a backend ignores what is about visitors, and says so")
  func backend() async throws {
    #expect(try await ignored(Self.aboutVisitors + Self.aboutBoth, in: "backend") == Self.aboutVisitors)
    #expect(try await ignored(Self.aboutServers, in: "backend") == [])
  }
}
