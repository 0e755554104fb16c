import Diagnostics
import ProxyConfig
import Trace

/// Finds `error_page … @name` where the server has no such location.
struct UndefinedNamedLocation: NginxRule {
  static let description = RuleDescription(
    id: "undefined-named-location", severity: .error,
    summary: "the named location does not exist",
    rationale: """
      nginx accepts the configuration and answers 500 when the error comes. "location = @name" and "/@name" do not make a \
      named location; only "location @name", directly in the server, does.
      """,
    failing: [
      .nginx(
        """
        error_page 502 ⟦@down⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = @down { root /srv/pages; }
        """)
    ],
    passing: [
      .nginx(
        """
        error_page 502 @down;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @down { return 502 'back soon'; }
        """)
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.pageCalls {
      guard case .missingNamedLocation(let name) = call.ending else { continue }
      let known = project.model.scope(call.server.scope).namedLocations.keys.map(\.string).sorted()
      report.add(
        finding(
          "there is no location \(name) in \(project.model.title(of: call.server.scope))", at: call.entry.targetPlace,
          notes: ["nginx starts all the same and answers 500."],
          help: NearestName.of(name, among: known).map { "did you mean \($0)?" } ?? "add: location \(name) { … }",
          related: project.related("the server", location: call.server.scope), shownBy: call))
    }
  }
}
