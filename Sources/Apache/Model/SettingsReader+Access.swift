import Diagnostics
import ProxyConfig

/// Who may see something.
extension SettingsReader {
  mutating func readAccess(_ directive: Directive) -> Bool {
    let words = words(directive)
    let first = words.first?.lowercased() ?? ""
    switch directive.name {
    case "Require": requirements.append(requirement(directive, nil))
    case "AuthMerging": settings.access.merging = first == "and" ? .and : first == "or" ? .or : .off
    case "AuthType": settings.access.authType = words.first
    case "SSLRequireSSL": settings.access.requiresTLS = directive.place
    case "Satisfy": settings.access.satisfiesAny = first == "any"
    case "order":
      // With a comma, in either order.
      switch words.joined(separator: ",").lowercased().filter({ !$0.isWhitespace }) {
      case "allow,deny": settings.access.order = (true, directive.place)
      case "deny,allow": settings.access.order = (false, directive.place)
      case "mutual-failure": settings.access.order = (true, directive.place)
      default: fail("unknown-order", "Order takes allow,deny or deny,allow", place(directive, 1))
      }
    case "allow", "deny":
      guard first == "from", words.count > 1 else {
        fail("allow-from", "\(directive.name) needs the word from and then whom it is for", directive.place)
        return true
      }
      let visitors = Access.Visitors(
        words: directive.words.dropFirst(2).map { Written(text: $0.bytes, place: $0.place) }, methods: methods)
      if directive.name == "allow" {
        settings.access.allowed.append(visitors)
      } else {
        settings.access.denied.append(visitors)
      }
    default: return false
    }
    return true
  }

  private static let providers: [String: String] = [
    "all": "authz_core_module", "env": "authz_core_module", "method": "authz_core_module", "expr": "authz_core_module",
    "ip": "authz_host_module", "host": "authz_host_module", "local": "authz_host_module",
    "forward-dns": "authz_host_module", "user": "authz_user_module", "valid-user": "authz_user_module",
    "group": "authz_groupfile_module", "file-owner": "authz_owner_module", "file-group": "authz_owner_module",
    "ldap-user": "authnz_ldap_module", "ldap-group": "authnz_ldap_module", "ldap-dn": "authnz_ldap_module",
    "ldap-attribute": "authnz_ldap_module", "ldap-filter": "authnz_ldap_module", "ldap-search": "authnz_ldap_module",
    "dbm-group": "authz_dbm_module", "dbm-file-group": "authz_dbm_module", "dbd-group": "authz_dbd_module",
    "dbd-login": "authz_dbd_module", "dbd-logout": "authz_dbd_module", "ssl": "ssl_module",
    "ssl-verify-client": "ssl_module",
  ]

  /// One `Require`, or a section of them.
  mutating func requirement(_ directive: Directive, _ block: [Directive]?) -> Requirement {
    if let block {
      let inner = block.effective.compactMap { inner -> Requirement? in
        if inner.name == "Require" { return requirement(inner, nil) }
        return inner.name.hasPrefix("<Require") ? requirement(inner, inner.block ?? []) : nil
      }
      if directive.name != "<RequireAll>" { refuseNegations(inner, directive.place) }
      switch directive.name {
      case "<RequireAll>": return .all(inner, directive.place)
      case "<RequireNone>": return .none(inner, directive.place)
      default: return .any(inner, directive.place)
      }
    }
    var arguments = Array(directive.arguments)
    let isNegated = arguments.first?.value.lowercased() == "not"
    if isNegated { arguments.removeFirst() }
    guard let provider = arguments.first?.value.lowercased() else {
      fail("require-argument", "Require says not who may see it", directive.place)
      return .all([], directive.place)
    }
    let module = Self.providers[provider]
    if builder.config.foreignModules.isEmpty, !isForeign(provider), module.map({ !builder.config.has($0) }) ?? true {
      fail(
        "unknown-requirement",
        module.map { "Require \(provider) needs the module \($0), which is not loaded" }
          ?? "Require \(provider) is unknown", arguments[0].place,
        help: NearestName.of(provider, among: Self.providers.keys.sorted()).flatMap {
          module == nil ? "did you mean \($0)?" : nil
        })
    }
    check(provider, arguments.dropFirst(), directive)
    return .single(
      provider: provider, words: arguments.dropFirst().map { Written(text: $0.bytes, place: $0.place) },
      isNegated: isNegated, methods: methods, directive.place)
  }

