import ProxyConfig

/// A request's path and query (Go's `url.URL`).
struct CaddyURL {
  /// The path without escapes.
  var path: ByteText
  /// The path as it was written, when escaping `path` would give something else.
  var rawPath: ByteText = ""
  var query: ByteText = ""
  fileprivate var hasBareMark = false
  /// What it was read from, as long as nothing was changed, where all requests are followed at once.
  private var source: (target: ByteText, path: ByteText, query: ByteText)?

  init(path: ByteText) { self.path = path }

  /// Reads a request's target; nil where Go answers 400.
  init?(_ target: ByteText) {
    if target.isWatched {
      let mark = UInt8(ascii: "?")
      (path, query) = (target.before(mark), target.after(mark))
      source = (target, path, query)
      return
    }
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
    if let source, path.isSame(as: source.path) { return path }
    if !rawPath.isEmpty, rawPath.isWatched || rawPath.allSatisfy(Self.isValidEncoded), Self.unescape(rawPath) == path {
      return rawPath
    }
    return path == "*" ? "*" : Self.escape(path)
  }

  var requestURI: ByteText {
    if let source, path.isSame(as: source.path), query.isSame(as: source.query) { return source.target }
    let path = escapedPath.isEmpty ? "/" : escapedPath
    return query.isEmpty && !(source?.target.hasSuffix("?") ?? hasBareMark) ? path : path + "?" + query
  }

  // MARK: - Escapes

