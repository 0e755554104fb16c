import Diagnostics
import ProxyConfig

/// Directives of servers.
extension SettingsReader {
  /// Reads a directive that means something else at the server's level than in a section; false for all others.
  mutating func readServer(_ directive: Directive, _ server: inout Server) -> Bool {
    let words = words(directive)
    let first = words.first ?? ""
    switch directive.name {
    case "Listen":
      if let address = ListenAddress(first), address.port != nil {
        builder.listens.append(address)
      } else {
        fail("listen-address", "Listen needs a port, and \(first) has none", place(directive, 1))
      }
    case "ServerName": name(first, &server)
    case "ServerAlias": server.aliases += words.map { $0.lowercased() }
    case "DocumentRoot":
      server.documentRoot = ByteText(PathText.normal(PathText.join(builder.config.serverRoot, first)))
    case "Alias", "AliasMatch", "ScriptAlias", "ScriptAliasMatch": return alias(directive, &server)
    case "Redirect", "RedirectMatch", "RedirectTemp", "RedirectPermanent":
      if let entry = redirectEntry(directive) { server.redirects.append(entry) }
    case "ProxyPass", "ProxyPassMatch":
      if let pass = proxyPass(directive, path: nil, &server) { server.proxyPasses.append(pass) }
    case "BalancerMember": memberAtServer(directive, &server)
    case "ProxySet":
      if first.lowercased().hasPrefix("balancer://") {
        member(directive, directive.words.dropFirst(2), &server.balancers[first.lowercased(), default: Balancer()])
      }
    case "ProxyTimeout": server.proxyTimeout = number(directive)
    case "Timeout": server.timeout = number(directive)
    case "AccessFileName": server.accessFile = words
    case "MergeSlashes": if let isOn = flag(directive) { server.mergesSlashes = isOn }
    case "UseCanonicalName": server.usesCanonicalName = first.lowercased() == "on"
    case "LimitInternalRecursion": server.recursionLimit = number(directive) ?? 10
    case "SSLEngine": server.isSSL = first.lowercased() == "on"
    case "SSLProxyEngine": if let isOn = flag(directive) { server.sslProxyEngine = isOn }
    case "ProxyWebsocketFallbackToProxyHttp": if let isOn = flag(directive) { server.tunnelsWebsockets = !isOn }
    case "AllowEncodedSlashes": encodedSlashes(first)
    case "UserDir":
      if first.lowercased() != "disabled" { settings.unknown.append(directive.place) }
    case "VirtualDocumentRoot", "VirtualDocumentRootIP", "VirtualScriptAlias", "ProxyExpressEnable", "ProxyRequests",
      "CacheEnable", "RewriteMap":
      rare(directive, words)
    default: return false
    }
    return true
  }

  /// What is not followed here decides the answer only where it is switched on.
  private mutating func rare(_ directive: Directive, _ words: [String]) {
    if directive.name == "RewriteMap" {
      var rewriting = settings.rewriting ?? Rewriting()
      if words.count >= 2 { rewriting.maps[words[0]] = words[1] }
      settings.rewriting = rewriting
    } else if words.first?.lowercased() != "off" {
      settings.unknown.append(directive.place)
    }
  }

  mutating func number(_ directive: Directive) -> Int? {
    guard let word = directive.argument(1)?.string else { return nil }
    guard let number = Int(word.prefix { $0.isNumber }) else {
      fail("not-a-number", "\(directive.name) takes a number, not \(word)", place(directive, 1))
      return nil
    }
    return number
  }

  private mutating func encodedSlashes(_ word: String) {
    switch word.lowercased() {
    case "on": settings.encodedSlashes = .decoded
    case "nodecode": settings.encodedSlashes = .kept
    default: settings.encodedSlashes = .refused
    }
  }

  private func name(_ text: String, _ server: inout Server) {
    var rest = text[...]
    if let range = rest.firstRange(of: "://") { rest = rest[range.upperBound...] }
    if let colon = rest.lastIndex(of: ":"), let port = Int(rest[rest.index(after: colon)...]) {
      server.namePort = port
      rest = rest[..<colon]
    }
    server.name = rest.lowercased()
  }