  /// Whether a well-known module has it that the main configuration loads, of which a site's own file says nothing.
  private func isForeign(_ provider: String) -> Bool {
    Self.foreignProviders.contains(provider) && builder.config.modules.isSuperset(of: DirectiveTable.stock.modules)
  }

  /// Of mod_auth_openidc, Shibboleth and mod_auth_cas.
  private static let foreignProviders: Set<String> = [
    "claim", "claims_expr", "shibboleth", "shib-session", "shib-user", "shib-attr", "shib-plugin", "cas-attribute",
  ]

  /// `Require not` lets nobody in, so that it means nothing where one line is enough.
  mutating func refuseNegations(_ requirements: [Requirement], _ place: Place) {
    for case .single(let provider, _, true, _, let place) in requirements {
      fail(
        "negated-requirement", "Require not \(provider) has no effect where one of several lines is enough", place,
        help: "put it into <RequireAll> with a Require that grants access")
    }
  }

  private mutating func check(_ provider: String, _ words: ArraySlice<Argument>, _ directive: Directive) {
    switch provider {
    case "all":
      if words.count != 1 || !["granted", "denied"].contains(words.first?.value.lowercased() ?? "") {
        fail("require-all", "Require all is granted or denied", directive.place, help: "write Require all granted")
      }
    case "ip":
      for word in words where ClientRange(word.value) == nil {
        fail("require-ip", "\(word.value) is no address or network", word.place)
      }
      if words.isEmpty { fail("require-ip", "Require ip names no address", directive.place) }
    case "expr": _ = condition(Self.expression(words), directive.place)
    case "local", "valid-user":
      if !words.isEmpty { fail("require-argument", "Require \(provider) takes no further words", directive.place) }
    default: break
    }
  }

  /// The words of `Require expr`, in quotation marks or not.
  static func expression(_ words: ArraySlice<Argument>) -> ByteText {
    ByteText.joined(words.map { words.count == 1 ? $0.bytes : ByteText($0.place.text) }, separator: " ")
  }
}

/// An address or network as `Require ip` and `Allow from` take it: `10.1`, `10.0.0.0/8`, `10.0.0.0/255.0.0.0`, `2001:db8::/32`.
struct ClientRange: Sendable {
  let range: AddressRange

  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
    guard let first = parts.first else { return nil }
    var address = first
    var bits: Int?
    if !first.contains(":") {
      let numbers = first.split(separator: ".").map { Int($0) }
      guard 1...4 ~= numbers.count, numbers.allSatisfy({ $0.map { 0...255 ~= $0 } ?? false }) else { return nil }
      if numbers.count < 4 {
        guard parts.count == 1 else { return nil }
        bits = numbers.count * 8
        address = (numbers.compactMap(\.self).map(String.init) + ["0", "0", "0"]).prefix(4).joined(separator: ".")
      }
    }
    if parts.count == 2 {
      if let number = Int(parts[1]) {
        bits = number
      } else {
        let mask = parts[1].split(separator: ".").compactMap { UInt8($0) }
        guard mask.count == 4 else { return nil }
        bits = mask.reduce(0) { $0 + $1.nonzeroBitCount }
      }
    }
    guard let range = AddressRange(bits.map { "\(address)/\($0)" } ?? address) else { return nil }
    self.range = range
  }

  func contains(_ address: String) -> Bool { range.contains(address) ?? false }
}
