import Diagnostics
import Proxies
import ProxyConfig
import Testing

@testable import Checks

/// How many of the places that can fail are branded, in a sentence.
@Suite("Coverage")
struct CoverageTests {
  private static let page = "location = /50x.html { internal; root /srv/pages; }\n"
  private static let all = "error_page 500 502 503 504 /50x.html;\nproxy_intercept_errors on;\n"
  private static let two = """
    location / { proxy_pass http://127.0.0.1:9000; }
    location /a { proxy_pass http://127.0.0.1:9001; }

    """

  @Test(
    "nginx: of one's own, assumed, some, none, and what no request comes to",
    arguments: [
      (
        all + page + "location / { proxy_pass http://127.0.0.1:9000; }",
        "1 place passes requests on: every failure shows a page of yours."
      ),
      (all + page + two, "2 places pass requests on: in each, every failure shows a page of yours."),
      (
        all + "location = /50x.html { internal; root /elsewhere/pages; }\n" + two,
        "2 places pass requests on: in each, every failure shows a page of yours (if its file is there: its folder is not "
          + "on this machine)."
      ),
      (
        all + page + "location / { proxy_pass http://127.0.0.1:9000; }\n"
          + "location /a { proxy_pass http://127.0.0.1:9001; error_page 502 /50x.html; }\n"
          + "location /b { proxy_pass http://127.0.0.1:9002; error_page 404 /50x.html; }\n"
          + "location ^~ /c { proxy_pass http://127.0.0.1:9003; }\n"
          + "location ~ ^/c/x { proxy_pass http://127.0.0.1:9004; }\n",
        "5 places pass requests on: in 2, every failure shows a page of yours; in 1, only some failures show a page of "
          + "yours; in 1, visitors see nginx's own page; in 1, no request was found that gets there."
      ),
      ("location / { return 200; }", "Nothing here passes requests on."),
    ])
  func nginx(_ text: String, _ sentence: String) {
    #expect(Sample.nginx(text).project.coverage.text == sentence)
  }

  @Test("a connection that is closed shows nothing")
  func closed() {
    let text = "error_page 500 502 503 504 @gone; location @gone { return 444; }\n" + Self.two
    #expect(
      Sample.nginx(text).project.coverage.text == "2 places pass requests on: in 2, visitors see no answer.")
  }

  @Test("Caddy: an empty window, and an upstream that is waited for")
  func caddy() {
    let text = """
      http://a.example {
      	reverse_proxy 127.0.0.1:9000
      	handle_errors {
      		respond "back soon"
      	}
      }
      http://b.example {
      	reverse_proxy 127.0.0.1:9000 {
      		transport http {
      			response_header_timeout 30s
      		}
      	}
      }
      """
    #expect(
      Sample.caddy(text).project.coverage.text
        == "2 places pass requests on: in 1, every failure shows a page of yours; in 1, visitors see an empty window; "
        + "but in 1, a silent upstream is waited for without end.")
  }

  @Test(
    "Caddy: pages in a folder that is not here, or wherever Caddy is started",
    arguments: ["root * /elsewhere/pages", ""])
  func caddyElsewhere(_ root: String) {
    let text = """
      http://a.example {
      	reverse_proxy 127.0.0.1:9000 {
      		transport http {
      			response_header_timeout 30s
      		}
      	}
      	handle_errors {
      		\(root)
      		rewrite * /{err.status_code}.html
      		file_server
      	}
      }
      """
    let project = Sample.caddy(text).project
    #expect(
      project.coverage.text == "1 place passes requests on: every failure shows a page of yours (if its file is there: "
        + "its folder is not on this machine).")
    #expect(!Checker.check(project).sorted.contains { $0.id == "missing-file" && $0.severity > .info })
  }
}