  /// `Alias` with two words; with one it is a section's.
  private mutating func alias(_ directive: Directive, _ server: inout Server) -> Bool {
    let arguments = Array(directive.arguments)
    let isMatch = directive.name.hasSuffix("Match")
    guard arguments.count == 2 else {
      fail(
        "alias-argument", "\(directive.name) with one word says not which path it is for", directive.place,
        help: "write \(directive.name) /path/ /folder/")
      return true
    }
    var expression: Pattern?
    if isMatch {
      guard let compiled = pattern(arguments[0].bytes, arguments[0].place) else { return true }
      expression = compiled
    }
    server.aliasEntries.append(
      AliasEntry(
        prefix: arguments[0].bytes, pattern: expression, target: arguments[1].bytes, status: 0,
        handler: directive.name.hasPrefix("Script") ? "cgi-script" : nil, place: directive.place))
    return true
  }
}

/// Redirects.
extension SettingsReader {
  /// The words of `Redirect` and its like with the status taken off; nil for what is wrong (`add_redirect_internal`).
  private mutating func redirectWords(_ directive: Directive) -> (status: Int, isKnown: Bool, words: [Argument])? {
    var words = Array(directive.arguments)
    if directive.name == "RedirectPermanent" { return (301, true, words) }
    if directive.name == "RedirectTemp" { return (302, true, words) }
    let status: Int
    switch words.first?.value.lowercased() ?? "" {
    case "permanent": status = 301
    case "temp": status = 302
    case "seeother": status = 303
    case "gone": status = 410
    case let word where word.first?.isNumber == true: status = Int(word.prefix { $0.isNumber }) ?? 0
    default:
      guard words.count < 3 else {
        fail(
          "redirect-status", "\(words[0].value) is no status of a redirect", words[0].place,
          help: "write permanent, temp, seeother, gone or a number")
        return nil
      }
      return (302, false, words)
    }
    words.removeFirst()
    return (status, true, words)
  }

  mutating func redirectEntry(_ directive: Directive) -> AliasEntry? {
    guard let (status, _, words) = redirectWords(directive) else { return nil }
    guard let path = words.first else {
      fail("redirect-path", "the redirect says not which path it is for", directive.place)
      return nil
    }
    if StatusCodes.isRedirect(status) {
      guard words.count == 2 else {
        fail("redirect-target", "the redirect has no target", directive.place)
        return nil
      }
      let target = words[1].value
      if directive.name != "RedirectMatch", !target.isURL, !target.hasPrefix("/") {
        fail(
          "redirect-target", "\(target) is neither an address nor a path", words[1].place,
          help: "begin it with a scheme such as https:// or with /")
        return nil
      }
    } else if words.count > 1 {
      fail("redirect-target", "a redirect with the status \(status) takes no target", words[1].place)
      return nil
    }
    var expression: Pattern?
    if directive.name == "RedirectMatch" {
      guard let compiled = pattern(path.bytes, path.place) else { return nil }
      expression = compiled
    }
    return AliasEntry(
      prefix: path.bytes, pattern: expression, target: words.count > 1 ? words[1].bytes : nil, status: status,
      handler: nil, place: directive.place)
  }

  /// `Redirect` inside a section: without a path it is for all of the section.
  mutating func sectionRedirect(_ directive: Directive) {
    guard let (status, isKnown, words) = redirectWords(directive) else { return }
    if directive.name == "Redirect" {
      if StatusCodes.isRedirect(status), words.count == 1 {
        settings.redirect = (status, words[0].bytes, directive.place)
        return
      }
      if isKnown, words.isEmpty, !StatusCodes.isRedirect(status) {
        settings.redirect = (status, nil, directive.place)
        return
      }
    }
    if let entry = redirectEntry(directive) { settings.redirects.append(entry) }
  }
}

extension String {
  /// Whether httpd takes the text for an address: letters before a colon (`ap_is_url`).
  var isURL: Bool {
    guard let colon = firstIndex(of: ":"), colon != startIndex else { return false }
    return self[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }
}
