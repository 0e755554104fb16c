import Diagnostics
import ProxyConfig
import Trace

/// Finds failures of an upstream that no page is named for although others have one.
struct MissingCodes: NginxRule, SharedRule {
  static let description = RuleDescription(
    id: "missing-codes", severity: .warning,
    summary: "some failures of the upstream have no page",
    rationale: """
      A refused connection is 502, a timeout 504, an exhausted limit 503 or 429, a failing auth service 500. A code that no \
      error_page lists is answered with the proxy's own page.
      """,
    failing: [
      .nginx(
        """
        ⟦error_page 502 /502.html;⟧
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { root /srv/pages; }
        """),
      .nginx(
        """
        ⟦error_page 502 504 /50x.html;⟧
        location / { limit_req zone=one; proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { root /srv/pages; }
        """),
      .caddy(
        """
        http://shop.example {
        	⟦reverse_proxy 127.0.0.1:9000⟧
        	handle_errors 503 504 {
        		respond "back soon"
        	}
        }
        """),
      .caddy(
        """
        http://shop.example {
        	⟦reverse_proxy 127.0.0.1:9000⟧ {
        		transport http {
        			response_header_timeout 30s
        		}
        	}
        	handle_errors {
        		@down expression `{err.status_code} in [502, 503]`
        		respond @down "back soon"
        	}
        }
        """),
      .haproxy(defaults: "errorfile 503 /etc/haproxy/errors/503.http", backend: "⟦server a 127.0.0.1:9000⟧"),
      .apache(
        """
        ErrorDocument 503 "Back soon"
        ⟦ProxyPass / http://127.0.0.1:9000/⟧
        """),
    ],
    passing: [
      .haproxy(
        """
        frontend www
            bind :80
            default_backend app
        backend app
            server a 127.0.0.1:9000
        """),
      .apache("ProxyPass / http://127.0.0.1:9000/"),
      .nginx(
        """
        error_page 500 502 503 504 /50x.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { root /srv/pages; }
        """),
      .nginx(
        """
        error_page 404 /404.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /404.html { root /srv/pages; }
        """),
      .nginx(
        """
        error_page 502 503 504 /50x.html;
        location / { limit_req zone=one; proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { root /srv/pages; }
        """),
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000 {
        		transport http {
        			response_header_timeout 30s
        		}
        	}
        	handle_errors 5xx {
        		respond "back soon"
        	}
        }
        """),
      .haproxy(
        defaults: """
          errorfile 502 /etc/haproxy/errors/502.http
          errorfile 503 /etc/haproxy/errors/503.http
          errorfile 504 /etc/haproxy/errors/504.http
          """),
      .apache(
        """
        ErrorDocument 502 "Back soon"
        ErrorDocument 503 "Back soon"
        ErrorDocument 504 "Back soon"
        ProxyPass / http://127.0.0.1:9000/
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for (route, visits) in zip(project.routes, project.visitsByRoute) {
      let listed = Set(project.model.errorPages(in: route.location).map(\.code))
      guard let line = Self.line(of: route.location, project.model) else { continue }
      let dropped = InheritanceDropsCodes.dropped(route.location, project.model)
      let shown = Self.bare(visits, route, project).filter { !listed.contains($0.code) && !dropped.contains($0.code) }
      let missing = Set(shown.map(\.code)).sorted()
      guard let first = shown.first else { continue }
      report.add(
        finding(
          "\(missing.listedInWords) \(missing.count == 1 ? "has" : "have") no page in \(project.model.title(of: route.location))",
          at: line.place,
          notes: ["The visitor gets nginx's own page for \(missing.count == 1 ? "it" : "them")."],
          help: "list \(missing.count == 1 ? "it" : "them") as well",
          related: project.related("this is where the upstream is asked", location: route.location), shownBy: first.by))
    }
  }

  /// Where the code would be looked for: beside the other one of a dead upstream, or else beside any of its kind.
  private static func line(of location: Int, _ model: NginxModel) -> Directive? {
    let lines = model.settings("error_page", in: location)
    func first(_ isWanted: (Int) -> Bool) -> Directive? {
      lines.first { line in model.errorPages(of: line).contains { isWanted($0.code) } }
    }
    return first { $0 == 502 || $0 == 504 } ?? first { $0 >= 500 }
  }

  /// The codes for which a visitor gets nginx's own page: those of a dead upstream, and of the limits in effect.
  private static func bare(_ visits: [NginxVisit], _ route: NginxRoute, _ project: NginxProject) -> [(
    code: Int, by: TracedRequest
  )] {
    var found: [(code: Int, by: TracedRequest)] = []
    for visit in visits where visit.firstHop == nil {
      for code in [502, 504] where visit.lacksPage(for: [code]) {
        if case .upstream = visit.trouble { found.append((code, visit.traced)) }
      }
    }
    for limit in ["limit_req", "limit_conn"] where project.model.setting(limit, in: route.location) != nil {
      let code = project.model.value("\(limit)_status", in: route.location)?.number ?? 503
      let traced = project.tracer.traced(route.question, Failures(raised: code))
      if traced.outcome.certainty == .exact, traced.outcome.body == .builtin { found.append((code, traced)) }
    }
    return found
  }

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    for (route, visits) in zip(loaded.routes, loaded.visitsByRoute) where loaded.hasPages(at: route, visits) {
      let bare = visits.filter { visit in
        visit.isLikely && [.unanswered, .noPage].contains(visit.ending) && visit.code >= 500
          && visit.outcome.status == visit.code
      }
      let codes = Set(bare.map(\.code)).sorted()
      guard let first = bare.first, let advice = loaded.advice(.listCodes(codes), first) else { continue }
      report.add(
        finding(
          "\(bare.codes) \(codes.count == 1 ? "has" : "have") no page here", at: route.place,
          notes: ["The visitor gets the status with \(loaded.bare(first))."], help: advice.help, shownBy: first))
    }
  }
}
