internal import Content

/// The content security policy (CSP 3) that the whole site runs under: nothing but its own files.
struct ContentPolicy {
  let world: World

  var text: String {
    let settings = world.site.settings
    // Without a base URL the page for missing pages carries its style itself; error pages in the gallery always do.
    let own = settings.baseURL == nil ? [world.styles.policySource] : []
    let style = (own + (world.gallery?.policySources ?? [])).map { " \($0)" }.joined()
    let frames = world.gallery == nil ? ("", "'none'") : ("frame-src 'self'; ", "'self'")
    let counter = settings.analytics.flatMap { Self.origin($0.script) }.map { " \($0)" } ?? ""
    // Some counters report by a picture.
    let counts = settings.analytics.flatMap { Self.origin($0.endpoint ?? $0.script) }.map { " \($0)" } ?? ""
    let asked = [settings.searchEndpoint?.url, settings.searchMisses].compactMap { $0.flatMap(Self.origin) }
    let search = asked.map { " \($0)" }.joined() + counts
    let form = settings.feedback.flatMap(Self.origin).map { " \($0)" } ?? ""
    return
      "default-src 'none'; script-src 'self'\(counter); style-src 'self'\(style); img-src 'self' data:\(counts); connect-src 'self'\(search); "
      + "\(frames.0)form-action 'self'\(form); base-uri 'none'; frame-ancestors \(frames.1)"
  }

  /// `https://example.com:8443` of an absolute URL. Nil when it holds what would end a directive.
  private static func origin(_ url: String) -> String? {
    guard let scheme = url.firstRange(of: "://") else { return nil }
    let host = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
    let origin = url[..<scheme.upperBound] + host
    return origin.contains { $0 == ";" || $0 == "," || $0.isWhitespace } ? nil : String(origin)
  }
}
