import Diagnostics
import ProxyConfig
import Trace

/// Finds named locations that serve a file, which only a GET can get.
struct NamedStaticPost405: NginxRule {
  static let description = RuleDescription(
    id: "named-static-post-405", severity: .error,
    summary: "a POST gets 405 instead of the page",
    rationale: """
      A named location keeps the request's method, and a file cannot answer a POST, PUT or DELETE: a visitor who sends \
      a form during the outage gets "405 Not Allowed". A page with a path is always fetched with GET.
      """,
    failing: [
      .nginx(
        """
        error_page 502 ⟦@down⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @down { root /srv/pages; rewrite ^ /502.html break; }
        """),
      .nginx(
        """
        error_page 502 ⟦@down⟧;
        error_page 503 504 @down;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @down { root /srv/pages; rewrite ^ /502.html break; }
        """),
    ],
    passing: [
      .nginx(
        """
        error_page 503 /503.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /503.html { root /srv/pages; }
        """),
      .nginx(
        """
        error_page 503 @down;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @down { return 503 'back soon'; }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    var calls: [Int?: [(call: PageCall, path: String)]] = [:]
    var order: [Int?] = []
    for call in project.pageCalls where call.entry.isNamed && call.request.method == "POST" {
      guard case .wrongMethod(let path) = call.ending else { continue }
      if calls[call.location] == nil { order.append(call.location) }
      calls[call.location, default: []].append((call, path))
    }
    // The location is what is wrong, however many lines lead there.
    for location in order {
      guard let all = calls[location], let (call, path) = all.first else { continue }
      var others: [Place] = []
      for other in all.map(\.call.entry.targetPlace)
      where !other.isSame(as: call.entry.targetPlace) && !others.contains(where: other.isSame) { others.append(other) }
      let codes = Set(all.flatMap(\.call.codesAlike)).sorted().listedInWords
      report.add(
        finding(
          "a POST gets \(call.outcome.statusText) instead of the page for \(codes)", at: call.entry.targetPlace,
          notes: ["A named location keeps the method, and the file \(path) can only be fetched with GET."],
          help: "name a path instead of \(call.entry.target.source.string), or let the location return a text",
          related: project.related("this serves the file", location: location)
            + others.map { .init("this leads there as well", at: $0) }, shownBy: call))
    }
  }
}
