import Diagnostics
import ProxyConfig
import Trace

extension NotInternal {
  static let caddyFailing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	root * /srv/pages
      	reverse_proxy /app/* 127.0.0.1:9000
      	file_server
      	handle_errors {
      		rewrite * /50x.html
      		⟦file_server⟧
      	}
      }
      """)
  ]
  static let caddyPassing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	root * /srv/www
      	reverse_proxy /app/* 127.0.0.1:9000
      	file_server
      	handle_errors {
      		root * /srv/pages
      		rewrite * /50x.html
      		file_server
      	}
      }
      """)
  ]

  func check(_ project: CaddyProject, into report: inout Report) {
    var tried: Set<String> = []
    for visit in project.likelyVisits where visit.code >= 500 {
      guard case .file(let path) = visit.ending, tried.insert("\(visit.route.site) \(path)").inserted,
        let place = visit.decisivePlace
      else { continue }
      // The path below each folder that may be the site's root.
      var parts = path.split(separator: "/").map(String.init)
      while !parts.isEmpty {
        let target = ByteText("/" + parts.joined(separator: "/"))
        let traced = project.tracer.followed(visit.question.sending { ($0.method, $0.target) = ("GET", target) })
        let outcome = traced.outcome
        if outcome.certainty == .exact, outcome.status == 200, outcome.body == .file(path) {
          report.add(
            finding(
              "anybody who asks for \(target.string) gets this page with status 200", at: place,
              help: "keep the pages outside of the folders that the site serves", shownBy: traced))
          break
        }
        parts.removeFirst()
      }
    }
  }
}
