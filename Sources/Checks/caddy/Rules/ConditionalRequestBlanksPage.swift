import Diagnostics
import ProxyConfig
import Trace

/// Finds pages that returning visitors get empty or in pieces.
struct ConditionalRequestBlanksPage: CaddyRule {
  static let description = RuleDescription(
    id: "conditional-request-blanks-page", severity: .warning,
    summary: "a returning visitor gets the status with an empty body",
    rationale: """
      A browser that has been here before asks with If-Modified-Since or If-None-Match, a player or a download with Range. \
      file_server answers for the error page: "not modified", which under the error's status is an empty window, or ten \
      bytes of it. Take the conditions off the request first.
      """,
    failing: [
      .caddy(
        errors: """
          root * /srv/pages
          rewrite * /{err.status_code}.html
          ⟦file_server⟧
          """)
    ],
    passing: [
      .caddy(
        errors: """
          request_header -If-Modified-Since
          request_header -If-None-Match
          request_header -Range
          root * /srv/pages
          rewrite * /{err.status_code}.html
          file_server
          """),
      .caddy(
        errors: """
          respond "back soon"
          """),
    ])

  func check(_ project: CaddyProject, into report: inout Report) {
    let spoilt = project.visits.filter { visit in
      switch visit.manner {
      case .conditional: visit.events.contains { $0.event == .emptied }
      case .partial: visit.events.contains { $0.event == .cut }
      default: false
      }
    }
    for (place, visits) in project.byPlace(spoilt, \.decisivePlace) {
      var fields: [String] = []
      for visit in visits {
        guard let name = visit.request.headers.last?.name, !fields.contains(name) else { continue }
        fields.append(name)
      }
      let lines = fields.map { "request_header -\($0)" }
      let isEmptied = visits.contains { $0.manner == .conditional }
      let start = place.source.place(place.range.lowerBound..<place.range.lowerBound)
      let text = lines.map { $0 + "\n" + place.indentation }.joined()
      report.add(
        finding(
          isEmptied
            ? "a returning visitor gets \(visits[0].outcome.status) with an empty body: the request's \(fields.listedInWords) \(fields.count == 1 ? "is" : "are") applied to the page"
            : "a request with Range gets a piece of the page", at: place,
          help: "write before it: " + lines.joined(separator: ", "),
          fix: project.isCaddyfile ? [.init(replace: start, with: text)] : [], shownBy: visits[0]))
    }
  }
}
