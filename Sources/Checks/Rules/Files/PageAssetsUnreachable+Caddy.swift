import Diagnostics
import ProxyConfig
import Trace

extension PageAssetsUnreachable {
  static let caddyFailing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	reverse_proxy 127.0.0.1:9000
      	handle_errors {
      		root * /srv/pages
      		rewrite * /down.html
      		⟦file_server⟧
      	}
      }
      """, files: ["/srv/pages/down.html": "<link rel=stylesheet href=\"/style.css\">"])
  ]
  static let caddyPassing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	handle /style.css {
      		root * /srv/www
      		file_server
      	}
      	handle {
      		reverse_proxy 127.0.0.1:9000
      	}
      	handle_errors {
      		root * /srv/pages
      		rewrite * /down.html
      		file_server
      	}
      }
      """,
      files: ["/srv/pages/down.html": "<link rel=stylesheet href=\"/style.css\">", "/srv/www/style.css": "p{}"])
  ]

  func check(_ project: CaddyProject, into report: inout Report) {
    var read: Set<String> = []
    for visit in project.likelyVisits where visit.code >= 500 {
      guard case .file(let path) = visit.ending, path.hasSuffix(".html"), let place = visit.decisivePlace,
        read.insert("\(visit.route.site) \(path)").inserted, let bytes = try? project.files.read(path)
      else { continue }
      for address in PageReferences.addresses(in: bytes) {
        guard let target = PageReferences.path(address, seenFrom: visit.request.target) else { continue }
        let question = visit.question.sending { ($0.target, $0.method) = (target, "GET") }
        let traced = project.tracer.followed(question, visit.route.failures(.refused))
        let outcome = traced.outcome
        guard outcome.certainty == .exact, outcome.status >= 400 else { continue }
        report.add(
          finding(
            "\(PathText.name(path)) refers to \(address), which is answered with \(outcome.status) during the outage",
            at: place, help: "put it into the page, or serve it in a handle block of its own",
            shownBy: traced))
        break
      }
    }
  }
}
