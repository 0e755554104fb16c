import Diagnostics
import Proxies
import ProxyConfig
import Testing

@testable import Checks

/// A server or a site without any page is one finding, whatever the proxy.
@Suite("Told once")
struct ToldOnceTests {
  private static func found(_ sample: Sample) -> [Diagnostic] { Checker.check(sample.project).sorted }

  private static func lines(_ sample: Sample, _ id: String = "no-error-page") -> [Int] {
    found(sample).filter { $0.id == id }.map { LineIndex($0.place.source).position(at: $0.place.range.lowerBound).line }
  }

  private static let server = """
    events {}
    http {
      server { listen 80; server_name a.example;
        location / { proxy_pass http://127.0.0.1:9000; }
        location /a/ { proxy_pass http://127.0.0.1:9001; }
        location /b/ { proxy_pass http://127.0.0.1:9002; }
      }
      server { listen 80; server_name b.example;
        location / { proxy_pass http://127.0.0.1:9000; }
      }
    }
    """

  private static let site = """
    http://a.example {
    	handle /a/* {
    		reverse_proxy 127.0.0.1:9001
    	}
    	handle {
    		reverse_proxy 127.0.0.1:9000
    	}
    }
    http://b.example {
    	reverse_proxy 127.0.0.1:9000
    }
    """

  @Test("once a server, with a word about the other places")
  func nginx() {
    #expect(Self.lines(.nginx(Self.server)) == [4, 9])
    let first = Self.found(.nginx(Self.server)).first { $0.id == "no-error-page" }
    #expect(first?.severity == .info)
    #expect(first?.notes == ["The same holds for 2 more places of the same server or site."])
  }

  @Test("once a site, and as grave as for nginx")
  func caddy() {
    #expect(Self.lines(.caddy(Self.site)) == [3, 10])
    #expect(Self.found(.caddy(Self.site)).allSatisfy { $0.severity == .info })
  }

  @Test("an allowance holds for its own place; the next one is told instead")
  func allowances() {
    let text = Self.server.replacing(
      "location / { proxy_pass http://127.0.0.1:9000; }\n    location /a/",
      with: "# interlude: allow no-error-page because it is internal\n"
        + "    location / { proxy_pass http://127.0.0.1:9000; }\n    location /a/")
    #expect(Self.lines(.nginx(text)) == [6, 10])
    #expect(Self.lines(.nginx(text), "unused-allowance") == [])
  }

  @Test("a former name allows what it allowed, and is explained")
  func formerName() {
    let text = Self.site.replacing(
      "http://b.example {\n",
      with: "http://b.example {\n\t# interlude: allow site-without-handle-errors because it is ours\n")
    #expect(Self.lines(.caddy(text)) == [3])
    #expect(Self.found(.caddy(text)).filter { $0.severity > .info }.map(\.id) == [])
    #expect(RuleList.all.description(of: "site-without-handle-errors")?.id == "no-error-page")
  }
}
