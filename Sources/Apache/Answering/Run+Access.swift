import Diagnostics
import ProxyConfig
import Trace

/// Who may see something: mod_access_compat, mod_authz_core, passwords.
extension Run {
  /// nil for those who may, else the status.
  func checkAccess(_ exchange: Exchange) throws -> Int? {
    // What the request before was allowed to see needs no second look, if nothing else holds for this one.
    if let before = exchange.previous ?? exchange.main, !exchange.hasFreshSettings,
      before.sections == exchange.sections
    {
      return nil
    }
    let access = exchange.settings.access
    if let place = access.requiresTLS, request.scheme == .http {
      guard access.satisfiesAny != true else {
        throw Undecided("what SSLRequireSSL does beside Satisfy Any", at: place)
      }
      tell("SSLRequireSSL turns plain HTTP away", at: place, .denied(403))
      return 403
    }
    let byAddress = try isAllowed(access, exchange)
    let byRule = try access.requires.map { try judge($0, exchange) } ?? .neutral
    if access.satisfiesAny == true {
      if byAddress, access.order != nil || !access.allowed.isEmpty || !access.denied.isEmpty { return nil }
      return try ended(byRule, exchange, isAddressRefused: false)
    }
    if !byAddress {
      tell("Order, Allow and Deny keep the visitor out", at: access.order?.place, .denied(403))
      return 403
    }
    return try ended(byRule, exchange, isAddressRefused: true)
  }

  enum Judgement { case granted, denied, neutral, needsUser }

  private func ended(_ judgement: Judgement, _ exchange: Exchange, isAddressRefused: Bool) throws -> Int? {
    let place = exchange.settings.access.requires?.place
    switch judgement {
    case .granted: return nil
    case .neutral:
      guard exchange.settings.access.requires != nil else { return nil }
      tell("None of the Require lines lets the visitor in", at: place, .denied(403))
      return 403
    case .denied:
      tell("Require keeps the visitor out", at: place, .denied(403))
      return 403
    case .needsUser:
      guard let type = exchange.settings.access.authType, type.lowercased() != "none" else {
        tell("Require asks for a user, but no AuthType says how", at: place, .denied(500))
        return 500
      }
      guard type.lowercased() == "basic" || type.lowercased() == "digest" else {
        // A module nobody here knows asks who it is.
        if assumptions.modulesLetPass { return nil }
        throw Undecided("what the login of the type \(type) does", at: place)
      }
      if hasPassword { return nil }
      if request.header("authorization") != nil { throw Undecided("whether the password is right", at: place) }
      tell("A password is asked for", at: place, .denied(401))
      return 401
    }
  }

  private var hasPassword: Bool { visitor.isWatched ? decider.knowsPassword : circumstances.hasRightPassword }

  /// One `Require` or a section of them (`apply_authz_sections`).
  private func judge(_ requirement: Requirement, _ exchange: Exchange) throws -> Judgement {
    switch requirement {
    case .single(let provider, let words, let isNegated, let methods, let place):
      guard methods?.contains(exchange.method) ?? true else { return .neutral }
      // Nobody is refused for what only a module that nobody here knows could say of him.
      if isNegated, assumptions.modulesLetPass, !Self.ownProviders.contains(provider) { return .neutral }
      let result = try judge(provider, words, exchange, at: place)
      guard isNegated else { return result }
      return result == .granted ? .denied : .neutral
    case .all(let inner, _):
      let results = try inner.map { try judge($0, exchange) }
      if results.contains(.denied) { return .denied }
      if results.contains(.needsUser) { return .needsUser }
      return results.contains(.granted) ? .granted : .neutral
    case .any(let inner, _):
      let results = try inner.map { try judge($0, exchange) }
      if results.contains(.granted) { return .granted }
      if results.contains(.needsUser) { return .needsUser }
      return results.contains(.denied) ? .denied : .neutral
    case .none(let inner, _):
      let results = try inner.map { try judge($0, exchange) }
      if results.contains(.granted) { return .denied }
      return results.contains(.needsUser) ? .needsUser : .neutral
    }
  }

  /// What `Require` can ask without a module that nobody here knows.
  private static let ownProviders: Set<String> = [
    "all", "env", "method", "ip", "local", "expr", "valid-user", "user", "group", "file-owner", "file-group", "ssl",
    "host", "forward-dns",
  ]

  private func judge(
    _ provider: String, _ words: [Written], _ exchange: Exchange, at place: Place
  ) throws -> Judgement {
    func verdict(_ isGranted: Bool) -> Judgement { isGranted ? .granted : .denied }
    switch provider {
    case "all": return verdict(words.first?.text.string.lowercased() == "granted")
    case "env": return verdict(words.contains { exchange.environment[$0.text.string] != nil })
    case "method":
      let method: RequestMethod = exchange.method == "HEAD" ? "GET" : exchange.method
      return verdict(words.contains { method == $0.text.string })
    case "ip":
      let address = try client("whose address it is", at: place)
      return verdict(words.contains { ClientRange($0.text.string)?.contains(address) == true })
    case "local":
      let address = try client("whose address it is", at: place)
      return verdict(address.hasPrefix("127.") || address == "::1")
    case "expr":
      let text = ByteText.joined(words.map(\.text), separator: " ")
      guard let expression = try? ExpressionReader.condition(text) else {
        throw Undecided("the expression \(text.shown)", at: place)
      }
      return verdict(try isTrue(expression, exchange, at: place))
    case "valid-user": return .needsUser
    case "user", "group", "file-owner", "file-group":
      if hasPassword { return .granted }
      return .needsUser
    case "ssl": return verdict(request.scheme == .https)
    // The name of the visitor's machine is no module's affair.
    case "host", "forward-dns": throw Undecided("whether Require \(provider) lets the visitor in", at: place)
    default:
      if assumptions.modulesLetPass { return exchange.settings.access.authType == nil ? .granted : .needsUser }
      throw Undecided("whether Require \(provider) lets the visitor in", at: place)
    }
  }

  func client(_ why: String, at place: Place?) throws -> String {
    guard let client = visitor.client else { throw Undecided("the visitor's address", at: place) }
    return client
  }

  /// `Order`, `Allow` and `Deny`.
  private func isAllowed(_ access: Access, _ exchange: Exchange) throws -> Bool {
    guard access.order != nil || !access.allowed.isEmpty || !access.denied.isEmpty else { return true }
    func names(_ lists: [Access.Visitors]) throws -> Bool {
      try lists.contains { list in
        try (list.methods?.contains(exchange.method) ?? true) && list.words.contains { try isNamed($0, exchange) }
      }
    }
    let (allowed, denied) = (try names(access.allowed), try names(access.denied))
    return access.order?.isAllowFirst == true ? allowed && !denied : allowed || !denied
  }

  private func isNamed(_ word: Written, _ exchange: Exchange) throws -> Bool {
    let text = word.text.string
    if text.lowercased() == "all" { return true }
    if text.lowercased().hasPrefix("env=") {
      let name = text.dropFirst(4)
      return name.hasPrefix("!")
        ? exchange.environment[String(name.dropFirst())] == nil
        : exchange.environment[String(name)] != nil
    }
    guard let range = ClientRange(text) else { throw Undecided("the name of the visitor's machine", at: word.place) }
    return range.contains(try client("whose address it is", at: word.place))
  }
}
