import Diagnostics
import ProxyConfig
import Trace

/// Finds error pages that are asked of the very upstream that has just failed.
struct ServedByDeadUpstream: NginxRule, SharedRule {
  static let description = RuleDescription(
    id: "served-by-dead-upstream", severity: .error,
    summary: "the error page is fetched from the upstream that is down",
    rationale: """
      The page's path is looked up like any other. When no location of its own takes it, it falls into the one that is \
      proxied, the dead upstream is asked again, and the visitor gets the proxy's own bare page.
      """,
    failing: [
      .nginx(
        """
        error_page 502 ⟦/502.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        """),
      .nginx(
        """
        error_page 502 ⟦@down⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @down { proxy_pass http://127.0.0.1:9000; }
        """),
      .nginx(
        """
        error_page 502 504 ⟦/50x.html⟧;
        location / {
          proxy_cache pages;
          proxy_cache_use_stale error timeout;
          proxy_pass http://127.0.0.1:9000;
        }
        """),
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000
        	handle_errors {
        		rewrite * /{err.status_code}.html
        		⟦reverse_proxy 127.0.0.1:9000⟧
        	}
        }
        """),
      .apache(
        """
        ⟦ProxyPass / http://127.0.0.1:9000/⟧
        ErrorDocument 503 /errors/503.html
        """),
    ],
    passing: [
      .nginx(
        """
        error_page 502 /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { internal; root /srv/pages; }
        """),
      .nginx(
        """
        error_page 502 @spare;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @spare { proxy_pass http://127.0.0.1:9001; }
        """),
      .nginx(
        """
        error_page 404 /404;
        location / { proxy_pass http://127.0.0.1:9000; }
        """),
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000
        	handle_errors {
        		rewrite * /{err.status_code}.html
        		reverse_proxy 127.0.0.1:9001
        	}
        }
        """),
      .apache(
        """
        <Directory /srv/pages>
            Require all granted
        </Directory>
        ErrorDocument 503 /errors/502.html
        DocumentRoot /srv/pages
        ProxyPass /errors/ !
        ProxyPass / http://127.0.0.1:9000/
        """),
    ],
    notFor: [
      "haproxy": "HAProxy reads its pages when it starts and asks nobody for them."
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls
    where call.ending == .sameUpstream && project.takenPage(call) == nil && !VhostLacksPage.concerns(call, in: project)
      && !DiskPath.isLikely(call.entry.target.source.string) && !ServerRewriteCapturesPage.concerns(call, in: project)
    {
      let target = call.entry.target.source.string
      report.add(
        finding(
          "the page for \(call.codes), \(target), is asked of the upstream that is down", at: call.entry.targetPlace,
          severity: call.outcome.certainty == .exact && !mayBeCached(call, project.model) ? nil : .warning,
          notes: ["The visitor gets nginx's own page for \(call.outcome.status)."],
          help: call.entry.isPath ? "add: location = \(target) { internal; root /where/the/pages/are; }" : nil,
          related: project.related("this location takes the page and passes it on", location: call.location),
          shownBy: call))
    }
  }

  /// An old copy may go out in the page's place.
  private func mayBeCached(_ call: PageCall, _ model: NginxModel) -> Bool {
    guard let location = call.location else { return false }
    return NginxModel.passModules.contains { model.setting("\($0)_cache_use_stale", in: location) != nil }
  }

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    let dead = loaded.likelyVisits.filter {
      $0.ending == .deadUpstream && $0.trouble == .upstream(.refused) && DiskPath.ofPage($0, loaded) == nil
    }
    for (place, visits) in loaded.byPlace(dead, \.decisivePlace) {
      let visit = visits[0]
      guard let advice = loaded.advice(.serveFromDisk, visit) else { continue }
      report.add(
        finding(
          "the page for \(visits.codes) is asked of the upstream that is down", at: place,
          notes: ["The visitor gets \(visit.outcome.status) with \(loaded.bare(visit))."], help: advice.help,
          related: [.init("this is the upstream that fails", at: visit.route.place)], shownBy: visit))
    }
  }
}
