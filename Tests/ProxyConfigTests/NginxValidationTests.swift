import Diagnostics
import ProxyConfig
import Testing

@Suite struct NginxValidationTests {
  private func problems(_ text: String) -> [String] {
    NginxReader.read(Source(name: "/t/nginx.conf", text: text), files: MemoryFiles()).report.sorted.map {
      "\($0.id) \($0.place.text)"
    }
  }

  @Test(arguments: [
    ("events {} http { server { error_page 502; } }", "wrong-word-count error_page 502"),
    ("events {} http { server { if ($uri) { error_page 502 /x; } } }", "misplaced-directive error_page 502 /x"),
    ("events {} http { server { listen 80 { } } }", "unterminated-directive listen 80"),
    ("events {} http { server { location /; } }", "missing-block location /"),
    ("events {} http { listen 80; }", "misplaced-directive listen 80"),
    ("events {} http { map $a $b { x { } } }", "unexpected-token x"),
    ("events {} proxy_pass http://a;", "misplaced-directive proxy_pass http://a"),
  ])
  func whatNginxRefusesIsRefused(_ text: String, _ problem: String) {
    #expect(problems(text) == [problem])
  }

  @Test(arguments: [
    "events {} http { upstream u { server a; } server { location / { if ($uri) { error_page 502 /x; } } } }",
    "events {} http { some_module on { x y; } server { unheard_of a b; } }",
    "events {} http { map $a $b { error_page x; default y; include none*; } types { text/html html; } }",
    "location / { error_page 502 /x; proxy_pass http://a; }",
    "server { listen 80; }",
    "events {} stream { server { listen 1; proxy_pass a:1; } }",
  ])
  func whatItTakesIsTaken(_ text: String) {
    #expect(problems(text).isEmpty)
  }
}
