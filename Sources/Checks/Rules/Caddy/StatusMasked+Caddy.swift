import Diagnostics
import ProxyConfig
import Trace

extension StatusMasked {
  static let caddyFailing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	reverse_proxy 127.0.0.1:9000
      	handle_errors {
      		respond "We will be back soon." ⟦200⟧
      	}
      }
      """),
    .caddy(
      """
      http://shop.example {
      	reverse_proxy 127.0.0.1:9000
      	handle_errors {
      		root * /srv/pages
      		rewrite * /{err.status_code}.html
      		file_server {
      			⟦status 200⟧
      		}
      	}
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
  ]
  static let caddyPassing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	reverse_proxy 127.0.0.1:9000
      	handle_errors {
      		respond "We will be back soon."
      	}
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
      			file_server {
      				status {rp.status_code}
      			}
      		}
      	}
      }
      """),
  ]

  func check(_ project: CaddyProject, into report: inout Report) {
    let masked = project.likelyVisits.filter { visit in
      guard visit.code >= 500, (200..<300).contains(visit.outcome.status) else { return false }
      switch visit.ending {
      case .file, .inline: return true
      case .upstream: return visit.events.contains { if case .replaced = $0.event { true } else { false } }
      default: return false
      }
    }
    for (place, visits) in project.byPlace(masked, \.decisivePlace) {
      let spot = Spot(project, place)
      report.add(
        finding(
          "the answer to \(visits.codes) goes out with status \(visits[0].outcome.status)", at: spot.place,
          notes: ["Search engines index it, caches keep it and monitors see no outage."], help: spot.help,
          fix: spot.fix, shownBy: visits[0]))
    }
  }

  /// The words that make the status, and what to write instead.
  private struct Spot {
    var place: Place
    var help = "keep the error's status"
    var fix: [Diagnostic.Edit] = []

    init(_ project: CaddyProject, _ place: Place) {
      self.place = place
      guard let found = project.handler(at: place) else { return }
      let extent = found.handler.extent ?? place
      let isForErrors = found.surroundings == .errors
      switch found.handler.kind {
      case .fileServer(let server):
        guard !server.status.isEmpty else {
          help = "write: file_server { status {\(isForErrors ? "err" : "rp").status_code} }, one word a line"
          return
        }
        if let words = extent.narrowed(to: ["status \(server.status)"]) { self.place = words }
        help = "leave out \"status\", which keeps the error's own"
        if !isForErrors { help = "write: status {rp.status_code}" }
      case .staticResponse(let response):
        if let line = found.handler.place, line.text.hasSuffix(" " + response.status.string), !response.status.isEmpty {
          let end = line.range.upperBound
          self.place = line.source.place(end - response.status.count..<end)
          if isForErrors {
            let start = line.source.place(end - response.status.count - 1..<end)
            if project.isCaddyfile { fix = [.init(replace: start, with: "")] }
          }
        }
        help =
          isForErrors
          ? "leave out the status: respond then keeps the error's own" : "write {rp.status_code} as the status"
      case .reverseProxy: help = "leave the status as it is, or raise an error: error \"upstream\" {rp.status_code}"
      default: break
      }
    }
  }
}
