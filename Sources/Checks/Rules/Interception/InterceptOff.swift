import Diagnostics
import ProxyConfig
import Trace

/// Finds pages for codes that only the application sends, where the proxy lets the application's own answer through.
struct InterceptOff: NginxRule, SharedRule {
  static let description = RuleDescription(
    id: "intercept-off", severity: .warning,
    summary: "the application's own errors bypass the page: interception is off",
    rationale: """
      error_page acts on errors that nginx makes itself. An error the application answers is passed on untouched unless \
      proxy_intercept_errors, or its counterpart for the module in use, is on.
      """,
    failing: [
      .nginx(
        """
        ⟦error_page 500 503 /50x.html;⟧
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { root /srv/pages; }
        """),
      .nginx(
        """
        ⟦error_page 404 /404.html;⟧
        location / { fastcgi_pass unix:/run/php.sock; }
        location = /404.html { internal; root /srv/pages; }
        """),
      .caddy(
        errors: Sample.pageForEachCode,
        proxy: """
          ⟦reverse_proxy 127.0.0.1:9000⟧
          """),
      .haproxy(defaults: "errorfile 503 /etc/haproxy/errors/503.http", backend: "⟦server a 127.0.0.1:9000⟧"),
      .apache(
        """
        ErrorDocument 503 "Back soon"
        ⟦ProxyPass / http://127.0.0.1:9000/⟧
        """),
    ],
    passing: [
      .nginx(
        """
        error_page 500 503 /50x.html;
        proxy_intercept_errors on;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { root /srv/pages; }
        """),
      .nginx(
        """
        error_page 502 504 /50x.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { root /srv/pages; }
        """),
      .nginx(
        """
        error_page 404 /404.html;
        location / { root /srv/www; }
        location /app { proxy_pass http://127.0.0.1:9000; }
        location = /404.html { root /srv/pages; }
        """),
      .caddy(
        errors: Sample.pageForEachCode,
        proxy: """
          reverse_proxy 127.0.0.1:9000 {
          	@down status 500 502 503 504
          	handle_response @down {
          		error "the application is down" {rp.status_code}
          	}
          }
          """),
      .haproxy(
        defaults: "errorfile 503 /etc/haproxy/errors/503.http",
        backend: """
          http-response return status 503 default-errorfiles if { status 503 }
          server a 127.0.0.1:9000
          """),
      .apache(
        """
        ErrorDocument 503 "Back soon"
        ProxyErrorOverride On 503
        ProxyPass / http://127.0.0.1:9000/
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    var made: [Origin: Bool] = [:]
    func isMade(_ code: Int, _ route: NginxRoute) -> Bool {
      let origin = Origin(code: code, server: route.server.scope)
      if let known = made[origin] { return known }
      let answer = isMadeByNginx(code, route, project)
      made[origin] = answer
      return answer
    }
    for route in project.routes where !project.model.doesIntercept(in: route.location) {
      guard let pass = project.model.pass(in: route.location), pass.module != "memcached" else { continue }
      let entries = project.model.errorPages(in: route.location)
      for directive in project.model.settings("error_page", in: route.location) {
        let codes = entries.filter {
          $0.directive.identity == directive.identity && !isMade($0.code, route)
        }.map(\.code)
        // Beside 502 and 504 the list is the usual one, and the application may be meant to speak for itself.
        let isUsual =
          entries.contains { $0.code == 502 || $0.code == 504 }
          || project.model.setting("\(pass.module)_intercept_errors", in: route.location) != nil
        guard let code = codes.first else { continue }
        let traced = project.tracer.traced(route.question, .of(route.peers, .status(code)))
        guard traced.outcome.body == .upstream else { continue }
        report.add(
          finding(
            "the application's own \(codes.listedInWords) \(codes.count == 1 ? "goes" : "go") out untouched: \(pass.module)_intercept_errors is off",
            at: directive.place, severity: isUsual ? .info : nil,
            help: "add \"\(pass.module)_intercept_errors on;\", unless the application is to speak for itself",
            related: [.init("this is where requests are passed on", at: pass.directive.place)], shownBy: traced))
      }
    }
  }

  private struct Origin: Hashable {
    let code: Int
    let server: Int
  }

  /// Whether nginx can come to the code without the application, anywhere in the route's server.
  private func isMadeByNginx(_ code: Int, _ route: NginxRoute, _ project: NginxProject) -> Bool {
    let model = project.model
    if [400, 405, 408, 411, 413, 414, 421, 429, 431, 444, 494, 495, 496, 497, 499, 502, 504].contains(code)
      || code < 400
    {
      return true
    }
    let scopes = model.locations(of: route.server) + [route.server.scope]
    // A script may end a request with any code.
    if scopes.contains(where: { model.isScripted($0) }) { return true }
    if code == 401 {
      return scopes.contains {
        let scope = $0
        return ["auth_basic", "auth_request", "auth_jwt", "auth_pam", "auth_ldap", "auth_gss", "auth_oidc"].contains {
          model.setting($0, in: scope) != nil
        }
      }
    }
    if code == 403 { return true }
    if code == 500 && scopes.contains(where: { model.setting("auth_request", in: $0) != nil }) { return true }
    if code == 503,
      scopes.contains(where: { model.setting("limit_req", in: $0) != nil || model.setting("limit_conn", in: $0) != nil }
      )
    {
      return true
    }
    if project.returns.contains(where: { $0.status == code && model.serverScope(of: $0.scope) == route.server.scope }) {
      return true
    }
    // A location that serves files can miss one.
    return code == 404
      && scopes.contains { servesFiles($0, model) && model.errorPages(in: $0).contains { $0.code == 404 } }
  }

  private func servesFiles(_ id: Int, _ model: NginxModel) -> Bool {
    guard let name = model.scope(id).name, model.pass(in: id) == nil, model.setting("internal", in: id) == nil else {
      return false
    }
    if model.scope(id).settings["try_files"] != nil { return true }
    if case .named = name { return false }
    if model.scope(id).script.contains(where: { if case .answer = $0.action { true } else { false } }) { return false }
    return !model.errorPages(in: id).contains { $0.target.source == name.text }
  }

  /// Many an application is meant to speak for itself, so that this is never more than a note.
  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    for (route, visits) in zip(loaded.routes, loaded.visitsByRoute.map({ $0.filter(\.isLikely) })) {
      // Whoever takes some answers over has chosen which.
      let chooses = visits.contains { $0.events.contains { if case .takenOver = $0.event { true } else { false } } }
      let untouched = visits.filter { visit in
        guard case .upstream(.status(let code)) = visit.trouble, code >= 500 else { return false }
        return visit.ending == .upstream && visit.outcome.status == code
      }
      guard !chooses, let first = untouched.first,
        visits.contains(where: { $0.trouble == .upstream(.refused) && $0.isPage }),
        let advice = loaded.advice(.takeOver(untouched.map(\.code)), first)
      else { continue }
      report.add(
        finding(
          "the application's own \(untouched.codes) \(untouched.count == 1 ? "goes" : "go") out untouched: the pages are for \(loaded.name)'s own errors",
          at: route.place, severity: .info, help: advice.help + ", unless the application is to speak for itself",
          shownBy: first))
    }
  }
}