  /// Resolves `%xx`; nil when one is malformed.
  static func unescape(_ text: ByteText, plusIsSpace: Bool = false) -> ByteText? {
    if text.isWatched, !plusIsSpace, let decoded = decoded(text) { return decoded }
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

  /// The same, part by part; nil where that is not certain whatever is sent.
  private static func decoded(_ text: ByteText) -> ByteText? {
    var result = ByteText()
    for part in text.parts {
      guard let decoded = part.isWatched ? part.decodedPart : unescape(part) else { return nil }
      result += decoded
    }
    return result
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

  /// Escapes the parts of a path (`PathEscape`), but not the slashes between them.
  static func escapeSegments(_ text: ByteText) -> ByteText { escape(text, keeping: "$&+:=@/") }

  /// Escapes a query's value (`QueryEscape`).
  static func escapeQuery(_ text: ByteText) -> ByteText {
    let escaped = text.percentEncoded(keeping: [])
    return text.isNever(0x20) ? escaped : escaped.replacing("%20", with: "+")
  }

  private static func escape(_ text: ByteText, keeping kept: String) -> ByteText {
    text.percentEncoded(keeping: Array(kept.utf8))
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || "-_.~".utf8.contains(byte)
  }

  private static func isValidEncoded(_ byte: UInt8) -> Bool {
    isUnreserved(byte) || "!$&'()*+,;=:@[]%/".utf8.contains(byte)
  }

  /// Whether path and query are the same; false where that depends on what is sent.
  func isSame(as other: CaddyURL) -> Bool {
    func isSame(_ one: ByteText, _ other: ByteText) -> Bool {
      one.isWatched || other.isWatched ? one.isSame(as: other) : one == other
    }
    return isSame(path, other.path) && isSame(rawPath, other.rawPath) && isSame(query, other.query)
      && hasBareMark == other.hasBareMark
  }

  // MARK: - Queries

  /// Whether a query without escapes has a name, or a name with a value; both as regular expressions know them.
  func hasPair(_ name: ByteText, _ value: ByteText?) -> Bool? {
    let end = value.map { "=\(TextTest.quoted($0))(?:&|$)" } ?? "(?:=|&|$)"
    let either = value?.isEmpty == true ? "=?(?:&|$)" : end
    return (try? Pattern(ByteText("(?:^|&)\(TextTest.quoted(name))\(either)"))).map(query.matches)
  }

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
    if query.isWatched { return !query.contains(";") }
    return query.isEmpty || query.pieces("&").allSatisfy { $0.isEmpty || !$0.contains(";") && Self.unescape($0) != nil }
  }
}

/// Paths as Go's `path` package handles them.
enum CaddyPath {
  /// `path.Clean`: without `.`, `..` and doubled slashes; the empty path is `.`.
  static func clean(_ path: ByteText) -> ByteText {
    if path.isEmpty { return "." }
    let path = withSingleSlashes(path)
    if isCleanForAll(path) { return path.hasSuffix("/") && path != "/" ? path.withoutEnd(1) : path }
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

  /// A text that is watched without a slash where it is put together of two parts that both have one.
  private static func withSingleSlashes(_ path: ByteText) -> ByteText {
    guard path.isWatched else { return path }
    let parts = path.parts
    return parts.dropFirst().reduce(parts[0]) { result, part in
      result + (part.hasPrefix("/") && result.hasSuffix("/") ? part.from(1) : part)
    }
  }

  /// Whether a text that is watched has no `.`, `..` or doubled slashes.
  private static func isCleanForAll(_ path: ByteText) -> Bool {
    guard path.isWatched, let dirty else { return false }
    return path.origin?.isPath == true || !path.matches(dirty)
  }

  private static let dirty = try? Pattern("//|(?:^|/)\\.\\.?(?:/|$)")

  /// Whether a path that was asked for and what became of it have the same base; nil where that is to be worked out from
  /// their bytes.
  static func haveSameBase(_ asked: ByteText, _ path: ByteText) -> Bool? {
    guard asked.isWatched || path.isWatched else { return nil }
    var path = path
    if path.isWatched, let last = path.parts.last, !last.isWatched, path.parts.count == 2 {
      let start = path.parts[0]
      if last == "/" {
        path = start
      } else if !last.contains("/"), start.isSame(as: asked) || start.isEnd(of: asked) {
        // A longer name is another one, unless it is all that there is.
        guard start.hasSuffix("/") else { return false }
        path = last
      }
    }
    if let whole = path.untrimmed, asked.hasSuffix("/") { path = whole }
    // What follows a beginning has the same last part, if it has one of its own.
    if path.isEnd(of: asked) { return path.hasPrefix("/") ? path != "/" : nil }
    let (one, other) = (asked.without(suffix: "/"), path.without(suffix: "/"))
    if one.isSame(as: other) { return true }
    guard one.isWatched != other.isWatched else { return nil }
    let (watched, written) = one.isWatched ? (one, other) : (other, one)
    guard !written.isEmpty else { return nil }
    return (try? Pattern(ByteText("(?:^|/)\(TextTest.quoted(base(written)))$"))).map(watched.matches)
  }

  /// Cleans a request's path and keeps its last slash (`caddyhttp.CleanPath`).
  static func cleanRequest(_ path: ByteText, mergesSlashes: Bool = true) -> ByteText {
    if path.isWatched, !path.isEmpty, isCleanForAll(path) { return path }
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
    var root = root.isEmpty ? "." : root
    if root.isWatched { root = root.without(suffix: "/") }
    if path.isWatched, isCleanForAll(path) {
      let root = clean(root)
      if path.isEmpty || path == "/" { return root }
      let rest = path.hasPrefix("/") ? path : "/" + path
      return root == "/" ? rest : root == "." ? rest.from(1) : root + rest
    }
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
    if path.isWatched { return group(1, of: "(\\.[^./]*)$", in: path) }
    for index in path.indices.reversed() {
      if path[index] == UInt8(ascii: "/") { return "" }
      if path[index] == UInt8(ascii: ".") { return path.from(index) }
    }
    return ""
  }

  /// `path.Split`: up to the last slash, and the rest.
  static func split(_ path: ByteText) -> (directory: ByteText, file: ByteText) {
    if path.isWatched {
      guard path.contains("/") else { return ("", path) }
      return (group(1, of: "^(.*/)[^/]*$", in: path), group(1, of: "^.*/([^/]*)$", in: path))
    }
    let end = path.lastOffset(of: "/").map { $0 + 1 } ?? 0
    return (path.upTo(end), path.from(end))
  }

  /// A group of an expression in a text that is watched; empty where there is no match.
  static func group(_ number: Int, of expression: ByteText, in text: ByteText) -> ByteText {
    guard let pattern = try? Pattern(expression), case .match(let groups) = text.groups(of: pattern) else { return "" }
    return groups.indices.contains(number) ? groups[number] ?? "" : ""
  }
}
