import ProxyConfig
import Trace

/// A request, and what goes wrong, that may bring an error about.
struct ErrorCause {
  var question: Question
  let failures: Failures
  /// The upstream does not answer at all; what it says to one request, it might not say to another.
  let isDead: Bool

  init(_ question: Question, _ failures: Failures = Failures(), isDead: Bool = false) {
    (self.question, self.failures, self.isDead) = (question, failures, isDead)
  }

  /// The same for somebody who sends a form; nil for who does not only read.
  var asPost: ErrorCause? {
    guard question.request.method == "GET" else { return nil }
    var post = self
    post.question.request.method = "POST"
    return post
  }
}

/// What can bring a code about in a scope: upstreams that fail, requests that a location refuses, and what nginx comes to
/// by itself. Whether it does, a trace must show.
struct ErrorCauses {
  private let model: NginxModel
  /// Nothing of the server passes requests on here, so what does is likely in a file that is not.
  private let hasRoutes: Bool
  /// Scopes whose instructions return a code.
  private let returned: [Int: Set<Int>]

  /// So many requests are tried for a `return` behind a condition.
  private static let mostVariants = 24

  init(_ model: NginxModel, _ server: NginxServer, hasRoutes: Bool) {
    self.model = model
    self.hasRoutes = hasRoutes
    var returned: [Int: Set<Int>] = [:]
    func walk(_ script: [NginxStatement], _ scope: Int) {
      for statement in script {
        switch statement.action {
        case .answer(let status, _): returned[status, default: []].insert(scope)
        case .condition(_, _, let body): walk(body, scope)
        default: break
        }
      }
    }
    for scope in model.locations(of: server) + [server.scope] { walk(model.scope(scope).script, scope) }
    self.returned = returned
  }

  func of(_ code: Int, in scope: Int, _ route: NginxRoute?, _ door: Door) -> [ErrorCause] {
    var causes: [ErrorCause] = []
    let plain: Question
    if let route {
      plain = route.question
      causes += upstream(code, route)
    } else {
      guard let question = question(to: scope, code, door) else { return [] }
      plain = question
      causes.append(ErrorCause(plain))
    }
    causes += refusals(code, plain, in: scope)
    causes += returns(code, plain, in: scope)
    if isRaised(code, in: scope) { causes.append(ErrorCause(plain, Failures(raised: code))) }
    return causes
  }

  /// What the route's upstream can do to bring the code about.
  private func upstream(_ code: Int, _ route: NginxRoute) -> [ErrorCause] {
    switch code {
    case 502: return [ErrorCause(route.question, .of(route.peers, .refused), isDead: true)]
    case 504: return [ErrorCause(route.question, .of(route.peers, .timeout), isDead: true)]
    default:
      var causes: [ErrorCause] = []
      if code >= 300, model.doesIntercept(in: route.location) {
        causes.append(ErrorCause(route.question, .of(route.peers, .status(code))))
      }
      if code == 500, !route.authPeers.isEmpty {
        causes.append(ErrorCause(route.question, .of(route.authPeers, .refused)))
      }
      return causes
    }
  }

  /// A request that a location answers by itself; nil where only other locations lead.
  private func question(to scope: Int, _ code: Int, _ door: Door) -> Question? {
    if model.setting("internal", in: scope) != nil { return nil }
    let paths = PathGuesses(model: model).of(scope)
    // A folder is what is most often forbidden.
    let path = code == 403 ? paths.last.map { $0.last == UInt8(ascii: "/") ? $0 : $0 + "/" } : paths.first
    return path.map { door.question($0) }
  }

  /// Requests that the scope itself turns away.
  private func refusals(_ code: Int, _ plain: Question, in scope: Int) -> [ErrorCause] {
    var asked = plain
    switch code {
    case 401 where model.setting("auth_basic", in: scope) != nil:
      asked.circumstances.hasRightPassword = false
      asked.request.client = Request.outsideAddress
    case 403 where !model.settings(NginxModel.accessRules, in: scope).isEmpty:
      asked.request.client = Request.outsideAddress
    case 405: asked.request.method = "POST"
    case 413:
      guard let limit = model.bodyLimit(in: scope) else { return [] }
      asked.request.method = "POST"
      asked.request.bodyLength = limit + 1
    default: return []
    }
    return [ErrorCause(asked)]
  }

  /// Requests that a `return` with the code on the way to the scope may answer.
  private func returns(_ code: Int, _ plain: Question, in scope: Int) -> [ErrorCause] {
    guard let scopes = returned[code], model.chain(from: scope).contains(where: { scopes.contains($0.id) }) else {
      return []
    }
    var causes = [ErrorCause(plain), ErrorCause(plain, Failures(switchesOn: true))]
    for variant in RequestGuesses(to: scope, model).variants(of: plain).prefix(Self.mostVariants) {
      causes.append(ErrorCause(variant))
    }
    return causes
  }

  /// Whether nginx may end a request with the code by itself, for reasons that no request shows.
  private func isRaised(_ code: Int, in scope: Int) -> Bool {
    switch code {
    // Malformed requests, and what goes wrong inside nginx.
    case 400, 414, 494...497, 500, 505: return true
    case 401, 403:
      if ["auth_request", "auth_jwt", "auth_pam", "auth_ldap", "auth_gss", "auth_oidc"].contains(where: {
        model.setting($0, in: scope) != nil
      }) {
        return true
      }
    default: break
    }
    if code >= 500 && !hasRoutes || model.isScripted(scope) { return true }
    return ["limit_req", "limit_conn"].contains { limit in
      model.setting(limit, in: scope) != nil && (model.value("\(limit)_status", in: scope)?.number ?? 503) == code
    }
  }
}
