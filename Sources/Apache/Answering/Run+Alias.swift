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
    let first = whole(exchange.uri, "aliases \(server.number)", server.aliasEntries, \.tests)
    for (index, entry) in server.aliasEntries.enumerated() where first.map({ $0 == index }) ?? true {
      guard let path = try replaced(entry, exchange.uri) else { continue }
      if entry.pattern == nil {
        exchange.contextPrefix = entry.prefix
        exchange.contextRoot = entry.target
      }
      exchange.filename = absolute(path)
      exchange.handler = entry.handler ?? exchange.handler
      tell("The alias maps \(exchange.uri.shown) to \(exchange.filename?.shown ?? "")", at: entry.place)
      return .ok
    }
    return .declined
  }

  private func absolute(_ path: ByteText) -> ByteText {
    path.isWatched && path.hasPrefix("/") ? path : ByteText(PathText.join(model.config.serverRoot, path.string))
  }

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
    let first = whole(
      exchange.uri, "redirects \(server.number) \(entries.count) \(exchange.sections)", entries, \.tests)
    for (index, entry) in entries.enumerated() where first.map({ $0 == index }) ?? true {
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
      return Escape.url(substituted(target, groups), keepsQuery: true)
    }
    let length = AliasMatch.length(of: entry.prefix, in: uri)
    return length > 0 ? target + Escape.path(uri.from(length)) : nil
  }

  private func replaced(_ entry: AliasEntry, _ uri: ByteText) throws -> ByteText? {
    guard let target = entry.target else { return nil }
    if let pattern = entry.pattern {
      return try matches(pattern, uri, at: entry.place).map { substituted(target, $0) }
    }
    let length = AliasMatch.length(of: entry.prefix, in: uri)
    return length > 0 ? target + uri.from(length) : nil
  }

  private func redirect(_ exchange: Exchange, _ status: Int, _ target: ByteText?, at place: Place) -> Verdict {
    if StatusCodes.isRedirect(status), var location = target {
      if location.hasPrefix("/") { location = ownURL(exchange) + location }
      guard isURL(location) else { return .status(500) }
      if let query = exchange.query, !location.contains("?") { location += "?" + query }
      exchange.location = location.shown
    }
    tell(
      "The redirect ends the request with \(status)", at: place,
      StatusCodes.isRedirect(status) ? .redirected(status) : .raised(status))
    return .status(status)
  }

  /// Scheme, name and port of this server, as a visitor may go on using them (`ap_construct_url`).
  func ownURL(_ exchange: Exchange) -> ByteText {
    let host = server.usesCanonicalName ? server.name.map { ByteText($0) } ?? hostName : hostName
    let usual = request.scheme == .https ? 443 : 80
    let port = (server.usesCanonicalName ? nil : namedPort) ?? server.namePort ?? usual
    let isUsual = port == usual
    return ByteText("\(request.scheme.rawValue)://") + host + ByteText(isUsual ? "" : ":\(port)")
  }

  /// The port that the visitor's `Host` names; without it the usual one counts, whatever port was asked.
  private var namedPort: Int? {
    if visitor.isWatched { return request.host.isEmpty ? request.port : nil }
    guard let host = request.header("host") else { return request.port }
    guard let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") else { return nil }
    return Int(host[host.index(after: colon)...])
  }

  /// In small letters, without the port.
  var hostName: ByteText { visitor.isWatched ? visitor.host.parts[0] : ByteText(VirtualHosts.hostName(request)) }

  private func isURL(_ text: ByteText) -> Bool {
    (text.isWatched ? String(decoding: text.constantStart, as: UTF8.self) : text.string).isURL || text.string.isURL
  }

  /// The server's own folder takes what nobody else took (`ap_core_translate`).
  func coreTranslate(_ exchange: Exchange) -> Verdict {
    guard exchange.uri.hasPrefix("/") else { return .status(400) }
    let root = server.documentRoot ?? model.config.usualRoot
    exchange.filename = (root.last == UInt8(ascii: "/") ? root.upTo(root.count - 1) : root) + exchange.uri
    return .ok
  }
}

/// How the beginning of a path is matched: slashes in a row are one, and the last part must be whole (`alias_matches`).
enum AliasMatch {
  /// How many bytes of the path match; 0 for none.
  static func length(of prefix: ByteText, in uri: ByteText) -> Int {
    if uri.isWatched { return holds(prefix, uri) ? plain(prefix).count : 0 }
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

extension AliasMatch {
  /// With no slashes in a row.
  private static func plain(_ prefix: ByteText) -> ByteText {
    var result = prefix
    while result.contains("//") { result = result.replacing("//", with: "/") }
    return result
  }

  /// What a path without slashes in a row must be.
  static func tests(_ prefix: ByteText) -> [TextTest] {
    let plain = plain(prefix)
    guard !plain.isEmpty else { return [] }
    return plain.hasSuffix("/") ? [.prefix(plain.bytes)] : [.equals(plain.bytes), .prefix((plain + "/").bytes)]
  }

  private static func holds(_ prefix: ByteText, _ uri: ByteText) -> Bool {
    let plain = plain(prefix)
    guard !plain.isEmpty else { return false }
    return plain.hasSuffix("/") ? uri.hasPrefix(plain) : uri == plain || uri.hasPrefix(plain + "/")
  }
}

extension AliasEntry {
  fileprivate var tests: [TextTest] { pattern.map { [.matches($0)] } ?? AliasMatch.tests(prefix) }
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
    if text.isWatched {
      let isSafe: (UInt8) -> Bool = { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 & 0xDF || allowed.contains($0) }
      let others = (UInt8.min...UInt8.max).filter { !isSafe($0) }
      return text.parts.reduce(ByteText()) { result, part in
        let isPlain = !part.isWatched || others.allSatisfy(part.isNever)
        return result
          + (part.isWatched && isPlain
            ? part : part.changed("the escaping (\(kept))") { escaped(ByteText($0), keeping: kept).bytes })
      }
    }
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
