import Diagnostics

/// The directives of a Caddyfile: their order, their names, and which function reads which.
enum CaddyDirectives {
  /// The order in which handlers run, unless `route` or `order` says otherwise (`directiveOrder`).
  static func order(_ release: CaddyRelease) -> [String] {
    release.isModern
      ? [
        "tracing", "map", "vars", "fs", "root", "log_append", "skip_log", "log_skip", "log_name", "header",
        "copy_response_headers", "request_body", "redir", "method", "rewrite", "uri", "try_files", "basicauth",
        "basic_auth",
        "forward_auth", "request_header", "encode", "push", "intercept", "templates", "invoke", "handle", "handle_path",
        "route", "abort", "error", "copy_response", "respond", "metrics", "reverse_proxy", "php_fastcgi", "file_server",
        "acme_server",
      ]
      : [
        "tracing", "map", "vars", "root", "skip_log", "header", "copy_response_headers", "request_body", "redir",
        "method",
        "rewrite", "uri", "try_files", "basicauth", "forward_auth", "request_header", "encode", "push", "templates",
        "handle",
        "handle_path", "route", "abort", "error", "copy_response", "respond", "metrics", "reverse_proxy", "php_fastcgi",
        "file_server", "acme_server",
      ]
  }

  /// Directives that are no handlers and so have no order.
  private static let unordered: Set<String> = ["bind", "tls", "log", "handle_errors"]

  static func isKnown(_ name: String, _ release: CaddyRelease) -> Bool {
    unordered.contains(name) || order(release).contains(name)
  }

  static func names(_ release: CaddyRelease) -> [String] { order(release) + unordered.sorted() }

  static func read(_ name: String, _ helper: inout CaddyHelper) throws(CaddyRefusal) -> [CaddyValue] {
    switch name {
    case "bind": return try CaddyPlain.bind(&helper)
    case "tls": return try CaddyPlain.tls(&helper)
    case "log":
      try CaddyLogReader.check(helper.words, isGlobal: false)
      return [.none]
    case "handle_errors": return try CaddyBlocks.handleErrors(&helper)
    case "try_files": return try CaddyFileReader.tryFiles(&helper)
    case "handle_path": return try CaddyBlocks.handlePath(&helper)
    case "header": return try CaddyHeaderReader.header(&helper)
    case "request_header": return try CaddyHeaderReader.requestHeader(&helper)
    case "forward_auth": return try CaddyForwardAuth.read(&helper)
    case "php_fastcgi": return try CaddyPHPFastCGI.read(&helper)
    case "root" where helper.release.isModern: return try CaddyPlain.modernRoot(&helper)
    case "rewrite" where helper.release.isModern: return try CaddyRewriteReader.modernRewrite(&helper)
    default: break
    }
    // All others are plain handlers: a matcher, then the rest (`RegisterHandlerDirective`).
    guard helper.words.next() else { throw helper.words.countError() }
    if helper.adaptation.moduleDirectives.contains(name) {
      // Its words are the module's own; a matcher may be among them.
      let matcher = try? helper.extractMatcher()
      return helper.route(matcher.flatMap(\.self), .unknown(name))
    }
    let matcher = try helper.extractMatcher()
    let kind = try handler(name, &helper)
    return helper.route(matcher, kind)
  }

  private static func handler(_ name: String, _ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    switch name {
    case "root": try CaddyPlain.root(&helper)
    case "vars": try CaddyPlain.vars(&helper)
    case "redir": try CaddyPlain.redir(&helper)
    case "respond": try CaddyPlain.respond(&helper)
    case "abort": try CaddyPlain.abort(&helper)
    case "error": try CaddyPlain.error(&helper)
    case "route": try CaddyBlocks.route(&helper)
    case "handle": try CaddyBlocks.handle(&helper)
    case "invoke": try CaddyPlain.invoke(&helper)
    case "method": try CaddyRewriteReader.method(&helper)
    case "rewrite": try CaddyRewriteReader.rewrite(&helper)
    case "uri": try CaddyRewriteReader.uri(&helper)
    case "file_server": try CaddyFileReader.fileServer(&helper)
    case "reverse_proxy": .reverseProxy(try CaddyProxyReader.read(&helper))
    case "copy_response": try CaddyProxyReader.copyResponse(&helper)
    case "copy_response_headers": try CaddyProxyReader.copyResponseHeaders(&helper)
    case "intercept": try CaddyProxyReader.intercept(&helper)
    case "encode": try CaddyOther.encode(&helper)
    case "templates": try CaddyOther.templates(&helper)
    case "request_body": try CaddyOther.requestBody(&helper)
    case "basicauth", "basic_auth": try CaddyOther.basicAuth(&helper)
    case "map": try CaddyOther.map(&helper)
    case "fs": try CaddyPlain.fileSystem(&helper)
    case "skip_log", "log_skip", "log_name", "log_append", "tracing", "push": .transparent(name)
    default: .unknown(name)
    }
  }
}
