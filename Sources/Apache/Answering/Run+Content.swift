import Diagnostics
import ProxyConfig
import Trace

/// The content: an upstream's, a file's, or that of a module.
extension Run {
  /// Which handler is to make the content (`core_override_type`).
  func findHandler(_ exchange: Exchange) {
    if exchange.found == .file, !exchange.isProxied, !exchange.settings.handlersByExtension.isEmpty,
      let name = exchange.filename
    {
      for part in lastPart(of: name).pieces(".").dropFirst() {
        if let handler = exchange.settings.handlersByExtension[part.string.lowercased()] { exchange.handler = handler }
      }
    }
    guard let own = exchange.settings.handler, !exchange.isProxied else { return }
    if own.text.string.lowercased() != "none" { exchange.handler = own.text.string }
  }

  /// nil when the answer is sent, else the status to end with (`ap_invoke_handler`).
  func handle(_ exchange: Exchange) throws -> Int? {
    if exchange.isProxied, let name = exchange.filename { return try askUpstream(exchange, name.from(6)) }
    if let handler = exchange.handler, handler.lowercased().hasPrefix("proxy:") {
      var url = ByteText(String(handler.dropFirst(6)))
      if let text = try? ExpressionReader.text(url) {
        url = try value(text, exchange, at: exchange.settings.handler?.place)
      }
      if exchange.pass == nil, let place = exchange.settings.handler?.place {
        exchange.pass = (server.number, place, [:])
      }
      return try askUpstream(exchange, url + (exchange.filename ?? ""))
    }
    if exchange.handler == Self.redirectHandler, let target = exchange.filename {
      exchange.handler = nil
      try internalRedirect(target, exchange)
      return nil
    }
    if let status = try handleSpecially(exchange) { return status == 0 ? nil : status }
    return try handleFile(exchange)
  }

  static let redirectHandler = "redirect-handler"

  /// Handlers by name; 0 when one has answered.
  private func handleSpecially(_ exchange: Exchange) throws -> Int? {
    guard let handler = exchange.handler?.lowercased(), handler != "default-handler" else { return nil }
    let modules = [
      "server-status": "status_module", "server-info": "info_module", "balancer-manager": "proxy_balancer_module",
      "ldap-status": "ldap_module",
    ]
    if let module = modules[handler], model.config.has(module) {
      tell("The module behind \(handler) answers", at: exchange.settings.handler?.place)
      try sendRanged(.builtin, length: nil, exchange)
      return 0
    }
    if exchange.found == .nothing, ["cgi-script", "type-map", "send-as-is"].contains(handler) {
      tell("\(exchange.filename?.shown ?? "") does not exist", .file(exchange.filename?.shown ?? "", .missing))
      return 404
    }
    if exchange.found == .directory, handler != "cgi-script" { return nil }
    throw Undecided("what the handler \(handler) makes of it", at: exchange.settings.handler?.place)
  }

  /// A file, if it is one (`default_handler`).
  private func handleFile(_ exchange: Exchange) throws -> Int? {
    let path = exchange.filename?.shown ?? ""
    if let limit = exchange.settings.bodyLimit, limit.bytes > 0, exchange.previous == nil,
      visitor.isBodyLonger(than: limit.bytes)
    {
      tell(
        "The body of \(request.bodyLength) bytes is over the limit", at: limit.place, .bodyTooLarge(limit: limit.bytes))
      return 413
    }
    if exchange.found == .directory, exchange.method == "GET" || exchange.method == "HEAD",
      model.config.has("autoindex_module"), exchange.pathInfo.isEmpty
    {
      guard exchange.settings.allows("indexes") else {
        tell("\(path) is a directory, and Options does not allow to list it", .file(path, .directory))
        return 403
      }
      tell("The directory \(path) is listed", .file(path, .directory))
      try sendRanged(.builtin, length: nil, exchange)
      return nil
    }
    guard exchange.method.isOne(of: ["GET", "HEAD", "POST"]) else { return otherMethod(exchange) }
    guard exchange.found == .file, exchange.pathInfo.isEmpty || exchange.settings.acceptPathInfo == true else {
      let missing = path + exchange.pathInfo.shown
      tell(
        exchange.found == .directory ? "\(path) is a directory without an index" : "\(missing) does not exist",
        .file(missing, exchange.found == .directory ? .directory : .missing))
      return 404
    }
    let bytes: Int
    do throws(FileTrouble) {
      bytes = try files.status(of: path).size
      // Opening it may be refused where looking at it was not.
      _ = try files.read(path)
    } catch {
      tell("The file \(path) \(error.explanation)", .file(path, .denied))
      return 403
    }
    tell("The file \(path) is sent", .file(path, .found))
    if let status = try unchanged(exchange, path) {
      exchange.status = status
      send(status, .none, exchange)
      return nil
    }
    try sendRanged(.file(path), length: bytes, exchange)
    return nil
  }

  private static let methods = [
    "PUT", "DELETE", "PATCH", "PROPFIND", "PROPPATCH", "MKCOL", "COPY", "MOVE", "LOCK", "UNLOCK", "VERSION-CONTROL",
    "CHECKOUT", "UNCHECKOUT", "CHECKIN", "UPDATE", "LABEL", "REPORT", "MKWORKSPACE", "MKACTIVITY", "BASELINE-CONTROL",
    "MERGE",
  ]

  private func otherMethod(_ exchange: Exchange) -> Int? {
    if exchange.method == "OPTIONS" {
      send(exchange.status, .none, exchange)
      return nil
    }
    let status = exchange.method.isOne(of: Self.methods) ? 405 : 501
    tell("A file does not answer \(exchange.method)", .file(exchange.filename?.shown ?? "", .wrongMethod))
    return status
  }
}
