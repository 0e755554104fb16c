import Diagnostics
import ProxyConfig
import Trace

/// Finds errors that are kept: by nginx's own cache, or by browsers and caches that a header allows to.
struct CachedError: NginxRule, SharedRule {
  static let description = RuleDescription(
    id: "cached-error", severity: .warning,
    summary: "an error is kept by a cache after the upstream has recovered",
    rationale: """
      A Cache-Control header that is set for every answer goes out with the error pages, too, and nginx's proxy_cache_valid with any or \
      a 5xx keeps an upstream's error. Either way, visitors go on seeing the outage after it is over.
      """,
    failing: [
      .nginx("location / { proxy_cache one; ⟦proxy_cache_valid any 1m;⟧ proxy_pass http://127.0.0.1:9000; }"),
      .nginx(
        """
        ⟦add_header Cache-Control "public, max-age=3600" always;⟧
        error_page 502 503 504 /50x.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { internal; root /srv/pages; }
        """),
      .caddy(
        errors: "root * /srv/pages\nrewrite * /{err.status_code}.html\n⟦file_server⟧",
        proxy: "header Cache-Control \"public, max-age=3600\"\nreverse_proxy 127.0.0.1:9000"),
      haproxy(
        "http-after-response", page: "⟦errorfile 503 /etc/haproxy/errors/503.http⟧", server: "⟦server a 127.0.0.1:9000⟧"
      ),
      .apache(
        pages: """
          Header always set Cache-Control max-age=3600
          ⟦ErrorDocument 502 /errors/502.html⟧
          ⟦ErrorDocument 503 /errors/502.html⟧
          """),
    ],
    passing: [
      .nginx(
        """
        location / {
          proxy_cache one;
          proxy_cache_valid 200 301 1m;
          proxy_cache_valid 404 10s;
          proxy_pass http://127.0.0.1:9000;
        }
        """),
      .nginx("location / { proxy_cache one; proxy_cache_valid any 5s; proxy_pass http://127.0.0.1:9000; }"),
      .caddy(
        errors: "root * /srv/pages\nrewrite * /{err.status_code}.html\nheader Cache-Control no-store\nfile_server",
        proxy: "header Cache-Control \"public, max-age=3600\"\nreverse_proxy 127.0.0.1:9000"),
      haproxy("http-response", page: "errorfile 503 /etc/haproxy/errors/503.http", server: "server a 127.0.0.1:9000"),
      .apache(
        pages: """
          Header always set Cache-Control max-age=3600 "expr=%{REQUEST_STATUS} -lt 400"
          ErrorDocument 503 /errors/502.html
          """),
    ])

  private static func haproxy(_ rule: String, page: String, server: String) -> Sample {
    .haproxy(
      """
      frontend www
          bind :80
          \(rule) set-header Cache-Control max-age=3600
          default_backend app
      backend app
          \(page)
          \(server)
      """)
  }

  /// Seconds that hurt nobody.
  private static let harmless = 9

  func check(_ loaded: some LoadedProxy, into report: inout Report) { checkHeaders(loaded, into: &report) }

  private func checkHeaders(_ loaded: some LoadedProxy, into report: inout Report) {
    let kept = loaded.likelyVisits.filter {
      $0.isCertain && $0.outcome.status >= 500 && $0.outcome.body != .upstream
        && ($0.outcome.keptFor ?? 0) > Self.harmless
    }
    for (place, visits) in loaded.byPlace(kept, \.decisivePlace) {
      guard let visit = visits.first, let seconds = visit.outcome.keptFor,
        let advice = loaded.advice(.addHeader("Cache-Control", "no-store"), visit)
      else { continue }
      report.add(
        finding(
          "browsers and caches may show the answer to \(visits.codes) for \(seconds) s after the upstream has recovered",
          at: advice.place ?? place, notes: ["It goes out with Cache-Control: \(Self.control(of: visit.outcome))"],
          help: advice.help, related: advice.related, shownBy: visit))
    }
  }

  private static func control(of outcome: Outcome) -> String {
    outcome.headers.filter { $0.name == "cache-control" }.map(\.value).joined(separator: ", ")
  }

  func check(_ project: NginxProject, into report: inout Report) {
    checkHeaders(project, into: &report)
    for route in project.routes {
      guard let pass = project.model.pass(in: route.location),
        let zone = project.model.value("\(pass.module)_cache", in: route.location), zone != "off"
      else { continue }
      for line in project.model.settings("\(pass.module)_cache_valid", in: route.location) {
        guard let time = line.words.last?.value, line.words.count > 2, Self.seconds(time) >= 10 else { continue }
        let codes = line.arguments.dropLast().filter {
          $0.bytes == "any" || ($0.bytes.number.map { $0 >= 500 } ?? false)
        }
        guard !codes.isEmpty else { continue }
        report.add(
          finding(
            "an error of the upstream is shown for \(time) after it has recovered", at: line.place,
            help: "list the codes worth keeping: 200 301 302 404",
            related: project.related("the cached location", location: route.location)))
      }
    }
  }

  /// Seconds of a time such as `1m`; combinations are added up.
  private static func seconds(_ text: String) -> Int {
    var sum = 0
    var number = 0
    for character in text {
      if let digit = character.wholeNumberValue {
        number = min(number * 10 + digit, 1 << 40)
        continue
      }
      let factors: [Character: Int] = [
        "s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604_800, "M": 2_592_000, "y": 31_536_000,
      ]
      sum += number * (factors[character] ?? 1)
      number = 0
    }
    return sum + number
  }
}
