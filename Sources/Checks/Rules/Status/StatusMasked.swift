import Diagnostics
import ProxyConfig
import Trace

/// Finds outages that are answered with success.
struct StatusMasked: NginxRule, SharedRule {
  static let description = RuleDescription(
    id: "status-masked", severity: .error,
    summary: "the outage is answered with 200",
    rationale: """
      "=200", or a bare "=" before a static page, makes the outage look like a healthy answer: search engines index the \
      error page, caches keep it, monitors stay green, and a conditional request can even get 304.
      """,
    failing: [
      .nginx(
        """
        error_page 502 ⟦=200⟧ /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { root /srv/pages; }
        """),
      .nginx(
        """
        error_page 502 ⟦=⟧ /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { root /srv/pages; }
        """),
      .nginx(
        """
        error_page 502 ⟦=200⟧ /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        """),
      .caddy(
        errors: """
          respond "We will be back soon." ⟦200⟧
          """),
      .caddy(
        errors: """
          root * /srv/pages
          rewrite * /{err.status_code}.html
          file_server {
          	⟦status 200⟧
          }
          """),
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000 {
        		@down status 502 503
        		handle_response @down {
        			root * /srv/pages
        			rewrite * /{rp.status_code}.html
        			⟦file_server⟧
        		}
        	}
        }
        """),
      .caddy(
        """
        http://shop.example {
        	⟦reverse_proxy 127.0.0.1:9000⟧ {
        		@down status 503
        		replace_status @down 200
        	}
        }
        """),
      .caddy(
        """
        {"apps": {"http": {"servers": {"s": {"listen": [":80"],
          "routes": [{"handle": [{"handler": "reverse_proxy", "upstreams": [{"dial": "127.0.0.1:9000"}]}]}],
          "errors": {"routes": [{"handle": [{⟦"handler": "static_response"⟧, "status_code": 200, "body": "soon"}]}]}}}}}}
        """),
      .haproxy(
        defaults: "⟦errorfile 503 /etc/haproxy/errors/sorry.http⟧",
        files: ["/etc/haproxy/errors/sorry.http": "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nback soon"]),
      .haproxy(
        defaults: "errorfile 503 /etc/haproxy/errors/503.http",
        backend: """
          ⟦http-response return default-errorfiles if { status 503 }⟧
          server a 127.0.0.1:9000
          """),
    ],
    passing: [
      .nginx(
        """
        error_page 502 /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { root /srv/pages; }
        """),
      .nginx(
        """
        error_page 502 = @spare;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @spare { proxy_pass http://127.0.0.1:9001; }
        """),
      .caddy(
        errors: """
          respond "We will be back soon."
          """),
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000 {
        		@down status 502 503
        		handle_response @down {
        			root * /srv/pages
        			rewrite * /{rp.status_code}.html
        			file_server {
        				status {rp.status_code}
        			}
        		}
        	}
        }
        """),
      .haproxy(
        defaults: "errorfile 503 /etc/haproxy/errors/503.http",
        backend: """
          http-response return status 503 default-errorfiles if { status 503 }
          server a 127.0.0.1:9000
          """),
    ],
    notFor: [
      "apache": "Apache httpd keeps the status of an error on whatever page it serves for it."
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls where call.entry.code >= 500 {
      guard let place = call.entry.overridePlace, let verdict = verdict(on: call) else { continue }
      let end = call.entry.targetPlace.range.lowerBound
      report.add(
        finding(
          verdict, at: place, notes: ["Search engines index it, caches keep it and monitors see no outage."],
          help: "leave out \"\(place.text)\"",
          fix: [.init(replace: place.source.place(place.range.lowerBound..<end), with: "")], shownBy: call))
    }
  }

  private func verdict(on call: PageCall) -> String? {
    switch call.ending {
    case .file, .inline:
      let status = call.outcome.status
      return (200..<300).contains(status) ? "the page for \(call.codes) goes out with status \(status)" : nil
    case .deadUpstream, .missingFile, .unreadableFile, .directory:
      // Not yet; whoever mends the way to the page has the next trouble.
      guard call.entry.isPath, let status = call.entry.override, (200..<300).contains(status) else { return nil }
      return "the page for \(call.codes), once it is found, goes out with status \(status)"
    default: return nil
    }
  }

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    let masked = loaded.likelyVisits.filter { visit in
      guard visit.code >= 500, (200..<300).contains(visit.outcome.status) else { return false }
      switch visit.ending {
      case .file, .inline, .noPage: return true
      case .upstream: return visit.events.contains { if case .replaced = $0.event { true } else { false } }
      default: return false
      }
    }
    for (place, visits) in loaded.byPlace(masked, \.decisivePlace) {
      guard let advice = loaded.advice(.keepStatus, visits[0]) else { continue }
      report.add(
        finding(
          "the answer to \(visits.codes) goes out with status \(visits[0].outcome.status)", at: advice.place ?? place,
          notes: ["Search engines index it, caches keep it and monitors see no outage."], help: advice.help,
          fix: advice.fix, shownBy: visits[0]))
    }
  }
}
