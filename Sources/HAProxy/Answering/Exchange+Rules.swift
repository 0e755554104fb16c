import Diagnostics
import ProxyConfig
import Trace

extension Exchange {
  /// The `http-request` rules of the section, its statistics, its redirects; nil when the request goes on.
  mutating func runRequestRules() throws(Interruption) -> Response? {
    rules: for rule in section.settings.requestRules where try holds(rule.condition) {
      switch rule.action {
      case .allow: break rules
      case .deny(let reply):
        tell("The request is denied", at: rule.place, .denied(reply.status))
        return try answer(reply)
      case .tarpit(let reply):
        tell("The request is held back and then denied", at: rule.place, .denied(reply.status))
        isRequestGone = true
        return try answer(reply)
      case .reply(let reply):
        tell("An answer is given without asking a server", at: rule.place, .answered(reply.status))
        return try answer(reply)
      case .close:
        tell("The connection is closed without an answer", at: rule.place)
        throw .closed
      case .authenticate:
        if hasPassword { continue }
        tell("A password is asked for", at: rule.place, .denied(401))
        var response = try page(401, at: rule.place)
        response.headers.append("www-authenticate", Value("Basic"))
        return response
      case .redirect(let redirect):
        if let response = try follow(redirect, rule.place) { return response }
      case .foreign(let name):
        guard !assumptions.modulesLetPass else { continue }
        throw .unknown("nobody knows here what \(name) does")
      case .setServerTimeout: hasServerTimeout = true
      case .forbidRetry: mayRetry = false
      default: try change(rule)
      }
    }
    if let raised = circumstances.failures.raised, section.number != frontend.number || section.isBackend {
      return try fail(
        raised, "HAProxy ends the request with \(raised), as it is said to", at: section.place, .raised(raised))
    }
    if let answer = try statistics() { return answer }
    for rule in section.redirects where try holds(rule.condition) {
      if case .redirect(let redirect) = rule.action, let response = try follow(redirect, rule.place) { return response }
    }
    return nil
  }

  private mutating func statistics() throws(Interruption) -> Response? {
    let stats = section.settings.stats
    guard stats.isOn, target.open == nil, target.bytes.hasPrefix(stats.uri) else { return nil }
    if stats.needsPassword, !hasPassword {
      tell("The statistics ask for a password", at: stats.place, .denied(401))
      return try page(401, at: section.place)
    }
    tell("The page of statistics", at: stats.place, .answered(200))
    return Response(status: 200, body: .builtin)
  }

  /// The `http-response` rules of one section; true when they end with an answer of HAProxy's own.
  mutating func runResponseRules(_ owner: ProxySection) throws(Interruption) -> Bool {
    for rule in owner.settings.responseRules where try holds(rule.condition) {
      switch rule.action {
      case .allow: return false
      case .deny(let reply), .reply(let reply):
        let old = response?.status ?? 0
        if case .deny = rule.action {
          tell("The server's answer with \(old) is refused", at: rule.place, .takenOver(old))
        } else {
          tell("The server's answer with \(old) is replaced", at: rule.place, .takenOver(old))
        }
        response = try answer(reply)
        return true
      case .close: throw .closed
      case .redirect(let redirect):
        if let away = try follow(redirect, rule.place) {
          response = away
          return true
        }
      case .foreign(let name):
        guard !assumptions.modulesLetPass else { continue }
        throw .unknown("nobody knows here what \(name) does")
      default: try change(rule)
      }
    }
    return false
  }

  mutating func runAfterRules(_ owner: ProxySection) throws(Interruption) {
    for rule in owner.settings.afterRules where try holds(rule.condition) {
      if case .allow = rule.action { return }
      try change(rule)
    }
  }

  /// A redirect as `http_apply_redirect_rule` puts it together; nil when it is left out for being empty.
  private mutating func follow(_ rule: RuleLine.Redirect, _ place: Place) throws(Interruption) -> Response? {
    var location = try format(rule.format)
    if rule.kind == .location {
      if rule.ignoresEmpty, location.bytes.isEmpty { return nil }
    } else {
      if rule.kind == .scheme {
        location.bytes += "://" + (headers.values("host").first?.bytes ?? "")
      } else if location.bytes == "/" {
        location.bytes = ""
      }
      var path = target.bytes
      if rule.dropsQuery {
        path = path.before(UInt8(ascii: "?"))
        if rule.appendsSlash, !path.hasSuffix("/") { path += "/" }
      }
      location.bytes += path
      location.open = location.open ?? target.open
    }
    tell("The visitor is sent to \(location.bytes.shown)", at: place, .redirected(rule.code))
    return Response(status: rule.code, body: .redirect, headers: HeaderLines([("location", location)]))
  }
}
