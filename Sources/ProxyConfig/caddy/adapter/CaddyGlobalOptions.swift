import Diagnostics

/// The block of global options at the top of a Caddyfile (`httpcaddyfile/options.go`).
enum CaddyGlobalOptions {
  private static let both: Set<String> = [
    "events", "pki", "debug", "http_port", "https_port", "default_bind", "grace_period", "shutdown_delay",
    "default_sni",
    "order", "storage", "storage_clean_interval", "renew_interval", "ocsp_interval", "acme_ca", "acme_ca_root",
    "acme_dns",
    "acme_eab", "cert_issuer", "skip_install_trust", "email", "admin", "on_demand_tls", "local_certs", "key_type",
    "auto_https", "servers", "ocsp_stapling", "log", "preferred_chains",
  ]
  private static let modern: Set<String> = [
    "storage_check", "fallback_sni", "metrics", "cert_lifetime", "persist_config", "dns", "tls_resolvers", "ech",
    "renewal_window_ratio", "filesystem",
  ]

  static func read(_ segment: [CaddyToken], _ adaptation: CaddyAdaptation) throws(CaddyRefusal) {
    guard let first = segment.first else { return }
    let name = first.text.string
    let known = adaptation.release.isModern ? both.union(modern) : both
    guard known.contains(name) else {
      if adaptation.acceptsModules, CaddyModules.mayBring(name, besides: known) { return }
      let nearest = NearestName.of(name, among: known.sorted()).map { "; did you mean \($0)?" } ?? ""
      let note =
        CaddyDirectives.isKnown(name, adaptation.release) ? ", it is a directive and belongs into a site" : nearest
      throw CaddyRefusal("there is no global option \(name)\(note)", at: first.place)
    }
    var words = adaptation.words(segment)
    _ = words.next()
    switch name {
    case "http_port": adaptation.options.httpPort = try port(&words)
    case "https_port": adaptation.options.httpsPort = try port(&words)
    case "auto_https": adaptation.options.automaticHTTPS = try automatic(&words)
    case "default_bind":
      let arguments = words.remainingArguments()
      adaptation.options.defaultBind = (adaptation.options.defaultBind ?? []) + (arguments.isEmpty ? [""] : arguments)
    case "default_sni", "fallback_sni", "email", "acme_ca", "acme_ca_root", "key_type":
      guard words.next() else { throw words.countError() }
      if words.next() { throw words.countError() }
      if name.hasSuffix("sni") { adaptation.options.hasDefaultSNI = true }
    case "grace_period", "shutdown_delay", "renew_interval", "ocsp_interval", "cert_lifetime":
      guard words.next() else { throw words.countError() }
      if CaddyDuration.seconds(words.value) == nil { throw words.error("\(words.value) is no duration") }
    case "local_certs": adaptation.options.hasLocalCertificates = true
    case "log": try CaddyLogReader.check(words, isGlobal: true)
    case "order": try order(&words, adaptation)
    case "servers": try servers(&words, adaptation)
    case "admin":
      if words.nextArgument() {
        if words.value == "off" {
          if words.next() { throw words.error("nothing may follow admin off") }
        } else {
          try words.noMoreArguments()
        }
      }
      while words.nextInBlock() {
        guard ["enforce_origin", "origins"].contains(words.word) else {
          throw words.error("admin does not know \(words.value)")
        }
        _ = words.remainingArguments()
      }
    default: break
    }
  }

  private static func port(_ words: inout CaddyDispenser) throws(CaddyRefusal) -> Int {
    let text = try words.argument()
    try words.noMoreArguments()
    guard let number = text.integer else { throw words.error("\(text) is no port") }
    try noBlock(&words)
    return number
  }

  /// Some options of 2.6 mind a block after them; later releases overlook it.
  private static func noBlock(_ words: inout CaddyDispenser) throws(CaddyRefusal) {
    if !words.release.isModern, words.next() { throw words.countError() }
  }

  private static func automatic(_ words: inout CaddyDispenser) throws(CaddyRefusal) -> Set<ByteText> {
    let values = words.remainingArguments()
    guard !values.isEmpty, words.release.isModern || values.count == 1 else { throw words.countError() }
    for value in values
    where !["off", "disable_redirects", "disable_certs", "ignore_loaded_certs"].contains(value.string) {
      throw words.error("auto_https does not know \(value)")
    }
    try noBlock(&words)
    return Set(values)
  }

  private static func order(_ words: inout CaddyDispenser, _ adaptation: CaddyAdaptation) throws(CaddyRefusal) {
    guard words.next() else { throw words.countError() }
    let name = words.word
    if adaptation.acceptsModules, !CaddyDirectives.isKnown(name, adaptation.release) { adaptation.addModule(name) }
    guard CaddyDirectives.isKnown(name, adaptation.release) || adaptation.moduleDirectives.contains(name) else {
      throw words.error("there is no directive \(name)")
    }
    guard words.next() else { throw words.countError() }
    var order = adaptation.order.filter { $0 != name }
    switch words.word {
    case "first", "last":
      let position = words.word == "first" ? 0 : order.count
      try words.noMoreArguments()
      order.insert(name, at: position)
    case "before", "after":
      let isAfter = words.word == "after"
      let other = try words.argument().string
      try words.noMoreArguments()
      guard let index = order.firstIndex(of: other) else {
        throw words.error("there is no directive \(other) to order by")
      }
      order.insert(name, at: isAfter ? index + 1 : index)
    default: throw words.error("order takes first, last, before or after, not \(words.value)")
    }
    adaptation.order = order
  }

  private static func servers(_ words: inout CaddyDispenser, _ adaptation: CaddyAdaptation) throws(CaddyRefusal) {
    if words.nextArgument() { try words.noMoreArguments() }
    var known: Set<String> = [
      "listener_wrappers", "timeouts", "max_header_size", "log_credentials", "protocols", "strict_sni_host", "metrics",
    ]
    known.formUnion(
      adaptation.release.isModern
        ? [
          "name", "packet_conn_wrappers", "keepalive_interval", "keepalive_idle", "keepalive_count",
          "enable_full_duplex",
          "trusted_proxies", "trusted_proxies_strict", "trusted_proxies_unix", "client_ip_headers", "trace", "0rtt",
        ] : ["protocol"])
    while words.nextInBlock() {
      let name = words.word
      guard known.contains(name) else { throw words.error("servers does not know \(name)") }
      let segment = words.nextSegment()
      if name == "strict_sni_host" {
        adaptation.options.strictNames = segment.count < 2 || segment[1].text != "insecure_off"
      }
      if name == "trusted_proxies" { adaptation.options.trustsProxies = true }
      if name == "listener_wrappers" {
        adaptation.unknowns.append(
          Diagnostic("listener-wrappers", .info, "listener wrappers may change who is connected", at: segment[0].place))
      }
    }
  }
}
