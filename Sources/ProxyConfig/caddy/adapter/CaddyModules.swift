import Diagnostics

/// Names that a module may have brought along, and those that are rather misspelt.
public enum CaddyModules {
  /// Handlers of well-known modules that make answers; others are taken to let requests pass.
  public static let answering: Set<String> = [
    "php", "php_server", "authenticate", "authenticator", "mercure", "webdav", "cgi", "s3proxy", "s3", "websocket",
    "forward_proxy", "image_processor", "grpc_web", "ssh",
  ]

  /// Whether a name that stock Caddy does not know may be a module's: it looks like one, and like no real one.
  static func mayBring(_ name: String, besides real: some Sequence<String>) -> Bool {
    guard let first = name.utf8.first, 0x61...0x7A ~= first,
      name.utf8.allSatisfy({ 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_") })
    else { return false }
    if known.contains(name) { return true }
    return NearestName.of(name, among: real, within: name.utf8.count < 9 ? 1 : 2) == nil
  }

  /// Directives of Caddy 1 that Caddy 2 no longer has, and no module brings back: what to write instead.
  static let successors: [String: String] = [
    "proxy": "reverse_proxy", "gzip": "encode gzip", "browse": "file_server browse", "errors": "handle_errors",
    "fastcgi": "php_fastcgi", "ext": "try_files {path} {path}.html", "timeouts": "the global option servers",
    "limits": "request_body", "internal": "error /path 404", "status": "respond /path 404",
    "index": "file_server with index in its block", "mime": "header Content-Type",
    "request_id": "{http.request.uuid}", "expvar": "the admin interface's /debug/vars",
    "pprof": "the admin interface's /debug/pprof", "on": "the global option events",
  ]

  /// Well known ones that are near a stock name, or near enough to be taken for a slip.
  private static let known: Set<String> = ["php", "cache", "git", "geoip", "webdav", "security", "replace"]
}

extension CaddyAdaptation {
  /// Whether a directive can be read: stock Caddy's own, or one that a module may bring. Those are told of once.
  func takesDirective(_ token: CaddyToken) -> Bool {
    let name = token.text.string
    if CaddyDirectives.isKnown(name, release) || moduleDirectives.contains(name) { return true }
    guard acceptsModules, CaddyModules.successors[name] == nil,
      CaddyModules.mayBring(name, besides: CaddyDirectives.names(release))
    else { return false }
    addModule(name)
    report.add(
      Diagnostic(
        "unknown-directive", .info, "\(name) is no directive of Caddy's own", at: token.place,
        notes: [
          CaddyModules.answering.contains(name)
            ? "It is a module's; what it answers is not known."
            : "It is taken for a module's, and to let requests pass."
        ]))
    return true
  }

  /// Without a place of its own a module's directive goes where guards stand, before what answers; or before
  /// `file_server` if it answers by itself.
  func addModule(_ name: String) {
    guard moduleDirectives.insert(name).inserted, !order.contains(name) else { return }
    let isAnswer = CaddyModules.answering.contains(name)
    order.insert(name, at: order.firstIndex(of: isAnswer ? "file_server" : "request_header") ?? order.count)
  }
}
