import Diagnostics
import ProxyConfig
import Trace

/// Finds interception switched on for a module that the location does not use.
struct WrongInterceptModule: NginxRule {
  static let description = RuleDescription(
    id: "wrong-intercept-module", severity: .error,
    summary: "interception is on for a module that is not in use here",
    rationale: """
      Every module that passes requests on has an *_intercept_errors of its own. proxy_intercept_errors does nothing for \
      fastcgi_pass, and the application's errors bypass the page although the configuration says otherwise.
      """,
    failing: [
      .nginx(
        """
        error_page 500 /500.html;
        location / { fastcgi_pass unix:/run/php.sock; ⟦proxy_intercept_errors on;⟧ }
        location = /500.html { root /srv/pages; }
        """)
    ],
    passing: [
      .nginx(
        """
        error_page 500 /500.html;
        location / { fastcgi_pass unix:/run/php.sock; fastcgi_intercept_errors on; }
        location = /500.html { root /srv/pages; }
        """),
      .nginx(
        """
        proxy_intercept_errors on;
        error_page 500 /500.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location /php { fastcgi_pass unix:/run/php.sock; }
        location = /500.html { root /srv/pages; }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    var modules: [Int: Set<String>] = [:]
    for (route, visits) in zip(project.routes, project.visitsByRoute) {
      guard let pass = project.model.pass(in: route.location), pass.module != "memcached",
        project.model.setting("\(pass.module)_intercept_errors", in: route.location) == nil
      else { continue }
      let used =
        modules[route.server.scope]
        ?? Set(project.model.locations(of: route.server).compactMap { project.model.pass(in: $0)?.module })
      modules[route.server.scope] = used
      for module in NginxModel.passModules where module != pass.module && !used.contains(module) {
        let name = "\(module)_intercept_errors"
        guard project.model.flag(name, in: route.location),
          let directive = project.model.setting(name, in: route.location),
          isBelowServer(name, route, project.model), let word = directive.words.first,
          let visit = visits.first(where: { $0.isApplicationsOwn })
        else { continue }
        report.add(
          finding(
            "\(name) does nothing for \(pass.directive.name)", at: directive.place,
            help: "write: \(pass.module)_intercept_errors on;",
            related: [.init("the requests are passed on by this", at: pass.directive.place)],
            fix: [.init(replace: word.place, with: "\(pass.module)_intercept_errors")], shownBy: visit))
      }
    }
  }

  /// A line for all servers may be meant for others.
  private func isBelowServer(_ name: String, _ route: NginxRoute, _ model: NginxModel) -> Bool {
    let owner = model.chain(from: route.location).first { $0.settings[name] != nil }
    if case .http = owner?.kind { return false }
    return true
  }
}

extension NginxVisit {
  /// Whether an error that the application answers goes out as it is.
  fileprivate var isApplicationsOwn: Bool {
    guard case .upstream(.status) = trouble else { return false }
    return isCertain && outcome.body == .upstream
  }
}
