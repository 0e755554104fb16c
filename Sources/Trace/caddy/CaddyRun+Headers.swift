import ProxyConfig

/// `header` and `request_header` (`headers/headers.go`).
extension CaddyRun {
  func apply(_ response: CaddyResponseHeaders, _ sink: inout CaddyResponseWriter) throws(CaddyInterruption) {
    guard response.isDeferred || response.require != nil else {
      apply(response.operations, to: &client.headers)
      return
    }
    sink = CaddyDeferredHeaders(sink) { [self] status in
      if let require = response.require, !fits(require, status) { return }
      apply(response.operations, to: &client.headers)
    }
  }

  /// Whether an answer about to be written is one a `header … { match }` or `?Field` waits for.
  private func fits(_ matcher: CaddyResponseMatcher, _ status: Int) -> Bool {
    Self.fits(matcher.statuses, status)
      && matcher.headers.allSatisfy { field in
        let actual = client.headers.values(field.name)
        guard let wanted = field.values else { return actual == nil }
        if wanted.isEmpty, actual != nil { return true }
        return (actual ?? []).contains { value in wanted.contains { Self.fits(value, $0) } }
      }
  }

  static func fits(_ statuses: [Int]?, _ status: Int) -> Bool {
    statuses?.contains { $0 == status || $0 < 100 && status >= $0 * 100 && status < ($0 + 1) * 100 } ?? true
  }

  func applyToRequest(_ operations: CaddyHeaderOperations) throws(CaddyInterruption) {
    var headers = requestHeaders
    headers.set("Host", [host])
    apply(operations, to: &headers)
    host = headers.values("Host")?.last ?? ""
    headers.remove("Host")
    requestHeaders = headers
    for name in operations.delete + (operations.set + operations.add).map(\.name) {
      touchedHeaders.insert(CaddyHeaderName.canonical(known(name, inDoubt: false)))
    }
  }

  /// The operations in Caddy's order: everything away, add, set, delete, replace (`HeaderOps.ApplyTo`).
  func apply(_ operations: CaddyHeaderOperations, to headers: inout CaddyHeaders) {
    func expand(_ text: ByteText) -> ByteText { known(text, inDoubt: false) }
    if release.isModern, operations.delete.contains(where: { expand($0) == "*" }) { headers.removeAll() }
    for field in operations.add { for value in field.values ?? [] { headers.add(expand(field.name), expand(value)) } }
    for field in operations.set {
      headers.set(expand(field.name), ByteText.joined((field.values ?? []).map(expand), separator: ","))
    }
    for name in operations.delete {
      let name = expand(name).lowercased
      if release.isModern, name == "*" { continue }
      let (starts, ends) = (name.hasPrefix("*"), name.hasSuffix("*"))
      if starts, ends {
        let part = name.count > 1 ? name[1..<(name.count - 1)] : ""
        headers.removeAll { $0.lowercased.contains(part) }
      } else if starts {
        headers.removeAll { $0.lowercased.hasSuffix(name.from(1)) }
      } else if ends {
        headers.removeAll { $0.lowercased.hasPrefix(name.upTo(name.count - 1)) }
      } else {
        headers.remove(name)
      }
    }
    for replacement in operations.replace {
      let field = CaddyHeaderName.canonical(expand(replacement.field))
      let template = expand(replacement.replacement)
      headers.changeValues(of: field == "*" ? nil : field) { value in
        if replacement.searchRegexp.isEmpty {
          return replacement.search.isEmpty ? value : value.replacing(expand(replacement.search), with: template)
        }
        return self.world.memory.pattern(expand(replacement.searchRegexp))?.replaceAll(in: value, with: template)
          ?? value
      }
    }
  }
}
