import Diagnostics
import ProxyConfig
import Trace

extension MixedStatusPage {
  static let caddyFailing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	reverse_proxy 127.0.0.1:9000 {
      		health_uri /up
      	}
      	handle_errors 502 503 {
      		root /srv/pages
      		rewrite /502.html
      		⟦file_server⟧
      	}
      }
      """)
  ]
  static let caddyPassing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	reverse_proxy 127.0.0.1:9000
      	handle_errors {
      		root /srv/pages
      		rewrite /50x.html
      		file_server
      	}
      }
      """)
  ]

  func check(_ project: CaddyProject, into report: inout Report) {
    let mixed = project.likelyVisits.filter { visit in
      guard case .file(let path) = visit.ending, visit.outcome.status >= 400 else { return false }
      guard let code = PathText.name(path).split(separator: ".").first.flatMap({ Int($0) }) else { return false }
      return 400...599 ~= code && code != visit.outcome.status
    }
    for (place, visits) in project.byPlace(mixed, \.decisivePlace) {
      guard case .file(let path) = visits[0].ending else { continue }
      report.add(
        finding(
          "\(PathText.name(path)) is also shown for \(visits.codes)", at: place,
          help: "write rewrite * /{err.status_code}.html, or name a neutral page",
          shownBy: visits[0]))
    }
  }
}
