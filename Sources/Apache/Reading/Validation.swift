import Diagnostics
import ProxyConfig

/// Holds directives against the tables of httpd's modules: whether there is such a directive, whether it may stand there, how
/// many arguments it takes. What the arguments mean is judged where they are read.
struct Validation {
  let modules: Set<String>
  /// Modules are loaded that nobody here knows, whose directives may have any name.
  let hasForeign: Bool
  /// The text loads no module, so others do that for it, and may load any.
  let isPart: Bool
  /// What a `.htaccess` may say; nil for a configuration.
  var allowed: Settings.AllowOverride?
  private(set) var problems: [Diagnostic] = []

  init(modules: Set<String>, hasForeign: Bool) {
    (self.modules, self.hasForeign) = (modules, hasForeign)
    isPart = modules.isSuperset(of: DirectiveTable.stock.modules)
  }

  mutating func check(_ directives: [Directive]) {
    for directive in directives { check(directive, allowed?.classes ?? .atServer, isInHost: false) }
  }

  /// Sections that are there for themselves, without another context.
  private static let transparent: Set<String> = [
    "<IfModule>", "<IfDefine>", "<IfVersion>", "<IfFile>", "<IfDirective>", "<IfSection>", "<Limit>", "<LimitExcept>",
    "<RequireAll>", "<RequireAny>", "<RequireNone>",
  ]

  /// Directives that only the main server may have (`GLOBAL_ONLY`).
  private static let global: Set<String> = [
    "Listen", "ServerRoot", "PidFile", "User", "Group", "LoadModule", "LoadFile", "Mutex", "MaxRequestWorkers",
    "ServerLimit", "StartServers", "ThreadsPerChild", "MinSpareThreads", "MaxSpareThreads", "ThreadLimit",
    "MinSpareServers", "MaxSpareServers", "MaxConnectionsPerChild", "ScoreBoardFile", "CoreDumpDirectory",
    "DefaultRuntimeDir",
  ]

  private mutating func check(_ directive: Directive, _ contexts: DirectiveRule.Contexts, isInHost: Bool) {
    for file in directive.included ?? [] {
      for inner in file.directives { check(inner, contexts, isInHost: isInHost) }
    }
    guard let rule = rule(directive) else { return }
    if isInHost, Self.global.contains(rule.name) {
      fail(
        "wrong-context", "\(rule.name) cannot stand inside <VirtualHost>", directive, help: "move it out of the section"
      )
    } else if contexts.isDisjoint(with: rule.contexts),
      !(allowed?.names.contains(rule.name.lowercased()) ?? false)
    {
      misplaced(directive, rule, contexts)
    }
    arguments(directive, rule)
    guard let block = directive.block else { return }
    let inner: DirectiveRule.Contexts
    switch directive.name {
    case "<VirtualHost>": inner = .atServer
    case "<Proxy>", "<ProxyMatch>": inner = .inProxySection
    case _ where Self.transparent.contains(directive.name): inner = contexts
    case _ where allowed != nil: inner = contexts
    case "<AuthnProviderAlias>", "<AuthzProviderAlias>": inner = .inSection
    case _ where directive.name.hasPrefix("<MDomainSet"): return
    default: inner = .inSection
    }
    for child in block { check(child, inner, isInHost: isInHost || directive.name == "<VirtualHost>") }
  }

  private mutating func rule(_ directive: Directive) -> DirectiveRule? {
    // The lines of a macro have been put in where it is used.
    if ["<Macro>"].contains(directive.name) { return nil }
    guard let rule = DirectiveTable.stock[directive.name] else {
      if !hasForeign, !isPart || !Self.isOfKnownModule(directive.name) {
        let names = DirectiveTable.stock.rules.values.filter { modules.contains($0.module) }.map(\.name).sorted()
        let nearest = NearestName.of(directive.name, among: names, within: isPart ? 2 : .max)
        // A site of mod_wsgi or ModSecurity is right as long as the main configuration loads the module.
        fail(
          "unknown-directive", "httpd knows no directive \(directive.name)", directive,
          severity: isPart && nearest == nil ? .info : .error,
          help: nearest.map { "did you mean \($0)?" }
            ?? (isPart
              ? "the configuration that includes this must load its module"
              : "it may belong to a module that is not loaded"))
      }
      return nil
    }
    guard modules.contains(rule.module) else {
      let others = DirectiveTable.stock.modules.filter { modules.contains($0) && $0.hasPrefix("mpm_") }
      if rule.module.hasPrefix("mpm_"), !others.isEmpty { return nil }
      if !hasForeign {
        fail(
          "module-not-loaded", "\(rule.name) belongs to the module \(rule.module), which is not loaded", directive,
          help: "load it with LoadModule, or put the line into <IfModule \(rule.module)>")
      }
      return nil
    }
    return rule
  }

