import Diagnostics
import ProxyConfig
import Trace

extension WrongContentType {
  static let caddyFailing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	reverse_proxy 127.0.0.1:9000
      	handle_errors {
      		⟦respond "<!doctype html><title>Back soon</title>"⟧
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
  ]

  func check(_ project: CaddyProject, into report: inout Report) {
    let wrong = project.likelyVisits.filter { $0.outcome.status >= 400 && isWrong($0, project) }
    for (place, visits) in project.byPlace(wrong, \.decisivePlace) {
      let type = visits[0].outcome.headers.first { $0.name == "content-type" }?.value ?? "nothing at all"
      let insertion = place.source.place(place.range.lowerBound..<place.range.lowerBound)
      let line = "header Content-Type \"text/html; charset=utf-8\"\n" + place.indentation
      report.add(
        finding(
          "the page for \(visits.codes) goes out as \(type)", at: place,
          help: "write before it: header Content-Type \"text/html; charset=utf-8\"",
          fix: project.isCaddyfile ? [.init(replace: insertion, with: line)] : [], shownBy: visits[0]))
    }
  }

  private func isWrong(_ visit: CaddyVisit, _ project: CaddyProject) -> Bool {
    let isHTML: Bool
    switch visit.ending {
    case .file(let path):
      isHTML =
        path.hasSuffix(".html")
        || (try? project.files.read(path)).map { $0.first { $0 > 0x20 } == UInt8(ascii: "<") } ?? false
    case .inline(let text): isHTML = text.first { !$0.isWhitespace } == "<"
    default: return false
    }
    let type = visit.outcome.headers.first { $0.name == "content-type" }?.value ?? ""
    return isHTML
      && !["text/html", "application/xhtml+xml", "text/xml", "application/xml"].contains { type.hasPrefix($0) }
  }
}

extension Place {
  /// The blanks in front of the place on its line.
  var indentation: String {
    var start = range.lowerBound
    while start > 0, source.bytes[start - 1] == 0x20 || source.bytes[start - 1] == 0x09 { start -= 1 }
    return source.text(start..<range.lowerBound)
  }
}
