import ProxyConfig

/// `rewrite`, `uri`, `method` (`rewrite/rewrite.go`).
extension CaddyRun {
  func apply(_ rewrite: CaddyRewrite) throws(CaddyInterruption) {
    if !rewrite.method.isEmpty { method = RequestMethod(try all(rewrite.method).string.uppercased()) }
    if !rewrite.uri.isEmpty { try replaceURI(rewrite.uri) }
    if !rewrite.stripPrefix.isEmpty {
      var prefix = try all(rewrite.stripPrefix)
      if release.isModern, !prefix.hasPrefix("/") { prefix = "/" + prefix }
      let merges = !prefix.contains("//")
      changePath { Self.trim(prefix, from: CaddyPath.cleanRequest($0, mergesSlashes: merges)) }
    }
    if !rewrite.stripSuffix.isEmpty {
      let suffix = try all(rewrite.stripSuffix)
      let merges = !suffix.contains("//")
      changePath { path in
        let cleaned = CaddyPath.cleanRequest(path, mergesSlashes: merges)
        if cleaned.isWatched, !suffix.contains("%") {
          return cleaned.lowercased.hasSuffix(suffix.lowercased) ? cleaned.withoutEnd(suffix.count) : cleaned
        }
        return ByteText(Self.trim(ByteText(suffix.reversed()), from: ByteText(cleaned.reversed())).reversed())
      }
    }
    for part in rewrite.substrings where !part.find.isEmpty {
      let (find, replacement) = (try all(part.find), try all(part.replacement))
      let limit = part.limit == 0 ? nil : part.limit < 0 ? nil : Optional(part.limit)
      let merges = !part.find.contains("//")
      changePath {
        Self.replace(find, in: CaddyPath.cleanRequest($0, mergesSlashes: merges), with: replacement, limit: limit)
      }
      url.query = Self.replace(find, in: url.query, with: replacement, limit: limit)
    }
    for part in rewrite.pathRegexps where !part.find.isEmpty {
      guard let pattern = world.memory.pattern(part.find) else {
        throw .unknown("what the regular expression \(part.find) replaces")
      }
      let template = try all(part.replacement)
      var failed = false
      changePath { path in
        guard let replaced = pattern.replaceAll(in: path, with: template) else {
          failed = true
          return path
        }
        return replaced
      }
      if failed { throw .unknown("what the regular expression \(part.find) replaces: it takes too long") }
    }
    if let operations = rewrite.query { try changeQuery(operations) }
  }

  /// Go's `strings.Replace`: nothing is found before every letter and at the end.
  private static func replace(_ find: ByteText, in text: ByteText, with other: ByteText, limit: Int?) -> ByteText {
    guard find.isEmpty else { return text.replacing(find, with: other, limit: limit) }
    var result = ByteText()
    var left = limit ?? .max
    for byte in text {
      if byte & 0xC0 != 0x80, left > 0 {
        result += other
        left -= 1
      }
      result.append(byte)
    }
    return left > 0 ? result + other : result
  }

  private func replaceURI(_ uri: ByteText) throws(CaddyInterruption) {
    let fragmentMark = uri.offset(of: "#")
    let beforeFragment = fragmentMark.map { uri.upTo($0) } ?? uri
    let queryMark = beforeFragment.offset(of: "?")
    var path = queryMark.map { beforeFragment.upTo($0) } ?? beforeFragment
    var query = queryMark.map { beforeFragment.from($0 + 1) } ?? ""
    // A path part exists when anything stands before the ?.
    let hasPath = !path.isEmpty
    if hasPath {
      if release.isModern {
        path = path.replacing("{http.request.uri.path}", with: url.escapedPath)
        if path.contains("{http.matchers.file.relative}"),
          case .text(let file)? = placeholders["http.matchers.file.relative"]
        {
          path = path.replacing(
            "{http.matchers.file.relative}", with: CaddyURL.escapeSegments(file))
        }
      } else if path.contains("{http.request.uri}") {
        path = path.replacing("{http.request.uri}", with: url.query.isEmpty ? url.path : url.path + "?" + url.query)
      }
      path = try all(path)
      if let (before, after) = path.cut("?") {
        path = before
        if query.isEmpty {
          query = release.isModern ? after.replacing("{", with: "%7B").replacing("}", with: "%7D") : after
        }
      }
    }
    let newQuery = query.isEmpty ? "" : try buildQuery(query)
    if hasPath {
      if release.isModern {
        url.path = CaddyURL.unescape(path) ?? path
        url.rawPath = ""
      } else {
        url.path = path
      }
    }
    // The query changes only when the target has a ? of its own.
    if queryMark != nil { url.query = newQuery }
  }