  /// Whether a directive belongs to a module that is not httpd's own, but widely used: a site needs it and does not load it.
  static func isOfKnownModule(_ name: String) -> Bool {
    let name = name.drop { $0 == "<" }.lowercased()
    return knownPrefixes.contains(where: name.hasPrefix) || knownNames.contains(name)
  }

  /// mod_wsgi, Passenger, mod_fcgid, mod_fastcgi, mod_perl, mod_php, ModSecurity, Shibboleth, mod_auth_openidc, mod_auth_mellon,
  /// mod_auth_gssapi, mod_evasive, PageSpeed, mod_jk, mod_cloudflare, mod_maxminddb, mod_geoip, mod_svn, mod_qos, mod_xsendfile.
  private static let knownPrefixes = [
    "wsgi", "passenger", "rails", "rack", "fcgid", "fastcgi", "perl", "php_", "sec", "shib", "oidc", "mellon", "gssapi",
    "dos", "modpagespeed", "jk", "cloudflare", "maxminddb", "geoip", "svn", "qs_", "xsendfile", "krb", "authcas", "cas",
  ]
  private static let knownNames: Set<String> = [
    "addexternalauth", "addexternalgroup", "defineexternalauth", "defineexternalgroup", "authexternal",
    "authexternalcontext",
    "authzsvnaccessfile", "rpafenable", "rpafproxy_ips", "rpafheader", "rpafsethostname", "rpafsethttps", "rpafsetport",
  ]

  private mutating func misplaced(_ directive: Directive, _ rule: DirectiveRule, _ contexts: DirectiveRule.Contexts) {
    if allowed != nil {
      return fail("not-allowed-here", "\(rule.name) is not allowed here by AllowOverride", directive)
    }
    let isInside = contexts.contains(.sections)
    fail(
      "wrong-context",
      isInside
        ? "\(rule.name) cannot stand inside a section such as <Directory>"
        : "\(rule.name) can stand only inside a section such as <Directory>", directive,
      help: isInside ? "move it out of the section" : "put it into the section it is meant for")
  }

  private mutating func arguments(_ directive: Directive, _ rule: DirectiveRule) {
    let count = directive.words.count - 1
    guard let counts = rule.arguments.counts, !counts.contains(count) else { return }
    let wanted =
      counts.lowerBound == counts.upperBound
      ? "\(counts.lowerBound == 0 ? "no arguments" : counts.lowerBound == 1 ? "one argument" : "\(counts.lowerBound) arguments")"
      : counts.upperBound == .max
        ? "at least \(counts.lowerBound == 1 ? "one argument" : "\(counts.lowerBound) arguments")"
        : "\(counts.lowerBound) to \(counts.upperBound) arguments"
    let hasComment = directive.words.dropFirst().contains { $0.quoting == .none && $0.value.hasPrefix("#") }
    fail(
      "argument-count", "\(rule.name) takes \(wanted), and here are \(count)", directive,
      help: hasComment
        ? "a comment needs a line of its own; here its words are arguments"
        : count > (counts.upperBound) ? "put an argument with blanks into quotation marks" : nil)
  }

  private mutating func fail(
    _ id: String, _ message: String, _ directive: Directive, severity: Severity = .error, help: String? = nil
  ) {
    problems.append(Diagnostic(id, severity, message, at: directive.words.first?.place ?? directive.place, help: help))
  }
}
