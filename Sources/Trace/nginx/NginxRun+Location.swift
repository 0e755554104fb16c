import Diagnostics
import ProxyConfig

/// Finding the location (`ngx_http_core_find_config_phase`).
extension NginxRun {
  private enum Found { case none, exact, prefix, slashMissing }

  mutating func findLocation() throws(Undecided) -> Next {
    handler = nil
    if redirects.isPending { resource.isLocationValid = true }
    redirects.isPending = false
    scope = server
    let found = try searchLocation()
    let current = model.scope(scope)
    if current.name != nil {
      tell("\(resource.uri.string) is matched by \(current.title)", at: current.directive, .entered)
    } else {
      tell("no location matches \(resource.uri.isEmpty ? "the empty path" : resource.uri.string)")
    }
    if !isInternal, isInternalOnly() {
      tell("the location is internal: from outside it does not exist", at: model.setting(.internal, in: scope))
      return .error(404)
    }
    updateHandler()
    if let limit = bodyLimit(), isBodyLonger(than: limit) {
      let directive = model.setting(.clientMaxBodySize, in: scope)
      tell(
        "the body of \(body.length) bytes is over this location's limit of \(limit)", at: directive,
        .bodyTooLarge(limit: limit))
      discardBody()
      body.forget()
      return .error(413)
    }
    if found == .slashMissing {
      let target = NginxEscape.uri(current.name?.text ?? resource.uri + "/")
      answer.location = resource.arguments.isEmpty ? target : target + "?" + resource.arguments
      tell("the location's name has a slash more: nginx redirects", at: current.directive)
      return .error(301)
    }
    return .locationRewrite
  }

  /// `ngx_http_core_find_location`: exact, longest prefix and what is nested in it, then regular expressions in order
  /// unless that prefix is `^~`.
  private mutating func searchLocation() throws(Undecided) -> Found {
    let level = scope
    var found = searchPlain(level)
    var stopsRegex = false
    if found == .prefix {
      if case .prefix(_, let stops) = model.scope(scope).name { stopsRegex = stops }
      let nested = try searchLocation()
      if nested == .exact || nested == .slashMissing { return nested }
      found = nested == .none ? .none : nested
    } else if found == .exact || found == .slashMissing {
      return found
    }
    guard !stopsRegex else { return found }
    let all = model.scope(level).regexLocations
    let index = resource.uri.isWatched ? nil : world.machine.facts[level].regexLocations
    for index in index?.candidates(for: resource.uri) ?? Array(all.indices) {
      let id = all[index]
      guard case .regex(let pattern) = model.scope(id).name, try matches(pattern, resource.uri) else { continue }
      scope = id
      _ = try searchLocation()
      return .exact
    }
    return found
  }

  /// `ngx_http_core_find_static_location`.
  private mutating func searchPlain(_ level: Int) -> Found {
    let names = world.machine.facts[level].plainLocations
    guard !names.isEmpty else { return .none }
    let uri = resource.uri.unwatched
    resource.uri.note(
      watchedQuestion("locations \(level)") { TextQuestion(names.tests(redirectsToSlash)) })
    if let exact = names.exact[uri]?.first {
      scope = exact
      return .exact
    }
    let longest = names.longestPrefix(of: uri)
    if let longest, longest.length == uri.count {
      scope = longest.id
      return .prefix
    }
    // An exact location of the same name goes before a prefix, whichever of them passes requests on.
    let name = uri + "/"
    let same = (exact: names.exact[name] ?? [], prefix: names.prefixes[name] ?? [])
    if let slash = same.exact.first(where: redirectsToSlash) ?? same.prefix.first(where: redirectsToSlash) {
      scope = same.exact.first ?? slash
      return .slashMissing
    }
    guard let longest else { return .none }
    scope = longest.id
    return .prefix
  }

  private func redirectsToSlash(_ id: Int) -> Bool {
    world.machine.facts[id].handler?.redirectsToSlash == true
  }

  private func isInternalOnly() -> Bool { model.setting(.internal, in: scope) != nil }

  /// `client_max_body_size` in effect; nil for none.
  private func bodyLimit() -> Int? {
    guard let word = model.value(.clientMaxBodySize, in: scope) else { return 1_048_576 }
    guard let size = NginxSize.bytes(word) else { return nil }
    return size == 0 ? nil : size
  }
}
