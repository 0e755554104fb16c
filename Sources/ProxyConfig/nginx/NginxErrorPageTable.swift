/// The entries of all `error_page` directives, each read once.
struct NginxErrorPageTable: Sendable {
  /// For every scope those in effect; a scope without its own shares those around it.
  private(set) var inScopes: [[NginxErrorPage]] = []
  private(set) var ofDirectives: [Directive.Identity: [NginxErrorPage]] = [:]

  /// A scope comes after the one it stands in.
  init(_ scopes: [NginxScope]) {
    inScopes.reserveCapacity(scopes.count)
    for scope in scopes {
      guard let own = scope.settings["error_page"] else {
        inScopes.append(scope.parent.map { inScopes[$0] } ?? [])
        continue
      }
      var entries: [NginxErrorPage] = []
      for directive in own {
        let read = NginxErrorPage.entries(directive)
        ofDirectives[directive.identity] = read
        entries += read
      }
      inScopes.append(entries)
    }
  }
}
