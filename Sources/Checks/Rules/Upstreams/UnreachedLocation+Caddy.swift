import Diagnostics
import Trace

extension UnreachedLocation {
  static let caddyFailing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	respond "closed" 410
      	⟦reverse_proxy 127.0.0.1:9000⟧
      }
      """)
  ]
  static let caddyPassing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	@strangers not header X-Key *
      	respond @strangers 403
      	@forms {
      		method POST
      		path /forms/*
      		path_regexp \\.php$
      	}
      	handle @forms {
      		reverse_proxy 127.0.0.1:9000
      	}
      	handle {
      		reverse_proxy 127.0.0.1:9001
      	}
      	handle_errors {
      		respond "{err.status_code}"
      	}
      }
      """)
  ]

  func check(_ project: CaddyProject, into report: inout Report) {
    let asked = Set(
      project.visits.flatMap(\.events).compactMap { event, place -> Spot? in
        if case .asked = event { place.map { Spot($0) } } else { nil }
      })
    for proxy in project.unreached {
      guard let attempt = proxy.attempt else { continue }
      guard !asked.contains(Spot(proxy.place)) else { continue }
      report.add(
        finding(
          "no request was found that is passed on here, so what visitors of \(proxy.site) get was not followed",
          at: proxy.place, notes: [Self.story(attempt)], help: "take it out if it is dead", shownBy: attempt))
    }
    let open = project.unreached.filter { $0.attempt == nil }
    guard let first = open.first else { return }
    report.add(
      finding(
        "the search for requests ended at its budget: this and \(open.count - 1) more reverse_proxy were not followed",
        at: first.place, severity: .warning,
        notes: ["A request was followed for \(project.routes.count) of them; the rest takes longer than a check may."],
        help: "check the sites one by one, or test for a path before anything else"))
  }

  private static func story(_ attempt: TracedRequest) -> String {
    let request = "\(attempt.request.method) \(attempt.request.target)"
    if case .unknown(let reason) = attempt.outcome.certainty {
      return "\(request) depends on something unknown: \(reason)."
    }
    return attempt.outcome.status == 0
      ? "\(request) gets no answer." : "\(request) is answered with \(attempt.outcome.status)."
  }
}
