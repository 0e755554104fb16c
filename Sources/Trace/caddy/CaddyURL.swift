import ProxyConfig

/// A request's path and query (Go's `url.URL`).
struct CaddyURL: Hashable {
  /// The path without escapes.
  var path: ByteText
  /// The path as it was written, when escaping `path` would give something else.
  var rawPath: ByteText = ""
  var query: ByteText = ""
  private var hasBareMark = false

  init(path: ByteText) { self.path = path }

  /// Reads a request's target; nil where Go answers 400.
  init?(_ target: ByteText) {
    var raw = target
    if let (before, after) = target.cut("?") {
      (raw, query) = (before, after)
      hasBareMark = after.isEmpty
    }
    guard let decoded = Self.unescape(raw) else { return nil }
    path = decoded
    if Self.escape(decoded) != raw { rawPath = raw }
  }

  var escapedPath: ByteText {
    if !rawPath.isEmpty, rawPath.allSatisfy(Self.isValidEncoded), Self.unescape(rawPath) == path { return rawPath }
    return path == "*" ? "*" : Self.escape(path)
  }

  var requestURI: ByteText {
    let path = escapedPath.isEmpty ? "/" : escapedPath
    return query.isEmpty && !hasBareMark ? path : path + "?" + query
  }

  // MARK: - Escapes

  /// Resolves `%xx`; nil when one is malformed.
  static func unescape(_ text: ByteText, plusIsSpace: Bool = false) -> ByteText? {
    guard text.contains("%") || plusIsSpace else { return text }
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "%") {
        guard index + 2 < text.count, let high = hex(text[index + 1]), let low = hex(text[index + 2]) else {
          return nil
        }
        result.append(high << 4 | low)
        index += 3
        continue
      }
      result.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
      index += 1
    }
    return ByteText(result)
  }

  private static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// Escapes a path (`encodePath`).
  static func escape(_ text: ByteText) -> ByteText { escape(text, keeping: "$&+,/:;=@") }

  /// Escapes one part of a path (`PathEscape`), slashes too.
  static func escapeSegment(_ text: ByteText) -> ByteText { escape(text, keeping: "$&+:=@") }

  /// Escapes a query's value (`QueryEscape`).
  static func escapeQuery(_ text: ByteText) -> ByteText { escape(text, keeping: "").replacing("%20", with: "+") }

  private static func escape(_ text: ByteText, keeping kept: StaticString) -> ByteText {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in text {
      if isUnreserved(byte) || kept.description.utf8.contains(byte) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return ByteText(result)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || "-_.~".utf8.contains(byte)
  }

  private static func isValidEncoded(_ byte: UInt8) -> Bool {
    isUnreserved(byte) || "!$&'()*+,;=:@[]%/".utf8.contains(byte)
  }

  // MARK: - Queries

  /// The pairs of the query in their order; malformed ones are left out, as `url.Query` does.
  var pairs: [(name: ByteText, value: ByteText)] {
    query.isEmpty
      ? []
      : query.pieces("&").compactMap { piece in
        guard !piece.isEmpty, !piece.contains(";") else { return nil }
        let (name, value) = piece.cut("=") ?? (piece, "")
        guard let name = Self.unescape(name, plusIsSpace: true), let value = Self.unescape(value, plusIsSpace: true)
        else { return nil }
        return (name, value)
      }
  }

  /// Whether every pair could be read (`url.ParseQuery`).
  var hasSoundQuery: Bool {
    query.isEmpty || query.pieces("&").allSatisfy { $0.isEmpty || !$0.contains(";") && Self.unescape($0) != nil }
  }
}

/// Paths as Go's `path` package handles them.
enum CaddyPath {
  /// `path.Clean`: without `.`, `..` and doubled slashes; the empty path is `.`.
  static func clean(_ path: ByteText) -> ByteText {
    if path.isEmpty { return "." }
    let isRooted = path.first == UInt8(ascii: "/")
    if isRooted, isClean(path) { return path }
    var parts: [ByteText] = []
    for part in path.pieces("/") where !part.isEmpty && part != "." {
      if part != ".." {
        parts.append(part)
      } else if let last = parts.last, last != ".." {
        parts.removeLast()
      } else if !isRooted {
        parts.append(part)
      }
    }
    let joined = ByteText.joined(parts, separator: "/")
    return isRooted ? "/" + joined : joined.isEmpty ? "." : joined
  }

  /// Whether nothing follows a slash that cleaning takes away.
  private static func isClean(_ path: ByteText) -> Bool {
    var last: UInt8 = 0
    for byte in path.bytes {
      if last == UInt8(ascii: "/"), byte == last || byte == UInt8(ascii: ".") { return false }
      last = byte
    }
    return last != UInt8(ascii: "/") || path.count == 1
  }

  /// Cleans a request's path and keeps its last slash (`caddyhttp.CleanPath`).
  static func cleanRequest(_ path: ByteText, mergesSlashes: Bool = true) -> ByteText {
    guard mergesSlashes else {
      // Doubled slashes are hidden from the cleaning and come back afterwards.
      var marked: [UInt8] = []
      for (index, byte) in path.enumerated() {
        if byte == UInt8(ascii: "/"), index > 0, path[index - 1] == byte { marked.append(0xFF) }
        marked.append(byte)
      }
      return ByteText(cleanRequest(ByteText(marked)).filter { $0 != 0xFF })
    }
    let cleaned = clean(path)
    return cleaned != "/" && path.hasSuffix("/") ? cleaned + "/" : cleaned
  }

  /// A path below a root that cannot leave it (`SanitizedPathJoin`).
  static func join(_ root: ByteText, _ path: ByteText) -> ByteText {
    let root = root.isEmpty ? "." : root
    let relative = clean("/" + path).from(1)
    let joined = clean(relative.isEmpty ? root : root + "/" + relative)
    return path.hasSuffix("/") && path.count > 1 ? joined + "/" : joined
  }

  /// `path.Base`.
  static func base(_ path: ByteText) -> ByteText {
    if path.isEmpty { return "." }
    var rest = path
    while rest.count > 1, rest.hasSuffix("/") { rest = rest.upTo(rest.count - 1) }
    if rest == "/" { return rest }
    return rest.lastOffset(of: "/").map { rest.from($0 + 1) } ?? rest
  }

  /// `path.Ext`: from the last dot of the last part.
  static func fileExtension(_ path: ByteText) -> ByteText {
    for index in path.indices.reversed() {
      if path[index] == UInt8(ascii: "/") { return "" }
      if path[index] == UInt8(ascii: ".") { return path.from(index) }
    }
    return ""
  }

  /// `path.Split`: up to the last slash, and the rest.
  static func split(_ path: ByteText) -> (directory: ByteText, file: ByteText) {
    let end = path.lastOffset(of: "/").map { $0 + 1 } ?? 0
    return (path.upTo(end), path.from(end))
  }
}
