import Diagnostics
import ProxyConfig
import Trace

/// mod_dir: a slash at the end, the index of a folder, what answers for files that are not there.
extension Run {
  func directoryFixup(_ exchange: Exchange) throws -> Verdict {
    guard model.config.has("dir_module") else { return .declined }
    if exchange.found == .directory { return try directory(exchange) }
    if exchange.found == .nothing, exchange.handler == nil { return try fallback(exchange) }
    return .declined
  }

  private func directory(_ exchange: Exchange) throws -> Verdict {
    guard exchange.pathInfo.isEmpty else { return .declined }
    if !exchange.uri.hasSuffix("/") {
      guard exchange.settings.directorySlash ?? true else { return .declined }
      let path = Escape.path(exchange.uri) + "/" + (exchange.query.map { "?" + $0 } ?? "")
      exchange.location = (ownURL(exchange) + path).shown
      tell("The path names a directory, so the visitor is sent to \(path.shown)")
      return .status(301)
    }
    if exchange.handler == Self.redirectHandler { return .declined }
    var failed: Int?
    let names = exchange.settings.directoryIndex ?? ["index.html"]
    for name in names {
      let found = try lookAhead(ByteText(name) + query(exchange), exchange)
      if found.status == 200, hasContent(found) {
        takeOver(found, exchange)
        return .ok
      }
      if let status = passedOn(found, isOnly: names.count == 1) {
        exchange.location = found.location
        return .status(status)
      }
      if found.status != 404, found.status != 200 { failed = found.status }
    }
    return failed.map { .status($0) } ?? .declined
  }

  private func fallback(_ exchange: Exchange) throws -> Verdict {
    guard let fallback = exchange.settings.fallback, fallback.text.string.lowercased() != "disabled" else {
      return .declined
    }
    let found = try lookAhead(fallback.text + query(exchange), exchange)
    if found.status == 200, hasContent(found) {
      tell("FallbackResource answers for what is not there", at: fallback.place, .rewritten)
      takeOver(found, exchange)
      return .ok
    }
    if StatusCodes.isRedirect(found.status) { exchange.location = found.location }
    return found.status == 404 || found.status == 200 ? .declined : .status(found.status)
  }

  /// Whether mod_dir takes what was found: a file, or what `ProxyPass` sends on and no `SetHandler` has its hand on.
  private func hasContent(_ found: Exchange) -> Bool {
    if found.found == .file { return true }
    return found.isProxied && found.settings.handler.map { $0.text.string.lowercased() == "none" } ?? true
  }

  private func query(_ exchange: Exchange) -> ByteText { exchange.query.map { "?" + $0 } ?? "" }

  /// A redirect goes to the visitor, and a refusal when there is no other index.
  private func passedOn(_ found: Exchange, isOnly: Bool) -> Int? {
    StatusCodes.isRedirect(found.status) || isOnly && [401, 406].contains(found.status) ? found.status : nil
  }
}
