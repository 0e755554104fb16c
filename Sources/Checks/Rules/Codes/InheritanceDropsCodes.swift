import Diagnostics
import ProxyConfig
import Trace

/// Finds an `error_page` in a location that makes the server's ones ineffective there.
struct InheritanceDropsCodes: NginxRule {
  static let description = RuleDescription(
    id: "inheritance-drops-codes", severity: .error,
    summary: "one error_page in a location drops all that it would inherit",
    rationale: """
      error_page is inherited as a whole or not at all. One line in a location, for any code, takes every page of the server \
      away there, those for a dead upstream too.
      """,
    failing: [
      .nginx(
        """
        error_page 502 504 /50x.html;
        location = /50x.html { root /srv/pages; }
        location = /404.html { root /srv/pages; }
        location / { ⟦error_page 404 /404.html;⟧ proxy_pass http://127.0.0.1:9000; }
        """)
    ],
    passing: [
      .nginx(
        """
        error_page 502 504 /50x.html;
        location = /50x.html { root /srv/pages; }
        location = /404.html { root /srv/pages; }
        location / {
          error_page 404 /404.html;
          error_page 502 504 /50x.html;
          proxy_pass http://127.0.0.1:9000;
        }
        """),
      .nginx(
        """
        error_page 502 504 /50x.html;
        location = /50x.html { root /srv/pages; }
        location /static/ { error_page 404 /404.html; root /srv/www; }
        location / { proxy_pass http://127.0.0.1:9000; }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for (route, visits) in zip(project.routes, project.visitsByRoute) {
      guard let (own, outer) = Self.lists(in: route.location, project.model), let first = own.first,
        let lost = outer.first
      else { continue }
      let dropped = Self.dropped(route.location, project.model)
      guard !dropped.isEmpty, let visit = visits.first(where: { $0.lacksPage(for: dropped) }) else { continue }
      report.add(
        finding(
          "the page\(dropped.count == 1 ? "" : "s") for \(dropped.listedInWords) no longer hold\(dropped.count == 1 ? "s" : "") here",
          at: first.place, notes: ["One error_page in a location drops every one it would inherit."],
          help: "repeat the error_page lines of the outer level here",
          related: [.init("dropped by the line in the location", at: lost.place)], shownBy: visit))
    }
  }

  /// The lines in effect in a scope and those they have replaced.
  static func lists(in location: Int, _ model: NginxModel) -> (own: [Directive], outer: [Directive])? {
    var own: [Directive]?
    for scope in model.chain(from: location) {
      guard let lines = scope.settings["error_page"] else { continue }
      if let own { return (own, lines) }
      own = lines
    }
    return nil
  }

  /// The codes of a dead upstream that the outer level has a page for and the location has not.
  static func dropped(_ location: Int, _ model: NginxModel) -> [Int] {
    guard let (own, outer) = lists(in: location, model) else { return [] }
    let kept = Set(own.flatMap(model.errorPages(of:)).map(\.code))
    var codes: Set<Int> = [502, 504]
    if model.doesIntercept(in: location) { codes.formUnion([500, 503]) }
    return Set(outer.flatMap(model.errorPages(of:)).map(\.code)).intersection(codes).subtracting(kept).sorted()
  }
}

extension NginxVisit {
  /// Whether the visitor gets the proxy's own page for one of some codes, because no `error_page` in effect lists it.
  func lacksPage(for codes: [Int]) -> Bool {
    isCertain && outcome.body == .builtin
      && ownSteps.contains { step in
        if case .noErrorPage(let code, .none) = step.event { codes.contains(code) } else { false }
      }
  }
}
