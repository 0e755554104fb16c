/// A configuration of something that is not modelled here, known well enough to be called by its name.
///
/// nginx must be able to read none of them, so each is known by how it begins or by its outermost names: by words that no
/// directive of nginx starts with.
public struct UnsupportedConfig: Sendable, Hashable {
  /// With its article, such as "an Envoy bootstrap".
  public let name: String

  /// What a file is by its text, of which the beginning is enough; nil when it is none of those known here.
  public static func guess(_ text: ConfigHead) -> UnsupportedConfig? {
    guard let first = text.lines.first else { return nil }
    return structured(text) ?? markup(first, text) ?? varnish(first, text) ?? lighttpd(text)
  }

  /// YAML, JSON and TOML, by the names on the outside.
  private static func structured(_ text: ConfigHead) -> UnsupportedConfig? {
    let names = text.outerNames
    guard !names.isEmpty else { return nil }
    if names.isSuperset(of: ["apiversion", "kind"]) {
      let kind = text.first(#/\s*["']?kind["']?\s*:\s*["']?([A-Za-z]+)/#)
      return UnsupportedConfig(name: "a Kubernetes manifest" + (kind.map { " (\($0))" } ?? ""))
    }
    if !names.isDisjoint(with: ["static_resources", "dynamic_resources"]) { return .init(name: "an Envoy bootstrap") }
    if text.contains("type.googleapis.com/envoy.") { return .init(name: "a configuration of Envoy") }
    let parts = text.first(#/\s+["']?(routers|middlewares|services|serversTransports)["']?\s*:/#) != nil
    let isStatic = !names.isDisjoint(with: ["entrypoints", "certificatesresolvers"])
    let isDynamic = !names.isDisjoint(with: ["http", "tcp", "udp"]) && parts
    let sections = ["http.routers", "http.services", "http.middlewares", "tcp.routers", "entrypoints."]
    let isFirstRelease = names.contains("docker") && text.first(#/\s*(exposed[bB]y[dD]efault)\s*=/#) != nil
    if isStatic || isDynamic || isFirstRelease
      || names.contains(where: { name in sections.contains { name.hasPrefix($0) } })
    {
      return .init(name: "a configuration of Traefik")
    }
    if names.contains("services"), text.first(#/\s+["']?(image|build|extends|container_name)["']?\s*:/#) != nil {
      return .init(name: "a Compose file")
    }
    return nil
  }

  private static func markup(_ first: String, _ text: ConfigHead) -> UnsupportedConfig? {
    guard first.hasPrefix("<") else { return nil }
    if text.contains("<system.webServer") || text.contains("<system.web>") { return .init(name: "a web.config of IIS") }
    return nil
  }

  private static func varnish(_ first: String, _ text: ConfigHead) -> UnsupportedConfig? {
    let isNew = first.prefixMatch(of: #/vcl\s+4\.\d\s*;/#) != nil
    let isOld =
      first.prefixMatch(of: #/(sub|backend|import|include|acl|probe|director)\s/#) != nil
      && text.first(#/\s*sub\s+(vcl_[a-z_]+)/#) != nil
    return isNew || isOld ? .init(name: "VCL of Varnish") : nil
  }

  private static func lighttpd(_ text: ConfigHead) -> UnsupportedConfig? {
    let setting =
      #/\s*((?:server|alias|url|fastcgi|proxy|cgi|ssl|auth|accesslog|setenv|simple-vhost|evhost)\.[a-z.-]+)\s*\+?=(?!>)/#
    let condition = #/\s*(\$(?:HTTP|SERVER|REQUEST_HEADER)\["[A-Za-z-]+"\])\s*[=!]/#
    guard !text.lines.contains(where: { $0.hasSuffix(";") }),
      text.first(setting) != nil || text.first(condition) != nil
    else { return nil }
    return .init(name: "a configuration of lighttpd")
  }
}
