import Diagnostics
import ProxyConfig
import Testing

/// Whatever the bytes, reading ends, reports and does not trap.
@Suite struct BadInputTests {
  private static let sample = """
    # a comment
    events { worker_connections 10; }
    http {
      map $uri $x { default "a b"; ~^/(?<n>[a-z]+)\\.html$ $n; }
      upstream u { server 127.0.0.1:1 backup; }
      server {
        listen 80 default_server; server_name *.a.test ~^x$;
        if ($x = 'y') { return 503 "gone ${x}"; }
        location ~* \\.(html|css)$ { rewrite ^/(.*)$ /$1? last; error_page 502 =200 @p; }
        location @p { try_files $uri =404; content_by_lua_block { a = { "}" } } }
      }
    }
    """

  private func use(_ bytes: [UInt8]) -> ConfigTree {
    let tree = NginxReader.read(Source(name: "/t/nginx.conf", bytes: bytes), files: MemoryFiles())
    for problem in tree.report.sorted { #expect(problem.place.range.upperBound <= problem.place.source.bytes.count) }
    _ = NginxModel(tree)
    return tree
  }

  @Test func cutOffAtEveryByte() {
    let bytes = Array(Self.sample.utf8)
    for end in bytes.indices.dropFirst() { _ = use(Array(bytes[..<end])) }
  }

  @Test func everyByteDropped() {
    let bytes = Array(Self.sample.utf8)
    for index in bytes.indices { _ = use(Array(bytes[..<index] + bytes[(index + 1)...])) }
  }

  @Test func randomBytes() {
    var state: UInt64 = 7
    for _ in 0..<300 {
      let bytes = (0..<400).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let alphabet = Array("{};\"'\\$# \n\tab~=^*@/.(".utf8)
        return state >> 60 == 0 ? UInt8(truncatingIfNeeded: state >> 33) : alphabet[Int(state >> 33) % alphabet.count]
      }
      _ = use(bytes)
    }
  }

  @Test func bracesNestedWithoutEnd() {
    let tree = use(Array(String(repeating: "a{", count: 200_000).utf8))
    #expect(tree.report.sorted.contains { $0.id == "too-deep" })
  }

  @Test func oneHugeWord() {
    let tree = use(Array("a ".utf8) + [UInt8](repeating: 0x78, count: 5_000_000) + Array(";".utf8))
    #expect(tree.report.sorted.map(\.id) == ["too-long-token"])
  }

  @Test func oneHugeWordInQuotesThatNeverEnd() {
    let tree = use(Array("a \"".utf8) + [UInt8](repeating: 0x78, count: 5_000_000))
    #expect(tree.report.hasErrors)
  }

  @Test func aHundredProblemsAreEnough() {
    let tree = use([UInt8](repeating: UInt8(ascii: "}"), count: 1_000_000))
    #expect(tree.report.count(of: .error) <= 101)
  }
}
