import Diagnostics
import ProxyConfig
import Testing

@Suite struct NginxIncludeTests {
  private func read(_ files: [String: String], _ main: String = "/etc/nginx/nginx.conf") -> ConfigTree {
    NginxReader.read(main, files: MemoryFiles(files))
  }

  @Test func patternsAreSortedByBytesAndSkipHiddenFiles() {
    let tree = read([
      "/etc/nginx/nginx.conf": "include d/*.conf;", "/etc/nginx/d/10.conf": "a;", "/etc/nginx/d/2.conf": "b;",
      "/etc/nginx/d/B.conf": "c;",
      "/etc/nginx/d/_.conf": "d;", "/etc/nginx/d/a.conf": "e;", "/etc/nginx/d/.x.conf": "f;",
      "/etc/nginx/d/g.txt": "g;",
    ])
    #expect(tree.directives.expanded.map(\.name) == ["include", "a", "b", "c", "d", "e"])
    #expect(tree.report.isEmpty)
  }

  @Test func pathsAreRelativeToTheMainFileEvenWhenNested() {
    let tree = read([
      "/etc/nginx/nginx.conf": "include sub/a.conf;", "/etc/nginx/sub/a.conf": "include b.conf;",
      "/etc/nginx/b.conf": "found;",
      "/etc/nginx/sub/b.conf": "wrong;",
    ])
    #expect(tree.directives.expanded.map(\.name).contains("found"))
  }

  @Test func aFileIsReadInEveryContextThatIncludesIt() {
    let tree = read([
      "/etc/nginx/nginx.conf": "server { include x; } location { include x; }", "/etc/nginx/x": "deny all;",
    ])
    #expect(
      tree.directives.map { $0.block?.expanded.map(\.name) ?? [] } == [["include", "deny"], ["include", "deny"]])
    #expect(tree.sources.count == 2)
  }

  @Test(arguments: [
    (["/etc/nginx/nginx.conf": "include none.conf;"], "unreadable-include"),
    (["/etc/nginx/nginx.conf": "include nginx.conf;"], "include-cycle"),
    (
      ["/etc/nginx/nginx.conf": "include a;", "/etc/nginx/a": "include b;", "/etc/nginx/b": "x { include a; }"],
      "include-cycle"
    ),
    (["/etc/nginx/nginx.conf": "include d;", "/etc/nginx/d/x": ""], "unreadable-include"),
  ])
  func whatNginxCannotFollowIsAnError(_ files: [String: String], _ id: String) {
    let tree = read(files)
    #expect(tree.report.sorted.map(\.id) == [id])
    #expect(tree.report.sorted.first?.place.source.bytes.isEmpty == false)
  }

  @Test func aPatternThatMatchesNothingIsFine() {
    #expect(read(["/etc/nginx/nginx.conf": "include d/*.conf;"]).report.isEmpty)
  }

  @Test func includesThatDoubleAtEveryLevelAreStopped() {
    var files = ["/etc/nginx/nginx.conf": "include 0; include 0;"]
    for level in 0..<40 { files["/etc/nginx/\(level)"] = "include \(level + 1); include \(level + 1);" }
    files["/etc/nginx/40"] = "a;"
    #expect(read(files).report.sorted.map(\.id) == ["include-count"])
  }

  @Test func theDumpOfARunningNginxIsRead() {
    let dump = """
      nginx: the configuration file /etc/nginx/nginx.conf syntax is ok
      nginx: configuration file /etc/nginx/nginx.conf test is successful
      # configuration file /etc/nginx/nginx.conf:
      events {}
      http {
        include conf.d/*.conf;
      }

      # configuration file /etc/nginx/conf.d/a.conf:
      server { listen 81; }

      """
    let tree = NginxReader.read(Source(name: "dump.txt", text: dump), files: MemoryFiles())
    #expect(tree.report.isEmpty)
    #expect(tree.sources.map(\.name) == ["/etc/nginx/nginx.conf", "/etc/nginx/conf.d/a.conf"])
    #expect(NginxModel(tree).servers.first?.listens.first?.port == 81)
  }

  @Test(arguments: [
    ("*.conf", "a.conf", true), ("[a-c]?", "b1", true), ("[!a]x", "ax", false), ("*", ".a", false),
    ("a*b*c", "axxbyyc", true), ("\\*", "*", true), ("[", "[", true),
  ])
  func patternsMatchAsTheShellDoes(_ pattern: String, _ name: String, _ expected: Bool) {
    let tree = read(["/etc/nginx/nginx.conf": "include d/\(pattern)*;", "/etc/nginx/d/\(name)": "hit;"])
    #expect(tree.directives.expanded.contains { $0.name == "hit" } == expected)
  }
}
