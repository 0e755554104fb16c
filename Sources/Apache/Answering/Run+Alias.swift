import Diagnostics
import ProxyConfig
import Trace

/// mod_alias: redirects, then folders for paths.
extension Run {
  func aliasTranslate(_ exchange: Exchange) throws -> Verdict {
    if let verdict = try redirect(exchange, server.redirects) { return verdict }
    if let alias = exchange.settings.alias {
      exchange.filename = absolute(alias.target)
      exchange.handler = alias.handler ?? exchange.handler
      return .ok
    }
    for entry in server.aliasEntries {
      guard let path = try replaced(entry, exchange.uri) else { continue }
      if entry.pattern == nil {
        exchange.contextPrefix = entry.prefix
        exchange.contextRoot = entry.target
      }
      exchange.filename = absolute(path)
      exchange.handler = entry.handler ?? exchange.handler
      tell("The alias maps \(exchange.uri.string) to \(exchange.filename?.string ?? "")", at: entry.place)
      return .ok
    }
    return .declined
  }

  private func absolute(_ path: ByteText) -> ByteText { ByteText(PathText.join(model.config.serverRoot, path.string)) }

  /// Redirects of sections, once those are known.
  func redirectFixup(_ exchange: Exchange) throws -> Verdict {
    try redirect(exchange, exchange.settings.redirects) ?? .declined
  }

  private func redirect(_ exchange: Exchange, _ entries: [AliasEntry]) throws -> Verdict? {
    if let own = exchange.settings.redirect {
      var target: ByteText?
      if let written = own.target {
        target = Escape.url(try text(written, exchange, at: own.place), keepsQuery: true)
      }
      return redirect(exchange, own.status, target, at: own.place)
    }
    for entry in entries {
      guard let target = try entry.target == nil ? matching(entry, exchange.uri) : redirectTarget(entry, exchange.uri)
      else { continue }
      return redirect(exchange, entry.status, target, at: entry.place)
    }
    return nil
  }

  private func matching(_ entry: AliasEntry, _ uri: ByteText) throws -> ByteText? {
    if let pattern = entry.pattern { return try matches(pattern, uri, at: entry.place).map { _ in "" } }
    return AliasMatch.length(of: entry.prefix, in: uri) > 0 ? "" : nil
  }

  private func redirectTarget(_ entry: AliasEntry, _ uri: ByteText) throws -> ByteText? {
    guard let target = entry.target else { return nil }
    if let pattern = entry.pattern {
      guard let groups = try matches(pattern, uri, at: entry.place) else { return nil }
      return Escape.url(substituted(target, uri, groups), keepsQuery: true)
    }
    let length = AliasMatch.length(of: entry.prefix, in: uri)
    return length > 0 ? target + Escape.path(uri.from(length)) : nil
  }

  private func replaced(_ entry: AliasEntry, _ uri: ByteText) throws -> ByteText? {
    guard let target = entry.target else { return nil }
    if let pattern = entry.pattern {
      return try matches(pattern, uri, at: entry.place).map { substituted(target, uri, $0) }
    }
    let length = AliasMatch.length(of: entry.prefix, in: uri)
    return length > 0 ? target + uri.from(length) : nil
  }

  private func redirect(_ exchange: Exchange, _ status: Int, _ target: ByteText?, at place: Place) -> Verdict {
    if StatusCodes.isRedirect(status), var location = target {
      if location.first == UInt8(ascii: "/") { location = ownURL(exchange) + location }
      guard location.string.isURL else { return .status(500) }
      if let query = exchange.query, !location.contains("?") { location += "?" + query }
      exchange.location = location.string
    }
    tell(
      "The redirect ends the request with \(status)", at: place,
      StatusCodes.isRedirect(status) ? .redirected(status) : .raised(status))
    return .status(status)
  }

  /// Scheme, name and port of this server, as a visitor may go on using them (`ap_construct_url`).
  func ownURL(_ exchange: Exchange) -> ByteText {
    let host = server.usesCanonicalName ? server.name ?? hostName : hostName
    let usual = request.scheme == .https ? 443 : 80
    let port = (server.usesCanonicalName ? nil : namedPort) ?? server.namePort ?? usual
    let isUsual = port == usual
    return ByteText("\(request.scheme.rawValue)://\(host)\(isUsual ? "" : ":\(port)")")
  }

  /// The port that the visitor's `Host` names; without it the usual one counts, whatever port was asked.
  private var namedPort: Int? {
    guard let host = request.header("host") else { return request.port }
    guard let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") else { return nil }
    return Int(host[host.index(after: colon)...])
  }

  var hostName: String { VirtualHosts.hostName(request) }

  /// The server's own folder takes what nobody else took (`ap_core_translate`).
  func coreTranslate(_ exchange: Exchange) -> Verdict {
    guard exchange.uri.first == UInt8(ascii: "/") else { return .status(400) }
    let root = server.documentRoot ?? ByteText(PathText.join(model.config.serverRoot, "htdocs"))
    exchange.filename = (root.last == UInt8(ascii: "/") ? root.upTo(root.count - 1) : root) + exchange.uri
    return .ok
  }
}

/// How the beginning of a path is matched: slashes in a row are one, and the last part must be whole (`alias_matches`).
enum AliasMatch {
  /// How many bytes of the path match; 0 for none.
  static func length(of prefix: ByteText, in uri: ByteText) -> Int {
    let slash = UInt8(ascii: "/")
    var (p, u) = (0, 0)
    while p < prefix.count {
      if prefix[p] == slash {
        guard u < uri.count, uri[u] == slash else { return 0 }
        while p < prefix.count, prefix[p] == slash { p += 1 }
        while u < uri.count, uri[u] == slash { u += 1 }
      } else {
        guard u < uri.count, uri[u] == prefix[p] else { return 0 }
        p += 1
        u += 1
      }
    }
    guard let last = prefix.last else { return 0 }
    return last != slash && u < uri.count && uri[u] != slash ? 0 : u
  }
}

/// Percent signs for addresses.
enum Escape {
  /// `ap_os_escape_path`: what a path cannot hold.
  static func path(_ text: ByteText) -> ByteText { escaped(text, keeping: "$-_.+!*'(),:@&=/~;") }

  /// The same for an address; a query stays as it is.
  static func url(_ text: ByteText, keepsQuery: Bool) -> ByteText {
    let parts = text.cut("?")
    let path = escaped(parts?.before ?? text, keeping: "$-_.+!*'(),:@&=/~;#")
    return path + (parts.map { "?" + $0.after } ?? "")
  }

  static func escaped(_ text: ByteText, keeping kept: StaticString) -> ByteText {
    let allowed = Set(kept.description.utf8)
    var result = ByteText()
    for byte in text {
      if 0x30...0x39 ~= byte || 0x41...0x5A ~= byte & 0xDF || allowed.contains(byte) {
        result.append(byte)
      } else {
        let digits = Array("0123456789abcdef".utf8)
        result += ByteText([UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]])
      }
    }
    return result
  }
}
