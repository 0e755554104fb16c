import Diagnostics
import ProxyConfig

/// Upstreams.
extension SettingsReader {
  /// - Parameter path: that of the `<Location>` around it.
  mutating func proxyPass(_ directive: Directive, path: ByteText?, _ server: inout Server) -> ProxyPass? {
    var words = Array(directive.arguments)
    var isMatch = directive.name == "ProxyPassMatch"
    if path == nil, words.first?.value == "~", !isMatch {
      isMatch = true
      words.removeFirst()
    }
    let from = path ?? words.first?.bytes
    if path == nil, !words.isEmpty { words.removeFirst() }
    guard let from, let target = words.first else {
      fail(
        "proxy-pass-path", "\(directive.name) needs a path and an upstream", directive.place,
        help: "write \(directive.name) /path http://127.0.0.1:8080/path")
      return nil
    }
    var parameters: [String: String] = [:]
    for word in words.dropFirst() {
      let text = word.value
      if ["nocanon", "interpolate", "noquery"].contains(text.lowercased()) {
        parameters[text.lowercased()] = ""
      } else if let equals = text.firstIndex(of: "=") {
        let key = text[..<equals].lowercased()
        parameters[key] = String(text[text.index(after: equals)...])
        check(key, parameters[key] ?? "", word.place, isBalancer: target.value.lowercased().hasPrefix("balancer:"))
      } else if path != nil, target.value.hasPrefix("/") {
        fail(
          "proxy-pass-path", "inside <Location> ProxyPass takes no path: it is that of the section", target.place,
          help: "write ProxyPass \(text)")
        return nil
      } else {
        fail("proxy-pass-parameter", "\(text) is no parameter of ProxyPass: those have the form key=value", word.place)
        return nil
      }
    }
    var expression: Pattern?
    let isGlob = path.map(Glob.isPattern) ?? false
    if isMatch || isGlob {
      guard let compiled = pattern(from, directive.words.count > 1 ? directive.words[1].place : directive.place) else {
        return nil
      }
      expression = compiled
    }
    if target.value != "!" { checkUpstream(target, isPattern: expression != nil) }
    return ProxyPass(
      number: builder.nextNumber(), prefix: from, pattern: expression, target: target.bytes, parameters: parameters,
      place: directive.place)
  }

  /// Whether httpd can make a worker of an upstream's address (`ap_proxy_define_worker`).
  private mutating func checkUpstream(_ word: Argument, isPattern: Bool) {
    let text = word.value
    // A variable that the environment may define can be any part of it.
    guard !text.hasPrefix("unix:"), !text.lowercased().hasPrefix("balancer:"), !text.contains("${") else { return }
    let scheme = text.prefix { $0 != ":" }
    guard text.dropFirst(scheme.count).hasPrefix("://"), !scheme.isEmpty else {
      return fail(
        "upstream-address", "\(text) is not the address of an upstream", word.place,
        help: "write it with its scheme, such as http://\(text.hasPrefix("/") ? "127.0.0.1:8080\(text)" : text)")
    }
    let host = text.dropFirst(scheme.count + 3).prefix { $0 != "/" && $0 != "?" && $0 != "$" }
    if host.isEmpty, !isPattern { fail("upstream-address", "\(text) has no host", word.place) }
  }

  private static let workerKeys: Set<String> = [
    "loadfactor", "retry", "ttl", "min", "max", "smax", "acquire", "timeout", "iobuffersize", "receivebuffersize",
    "keepalive", "disablereuse", "enablereuse", "route", "redirect", "status", "flushpackets", "flushwait", "ping",
    "lbset",
    "connectiontimeout", "flusher", "upgrade", "responsefieldsize", "secret", "mapping", "hcmethod", "hcinterval",
    "hcpasses", "hcfails", "hcuri", "hcexpr", "hctemplate", "addressttl",
  ]
  private static let balancerKeys: Set<String> = [
    "stickysession", "stickysessionsep", "nofailover", "timeout", "maxattempts", "lbmethod", "scolonpathdelim",
    "failonstatus", "failontimeout", "nonce", "growth", "forcerecovery",
  ]

  private mutating func check(_ key: String, _ value: String, _ place: Place, isBalancer: Bool) {
    let known = isBalancer ? Self.balancerKeys : Self.workerKeys
    guard !known.contains(key) else { return }
    // What a balancer does not know is for its members, and the other way round.
    if isBalancer, Self.workerKeys.contains(key) { return }
    fail(
      "proxy-pass-parameter", "\(key) is no parameter of \(isBalancer ? "a balancer" : "an upstream")", place,
      help: NearestName.of(key, among: known.sorted()).map { "did you mean \($0)?" })
  }

  mutating func memberAtServer(_ directive: Directive, _ server: inout Server) {
    guard let name = directive.argument(1)?.string.lowercased(), name.hasPrefix("balancer://") else {
      return fail("balancer-name", "outside <Proxy> BalancerMember needs the balancer's name", directive.place)
    }
    member(directive, directive.words.dropFirst(2), &server.balancers[name, default: Balancer()])
  }

  /// `BalancerMember` and `ProxySet` with the words after the balancer's name.
  mutating func member(_ directive: Directive, _ words: ArraySlice<Argument>, _ balancer: inout Balancer) {
    if directive.name == "ProxySet" {
      for word in words {
        let parts = word.value.split(separator: "=", maxSplits: 1)
        if parts.count == 2 { balancer.parameters[parts[0].lowercased()] = String(parts[1]) }
      }
      return
    }
    guard directive.name == "BalancerMember", let url = words.first else { return }
    let status = words.dropFirst().map(\.value).first { $0.lowercased().hasPrefix("status=") }?.dropFirst(7) ?? ""
    balancer.members.append(
      Balancer.Member(
        url: url.value,
        isDisabled: "DSE".contains { status.uppercased().contains("+\($0)") || status.uppercased() == "\($0)" },
        isStandby: status.uppercased().contains("H") && !status.contains("-H"), place: directive.place))
  }

  /// `ProxyErrorOverride On 502 503`.
  mutating func errorOverride(_ directive: Directive) {
    let words = words(directive)
    switch words.first?.lowercased() {
    case "on": settings.override = (true, directive.place)
    case "off": settings.override = (false, directive.place)
    default:
      return fail(
        "not-on-or-off", "ProxyErrorOverride must be On or Off, not \(words.first ?? "nothing")", place(directive, 1))
    }
    for (index, word) in words.dropFirst().enumerated() {
      guard let code = Int(word), 400..<600 ~= code else {
        fail(
          "override-code", "ProxyErrorOverride takes codes from 400 to 599, not \(word)", place(directive, index + 2))
        continue
      }
      settings.overrideCodes.append(code)
    }
    if settings.override?.isOn == false, words.count > 1 {
      fail("override-code", "ProxyErrorOverride Off takes no codes", place(directive, 2))
    }
  }
}
