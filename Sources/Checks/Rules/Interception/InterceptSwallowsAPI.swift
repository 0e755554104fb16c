import Diagnostics
import ProxyConfig
import Trace

/// Finds APIs whose own answers are replaced by pages.
struct InterceptSwallowsAPI: SharedRule {
  static let description = RuleDescription(
    id: "intercept-swallows-api", severity: .warning,
    summary: "an API's own error answers are replaced by a page",
    rationale: """
      With interception on, a listed code of the application is replaced: the JSON that tells a client what was wrong, and \
      the difference between a 404 and a 422 of its own, never arrive.
      """,
    failing: [
      .nginx(
        """
        proxy_intercept_errors on;
        error_page 404 /404.html;
        location /api/ { ⟦proxy_pass http://127.0.0.1:9000;⟧ }
        location = /404.html { internal; root /srv/pages; }
        """),
      .caddy(
        errors: Sample.pageForEachCode,
        proxy: """
          handle /api/* {
          	⟦reverse_proxy 127.0.0.1:9000⟧ {
          		@bad status 4xx 5xx
          		handle_response @bad {
          			error {rp.status_code}
          		}
          	}
          }
          """, files: ["/srv/pages/404.html": "not here", "/srv/pages/422.html": "odd", "/srv/pages/502.html": "down"]),
      haproxy(api: [page, "⟦server a 127.0.0.1:9001⟧"], app: ["server a 127.0.0.1:9000"]),
      apache(override: "404 503", pass: "⟦ProxyPass /api/ http://127.0.0.1:9000/⟧"),
    ],
    passing: [
      .nginx(
        """
        proxy_intercept_errors on;
        error_page 404 /404.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location /api/ { proxy_intercept_errors off; proxy_pass http://127.0.0.1:9000; }
        location = /404.html { internal; root /srv/pages; }
        """),
      .nginx(
        """
        proxy_intercept_errors on;
        error_page 502 503 /50x.html;
        location /api/ { proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { internal; root /srv/pages; }
        """),
      .caddy(
        errors: Sample.pageForEachCode,
        proxy: """
          handle /api/* {
          	reverse_proxy 127.0.0.1:9000 {
          		@down status 502 503 504
          		handle_response @down {
          			error {rp.status_code}
          		}
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
      haproxy(api: ["server a 127.0.0.1:9001"], app: [page, "server a 127.0.0.1:9000"]),
      apache(override: "503", pass: "ProxyPass /api/ http://127.0.0.1:9000/"),
    ])

  private static let page =
    "http-response return status 404 content-type text/html file /srv/pages/404.html if { status 404 }"

  /// An API beside an application, each with lines of its own.
  private static func haproxy(api: [String], app: [String]) -> Sample {
    func lines(_ lines: [String]) -> String { lines.map { "    \($0)\n" }.joined() }
    let front = ["bind :80", "use_backend api if { path_beg /api/ }", "default_backend app"]
    let text = "frontend www\n\(lines(front))backend api\n\(lines(api))backend app\n\(lines(app))"
    return .haproxy(String(text.dropLast()))
  }

  private static func apache(override codes: String, pass: String) -> Sample {
    .apache(
      """
      <Directory /srv/pages>
          Require all granted
      </Directory>
      DocumentRoot /srv/pages
      ErrorDocument 404 /404.html
      ErrorDocument 503 /503.html
      ProxyErrorOverride On \(codes)
      \(pass)
      """)
  }

  private static let marks: Set<Substring> = ["api", "graphql", "rpc", "rest", "jsonrpc"]

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    for (route, visits) in zip(loaded.routes, loaded.visitsByRoute) {
      let path = (route.request.target.cut("?")?.before ?? route.request.target).string.lowercased()
      // What is passed on untouched is not replaced.
      guard path.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).contains(where: { Self.marks.contains($0) }),
        let own = visits.first(where: { $0.trouble == .upstream(.status(404)) }),
        visits.contains(where: \.isTakenFromUpstream)
      else { continue }
      let replaced = [400, 404, 409, 422].compactMap { code -> (code: Int, traced: TracedRequest)? in
        var question = own.question
        question.request.ask(for: "application/json")
        for (peer, _) in question.circumstances.failures.byAddress {
          question.circumstances.failures.byAddress[peer] = .status(code)
        }
        if question.circumstances.failures.everywhere != .none {
          question.circumstances.failures.everywhere = .status(code)
        }
        let traced = loaded.followed(question)
        return traced.outcome.isCertainlyHTML ? (code, traced) : nil
      }
      guard let first = replaced.first, let advice = loaded.advice(.keepAnswers, own) else { continue }
      let taker = first.traced.outcome.ownSteps.first { $0.isTakingOver }?.place
      report.add(
        finding(
          "the API's own \(replaced.map(\.code).listedInWords) is replaced by an HTML page", at: route.place,
          help: advice.help, related: taker.map { [.init("this takes the answers over", at: $0)] } ?? [],
          shownBy: first.traced))
    }
  }
}

extension Visit {
  /// The upstream has answered with an error, and what goes out is something else.
  fileprivate var isTakenFromUpstream: Bool {
    guard case .upstream(.status) = trouble else { return false }
    return outcome.body != .upstream
  }
}

extension Outcome.Step {
  fileprivate var isTakingOver: Bool {
    switch event {
    case .takenOver, .errorPage: place != nil
    default: false
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