  /// A query with its placeholders escaped (`buildQueryString`).
  private func buildQuery(_ text: ByteText) throws(CaddyInterruption) -> ByteText {
    var result = ByteText()
    var rest = text
    var wroteValue = true
    while !rest.isEmpty {
      let (equals, ampersand) = (rest.offset(of: "="), rest.offset(of: "&"))
      let endsWithAmpersand = ampersand.map { $0 < equals ?? .max } ?? false
      let end = endsWithAmpersand ? ampersand ?? rest.count : equals ?? rest.count
      var part = rest.upTo(end)
      part = try CaddyPlaceholders.replace(part, unknownIsEmpty: true) { (key) throws(CaddyInterruption) -> ByteText? in
        let value = self.value(of: key)
        if case .opaque(let reason) = value { throw .unknown(reason) }
        if key == "http.request.uri.query", wroteValue { return value?.text }
        // Go prints a missing value as <nil>.
        guard let value else { return CaddyURL.escapeQuery("<nil>") }
        if case .null = value { return CaddyURL.escapeQuery("<nil>") }
        return CaddyURL.escapeQuery(value.text)
      }
      rest = rest.from(end < rest.count ? end + 1 : end)
      if wroteValue {
        if !result.isEmpty, !part.isEmpty { result += ByteText("&") }
      } else {
        result += ByteText("=")
      }
      result += part
      wroteValue = endsWithAmpersand
    }
    return result
  }

  private func changePath(_ change: (ByteText) -> ByteText) {
    url.rawPath = change(url.escapedPath)
    if let decoded = CaddyURL.unescape(url.rawPath), !decoded.isEmpty {
      url.path = decoded
    } else {
      url.path = change(url.path)
    }
    if url.rawPath == url.path { url.rawPath = "" }
  }

  /// A prefix cut off a path in escaped form, whatever the case (`trimPathPrefix`).
  private static func trim(_ prefix: ByteText, from path: ByteText) -> ByteText {
    if path.isWatched, path.isNever(UInt8(ascii: "%")), !prefix.contains("%") {
      return path.lowercased.hasPrefix(prefix.lowercased) ? path.from(prefix.count) : path
    }
    var (inPath, inPrefix) = (0, 0)
    while inPath < path.count, inPrefix < prefix.count {
      var character = ByteText([path[inPath]])
      if character == "%", prefix[inPrefix] != UInt8(ascii: "%"), path.count >= inPath + 3 {
        guard let decoded = CaddyURL.unescape(path[inPath..<(inPath + 3)]) else { return path }
        character = decoded
        inPath += 2
      }
      guard character.equalsIgnoringCase(ByteText([prefix[inPrefix]])) else { return path }
      inPath += 1
      inPrefix += 1
    }
    return inPath >= prefix.count ? path.from(inPath) : path
  }

  private func changeQuery(_ operations: [CaddyRewrite.QueryOperation]) throws(CaddyInterruption) {
    var query: [ByteText: [ByteText]] = [:]
    for (name, value) in url.pairs { query[name, default: []].append(value) }
    for operation in operations {
      let key = try all(operation.key)
      let value = operation.kind == .replace ? known(operation.value) : try all(operation.value)
      switch operation.kind {
      case .rename:
        guard !key.isEmpty, !value.isEmpty, key != value, let values = query[key] else { continue }
        query[value] = values
        query[key] = nil
      case .set: if !key.isEmpty { query[key] = [value] }
      case .add: if !key.isEmpty { query[key, default: []].append(value) }
      case .delete: if !key.isEmpty { query[key] = nil }
      case .replace:
        guard let pattern = world.memory.pattern(operation.searchRegexp) else {
          throw .unknown("what a query's replacement does")
        }
        for (name, values) in query { query[name] = values.map { pattern.replaceAll(in: $0, with: value) ?? $0 } }
      }
    }
    url.query = ByteText.joined(
      query.keys.sorted().flatMap { name in
        (query[name] ?? []).map { CaddyURL.escapeQuery(name) + "=" + CaddyURL.escapeQuery($0) }
      }, separator: "&")
  }
}
