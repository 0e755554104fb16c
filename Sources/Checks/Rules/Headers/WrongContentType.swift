import Diagnostics
import ProxyConfig
import Trace

/// Finds pages that browsers offer for download or show as text.
struct WrongContentType: NginxRule, SharedRule {
  static let description = RuleDescription(
    id: "wrong-content-type", severity: .warning,
    summary: "the page goes out with a type that browsers do not show as a page",
    rationale: """
      The type comes from the extension of the file, or, for a text from return, of the address the visitor asked for. \
      Without a known extension it is default_type: a download, or the page's source as text.
      """,
    failing: [
      .nginx(
        """
        default_type application/octet-stream;
        error_page 502 ⟦/502⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502 { root /srv/pages; }
        """,
        files: ["/srv/pages/502": "<!doctype html>"]),
      .nginx(
        """
        error_page 502 ⟦@down⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @down { return 502 '<!doctype html><title>Back soon</title>'; }
        """),
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000
        	handle_errors {
        		⟦respond "<!doctype html><title>Back soon</title>"⟧
        	}
        }
        """),
    ],
    passing: [
      .nginx(
        """
        default_type application/octet-stream;
        error_page 502 /502;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502 { root /srv/pages; types { } default_type text/html; }
        """,
        files: ["/srv/pages/502": "<!doctype html>"]),
      .nginx(
        """
        error_page 502 @down;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @down { default_type text/html; return 502 '<!doctype html><title>Back soon</title>'; }
        """),
      .nginx(
        """
        error_page 502 @down;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @down { return 502 'back soon'; }
        """),
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000
        	handle_errors {
        		header Content-Type "text/html; charset=utf-8"
        		respond "<!doctype html><title>Back soon</title>"
        	}
        }
        """),
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000
        	handle_errors {
        		respond "back soon"
        	}
        }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls where call.entry.code >= 400 {
      guard let type = call.outcome.headers.first(where: { $0.name == "content-type" })?.value,
        isWrong(type, call, project)
      else { continue }
      report.add(
        finding(
          "the page for \(call.codes) goes out as \(type)", at: call.entry.targetPlace,
          help: "write in its location: types { } default_type text/html;",
          related: project.related("its location", location: call.location), shownBy: call))
    }
  }

  private func isWrong(_ type: String, _ call: PageCall, _ project: NginxProject) -> Bool {
    let isHTML: Bool
    switch call.ending {
    case .file(let path):
      if path.hasSuffix(".html") || path.hasSuffix(".htm") {
        isHTML = true
      } else {
        isHTML = (try? project.files.read(path)).map { $0.first { $0 > 0x20 } == UInt8(ascii: "<") } ?? false
      }
    case .inline(let text): isHTML = text.first { !$0.isWhitespace } == "<"
    default: return false
    }
    return isHTML
      && !["text/html", "application/xhtml+xml", "text/xml", "application/xml", "image/svg+xml"].contains {
        type.hasPrefix($0)
      }
  }

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    let wrong = loaded.likelyVisits.filter { $0.outcome.status >= 400 && isWrong($0, loaded.machineFiles) }
    for (place, visits) in loaded.byPlace(wrong, \.decisivePlace) {
      let type = visits[0].outcome.headers.first { $0.name == "content-type" }?.value ?? "nothing at all"
      guard let advice = loaded.advice(.addHeader("Content-Type", "text/html; charset=utf-8"), visits[0]) else {
        continue
      }
      report.add(
        finding(
          "the page for \(visits.codes) goes out as \(type)", at: place, help: advice.help, fix: advice.fix,
          shownBy: visits[0]))
    }
  }

  private func isWrong(_ visit: Visit<some Pass>, _ files: any FileView) -> Bool {
    let isHTML: Bool
    switch visit.ending {
    case .file(let path):
      isHTML =
        path.hasSuffix(".html")
        || (try? files.read(path)).map { $0.first { $0 > 0x20 } == UInt8(ascii: "<") } ?? false
    case .inline(let text): isHTML = text.first { !$0.isWhitespace } == "<"
    default: return false
    }
    let type = visit.outcome.headers.first { $0.name == "content-type" }?.value ?? ""
    return isHTML
      && !["text/html", "application/xhtml+xml", "text/xml", "application/xml"].contains { type.hasPrefix($0) }
  }
}
