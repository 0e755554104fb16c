import Diagnostics

/// Reads Caddy's own JSON configuration: the HTTP app with its servers and routes.
struct CaddyJSONReader {
  private let source: Source
  private let release: CaddyRelease
  private var report = Report()
  /// Certificates from files, or made when they are asked for.
  private var hasCertificates = false

  static func read(_ source: Source, _ release: CaddyRelease) -> CaddyConfig {
    var reader = CaddyJSONReader(source: source, release: release)
    return reader.read()
  }

  private init(source: Source, release: CaddyRelease) {
    self.source = source
    self.release = release
  }

  private mutating func read() -> CaddyConfig {
    let parsed: CaddyJSON
    do throws(CaddyJSON.Trouble) {
      parsed = try CaddyJSON.parse(source.bytes, from: source.textStart)
    } catch {
      let problem = Diagnostic(
        "json-syntax", .error, "the JSON cannot be read: \(error.message)",
        at: source.place(error.offset..<error.offset + 1))
      report.add(problem)
      var config = CaddyConfig(release: release, tree: tree(), report: report)
      config.refusal = problem
      return config
    }
    var fields = CaddyJSONFields(source, release)
    fields.check(parsed)
    for problem in fields.problems { report.add(problem) }
    var config = CaddyConfig(release: release, tree: tree(), report: report)
    config.refusal = fields.problems.first { $0.severity == .error }
    let http = parsed["apps"]?["http"]
    config.httpPort = http?["http_port"]?.integer ?? 80
    config.httpsPort = http?["https_port"]?.integer ?? 443
    let tls = parsed["apps"]?["tls"]
    hasCertificates =
      tls?["certificates"] != nil
      || (tls?["automation"]?["policies"]?.list ?? []).contains { $0["on_demand"]?.isTrue ?? false }
    for member in http?["servers"]?.members.sorted(by: { $0.name < $1.name }) ?? [] {
      config.servers.append(server(member.name.string, member.value, at: member.offset, &config))
    }
    return config
  }

  private func tree() -> ConfigTree {
    ConfigTree(kind: .caddy, main: source, directives: [], sources: [source], report: report)
  }

  private func server(_ name: String, _ json: CaddyJSON, at offset: Int, _ config: inout CaddyConfig) -> CaddyServer {
    let place = source.place(offset..<offset + name.utf8.count + 2)
    var server = CaddyServer(name: name, listens: (json["listen"]?.texts ?? []).compactMap { CaddyNetwork.listen($0) })
    let routes = CaddyJSONRoutes(source: source)
    server.routes = routes.routes(json["routes"])
    if let errors = json["errors"]?["routes"] { server.errorRoutes = routes.routes(errors) }
    for member in json["named_routes"]?.members ?? [] {
      server.namedRoutes[member.name] = routes.route(member.value)
    }
    server.hasTLS = !(json["tls_connection_policies"]?.list ?? []).isEmpty
    let automatic = json["automatic_https"]
    server.automatic.isDisabled = automatic?["disable"]?.isTrue ?? false
    server.automatic.hasNoRedirects = automatic?["disable_redirects"]?.isTrue ?? false
    server.automatic.hasNoCertificates = automatic?["disable_certificates"]?.isTrue ?? false
    server.hasCertificates = hasCertificates
    server.automatic.skipped = Set(automatic?["skip"]?.texts ?? [])
    server.isStrictAboutNames = json["strict_sni_host"]?.isTrue ?? false
    server.trustsProxies = json["trusted_proxies"] != nil
    if json["listener_wrappers"] != nil {
      config.unknowns.append(
        Diagnostic("listener-wrappers", .info, "listener wrappers may change who is connected", at: place))
    }
    return server
  }
}
