import Diagnostics

/// The short directives of `httpcaddyfile/builtins.go`.
enum CaddyPlain {
  static func bind(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> [CaddyValue] {
    _ = helper.words.next()
    let addresses = helper.words.remainingArguments()
    while helper.release.isModern, helper.words.nextInBlock() {
      guard helper.words.value == "protocols" else {
        throw helper.words.error("bind does not know \(helper.words.value)")
      }
      if helper.words.remainingArguments().isEmpty { throw helper.words.error("protocols needs at least one protocol") }
    }
    return [.bind(addresses)]
  }

  static func tls(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> [CaddyValue] {
    _ = helper.words.next()
    let line = helper.words.remainingArguments()
    if line.count > 2 { throw helper.words.countError() }
    if line.count == 1, line[0] != "internal", !(helper.release.isModern && line[0] == "force_automate"),
      !line[0].contains("@")
    {
      throw helper.words.error("tls takes internal, an e-mail address, or a certificate and its key")
    }
    let known: Set<String> = [
      "protocols", "ciphers", "curves", "client_auth", "alpn", "load", "ca", "key_type", "eab", "issuer",
      "get_certificate",
      "dns", "resolvers", "propagation_delay", "propagation_timeout", "dns_ttl", "dns_challenge_override_domain",
      "ca_root",
      "on_demand", "reuse_private_keys", "insecure_secrets_log", "renewal_window_ratio",
    ]
    var hasBlock = false
    var hasCertificates = line.count == 2
    while helper.words.nextInBlock() {
      hasBlock = true
      guard known.contains(helper.words.word) else {
        throw helper.words.error("tls does not know \(helper.words.value)")
      }
      if ["load", "on_demand", "get_certificate"].contains(helper.words.word) { hasCertificates = true }
      _ = helper.words.nextSegment()
    }
    if line.isEmpty, !hasBlock { throw helper.words.countError() }
    return [.tls(hasCertificates: hasCertificates)]
  }

  static func root(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    var root = ByteText()
    while helper.words.next() {
      root = try helper.words.argument()
      try helper.words.noMoreArguments()
    }
    return .vars([CaddyVariable("root", .text(root))])
  }

  /// Since 2.8 a single argument is the root, even when it looks like a matcher.
  static func modernRoot(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> [CaddyValue] {
    _ = helper.words.next()
    let count = helper.words.countArguments()
    if count == 0 { throw helper.words.error("root needs a path") }
    if count > 2 { throw helper.words.error("root takes a matcher and a path, not more") }
    if count == 1 { return helper.route(nil, .vars([CaddyVariable("root", .text(try helper.words.argument()))])) }
    let matcher = try helper.extractMatcher()
    _ = helper.words.next()
    return helper.route(matcher, .vars([CaddyVariable("root", .text(try helper.words.argument()))]))
  }

  static func fileSystem(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    _ = helper.words.next()
    let name = try helper.words.argument()
    try helper.words.noMoreArguments()
    return .vars([CaddyVariable("fs", .text(name))])
  }

  static func vars(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    var variables: [CaddyVariable] = []
    func scalar(_ token: CaddyToken?) -> CaddyVariable.Value {
      guard let token else { return .text("") }
      let text = token.text
      if token.isQuoted
        || (text.integer == nil && Double(text.string) == nil && !["true", "false"].contains(text.string))
      {
        return .text(text)
      }
      return .other(text)
    }
    func take(_ words: inout CaddyDispenser, isHead: Bool) throws(CaddyRefusal) {
      if isHead, !words.nextArgument() { return }
      let name = words.value
      guard words.nextArgument() else { throw words.countError() }
      let value = scalar(words.token)
      variables.removeAll { $0.name == name }
      variables.append(CaddyVariable(name, value))
      try words.noMoreArguments()
    }
    while helper.words.next() {
      try take(&helper.words, isHead: true)
      while helper.words.nextInBlock() { try take(&helper.words, isHead: false) }
      if helper.release.isModern { break }
    }
    return .vars(variables)
  }

  static func invoke(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    _ = helper.words.next()
    let name = try helper.words.argument()
    if helper.words.next() { throw helper.words.countError() }
    helper.adaptation.invoked.insert(name)
    return .invoke(name)
  }
}
