internal import Content

/// The content security policy (CSP 3) that the whole site runs under: nothing but its own files.
struct ContentPolicy {
  let world: World

  var text: String {
    let settings = world.site.settings
    // Without a base URL the page for missing pages carries its style itself.
    let style = settings.baseURL == nil ? " \(world.styles.policySource)" : ""
    let form = settings.feedback.flatMap(Self.origin).map { " \($0)" } ?? ""
    return "default-src 'none'; script-src 'self'; style-src 'self'\(style); img-src 'self' data:; connect-src 'self'; "
      + "form-action 'self'\(form); base-uri 'none'; frame-ancestors 'none'"
  }

  /// `https://example.com:8443` of an absolute URL. Nil when it holds what would end a directive.
  private static func origin(_ url: String) -> String? {
    guard let scheme = url.firstRange(of: "://") else { return nil }
    let host = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
    let origin = url[..<scheme.upperBound] + host
    return origin.contains { $0 == ";" || $0 == "," || $0.isWhitespace } ? nil : String(origin)
  }
}
