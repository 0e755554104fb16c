import Diagnostics

/// What `caddy adapt` lets pass and loading does not: regular expressions, repeated hosts.
enum CaddyStartChecks {
  static func run(_ config: inout CaddyConfig) {
    var problems: [Diagnostic] = []
    for server in config.servers {
      check(server.routes, config.release, &problems, depth: 0)
      check(server.errorRoutes ?? [], config.release, &problems, depth: 0)
      for route in server.namedRoutes.values { check([route], config.release, &problems, depth: 0) }
    }
    for problem in problems {
      config.report.add(problem)
      if config.startFailure == nil { config.startFailure = problem }
    }
  }

  private static func check(
    _ routes: [CaddyRoute], _ release: CaddyRelease, _ problems: inout [Diagnostic], depth: Int
  ) {
    guard depth < 300 else { return }
    for route in routes {
      let place = route.handlers.first { $0.place != nil }?.place ?? Place(file: "")
      for set in route.matcherSets { check(set, release, place, &problems) }
      for handler in route.handlers {
        switch handler.kind {
        case .subroute(let inner, let errors):
          check(inner, release, &problems, depth: depth + 1)
          check(errors ?? [], release, &problems, depth: depth + 1)
        case .reverseProxy(let proxy):
          for handler in proxy.responseHandlers { check(handler.routes, release, &problems, depth: depth + 1) }
        case .intercept(let handlers):
          for handler in handlers { check(handler.routes, release, &problems, depth: depth + 1) }
        case .rewrite(let rewrite):
          for part in rewrite.pathRegexps { regexp(part.find, handler.place ?? place, &problems) }
          for part in rewrite.query ?? [] where !part.searchRegexp.isEmpty {
            regexp(part.searchRegexp, handler.place ?? place, &problems)
          }
        case .map(let map):
          for entry in map.entries where !entry.regexp.isEmpty {
            regexp(entry.regexp, handler.place ?? place, &problems)
          }
        case .headers(_, let response?):
          // Without a single change the operations are a null pointer, which only later releases look at.
          if !release.isModern, response.operations.isEmpty {
            problems.append(
              problem("a header block with nothing but defer makes Caddy 2.6 crash", handler.place ?? place))
          }
        default: break
        }
      }
    }
  }

  private static func check(
    _ set: CaddyMatcherSet, _ release: CaddyRelease, _ place: Place, _ problems: inout [Diagnostic]
  ) {
    for matcher in set.matchers {
      switch matcher {
      case .pathRegexp(let expression): regexp(expression.pattern, place, &problems)
      case .headerRegexp(let all), .varsRegexp(let all): for one in all { regexp(one.regexp.pattern, place, &problems) }
      case .not(let sets): for inner in sets { check(inner, release, place, &problems) }
      case .expression(let text, _):
        switch CaddyExpression.parse(text) {
        case .failure(let trouble):
          guard trouble.isCertain else { continue }
          problems.append(problem("the expression \(text) is not valid: \(trouble.message)", place))
        case .success(let expression):
          guard let name = expression.undeclaredName(release) else { continue }
          problems.append(problem("the expression \(text) is not valid: Caddy knows no \(name) there", place))
        }
      case .host(let hosts):
        let names = hosts.map(\.lowercased)
        if Set(names).count < names.count { problems.append(problem("a host is repeated in one matcher", place)) }
      default: break
      }
    }
  }

  private static func regexp(_ pattern: ByteText, _ place: Place, _ problems: inout [Diagnostic]) {
    do throws(CaddyPattern.Refusal) {
      _ = try CaddyPattern(pattern)
    } catch {
      if error.isInvalid { problems.append(problem("the regular expression \(pattern) \(error.reason)", place)) }
    }
  }

  private static func problem(_ message: String, _ place: Place) -> Diagnostic {
    Diagnostic(
      "caddy-cannot-start", .error, message, at: place,
      notes: ["`caddy adapt` is content with it, but Caddy does not start (`caddy validate` shows it)."])
  }
}
