import Diagnostics
import ProxyConfig

/// Finds pages that `intercept` sends under the headers of the answer they replace.
struct InterceptKeepsHeaders: CaddyRule {
  static let description = RuleDescription(
    id: "intercept-keeps-headers", severity: .warning,
    summary: "intercept sends the page under the application's headers",
    rationale: """
      intercept keeps the headers of the answer it takes over: an HTML page goes out as application/json, with the \
      application's Cache-Control and Content-Encoding. handle_response of reverse_proxy starts afresh.
      """,
    failing: [
      .caddy(
        """
        http://shop.example {
        	intercept {
        		@down status 502 503
        		handle_response @down {
        			root /srv/pages
        			rewrite /{resp.status_code}.html
        			⟦file_server⟧ {
        				status {resp.status_code}
        			}
        		}
        	}
        	reverse_proxy 127.0.0.1:9000
        	handle_errors {
        		respond "back soon"
        	}
        }
        """)
    ],
    passing: [
      .caddy(
        """
        http://shop.example {
        	intercept {
        		@down status 502 503
        		handle_response @down {
        			root /srv/pages
        			rewrite /{resp.status_code}.html
        			header Content-Type "text/html; charset=utf-8"
        			header Cache-Control no-store
        			file_server {
        				status {resp.status_code}
        			}
        		}
        	}
        	reverse_proxy 127.0.0.1:9000
        	handle_errors {
        		respond "back soon"
        	}
        }
        """)
    ])

  func check(_ project: CaddyProject, into report: inout Report) {
    let pages = project.likelyVisits.filter { if case .file = $0.ending { true } else { false } }
    for (place, visits) in project.byPlace(pages, \.decisivePlace) {
      guard let found = project.handler(at: place), found.surroundings == .interceptedAnswers,
        case .fileServer = found.handler.kind, !CaddyFields.set(before: found).contains("content-type")
      else { continue }
      report.add(
        finding(
          "the page keeps the Content-Type and Cache-Control of the application's answer", at: place,
          help: "write before it: header Content-Type \"text/html; charset=utf-8\" and header Cache-Control no-store",
          shownBy: visits[0]))
    }
  }
}
