import Diagnostics
import ProxyConfig
import Trace

extension InterceptSwallowsAPI {
  static let caddyFailing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	handle /api/* {
      		⟦reverse_proxy 127.0.0.1:9000⟧ {
      			@bad status 4xx 5xx
      			handle_response @bad {
      				error {rp.status_code}
      			}
      		}
      	}
      	handle_errors {
      		root * /srv/pages
      		rewrite * /{err.status_code}.html
      		file_server
      	}
      }
      """, files: ["/srv/pages/404.html": "not here", "/srv/pages/422.html": "odd", "/srv/pages/502.html": "down"])
  ]
  static let caddyPassing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	handle /api/* {
      		reverse_proxy 127.0.0.1:9000 {
      			@down status 502 503 504
      			handle_response @down {
      				error {rp.status_code}
      			}
      		}
      	}
      	handle_errors {
      		root * /srv/pages
      		rewrite * /{err.status_code}.html
      		file_server
      	}
      }
      """, files: ["/srv/pages/502.html": "down"]),
    .caddy(
      """
      http://shop.example {
      	handle /api/* {
      		reverse_proxy 127.0.0.1:9000 {
      			@bad status 4xx
      			handle_response @bad {
      				respond `{"status": {rp.status_code}}` {rp.status_code}
      			}
      		}
      	}
      	handle_errors {
      		respond "{err.status_code}"
      	}
      }
      """),
  ]

  /// `handle_response` in an API's proxy hands its answers on to pages, at once or by way of `handle_errors`.
  func check(_ project: CaddyProject, into report: inout Report) {
    for route in project.routes {
      guard let handlers = route.proxy?.responseHandlers, !handlers.isEmpty else { continue }
      let words = route.source.path.string.lowercased().split { !$0.isLetter && !$0.isNumber }
      guard words.contains(where: { Self.marks.contains(String($0)) }) else { continue }
      let question = route.question.sending { $0.ask(for: "application/json") }
      let replaced = [400, 404, 409, 422].map { code in
        (code: code, traced: project.tracer.followed(question, route.failures(.status(code))))
      }.filter { $0.traced.outcome.isCertainlyHTML }
      guard let first = replaced.first else { continue }
      report.add(
        finding(
          "the API's own \(replaced.map(\.code).listedInWords) is replaced by an HTML page", at: route.place,
          help: "let handle_response take 502 503 504 only, or answer in JSON there",
          related: handlers.compactMap(\.place).prefix(1).map {
            .init("this takes the answers over", at: $0)
          }, shownBy: first.traced))
    }
  }
}

extension Request {
  /// As a program asks that wants this type.
  fileprivate mutating func ask(for type: String) {
    headers.removeAll { $0.name.lowercased() == "accept" }
    headers.append(.init("Accept", type))
  }
}

extension Outcome {
  fileprivate var isCertainlyHTML: Bool {
    guard certainty == .exact else { return false }
    switch body {
    case .file(let path): return path.hasSuffix(".html")
    case .inline(let text): return text.hasPrefix("<")
    default: return false
    }
  }
}
