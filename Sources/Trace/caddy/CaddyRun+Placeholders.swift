import ProxyConfig

extension CaddyRun {
  /// Replaces the placeholders Caddy knows and leaves the others (`ReplaceKnown`).
  ///
  /// What only a running server knows becomes `{…}` in the text; the answer's text is then in doubt.
  func known(_ text: ByteText, inDoubt: Bool = true) -> ByteText {
    if !release.isModern, !text.contains("{") { return text }
    return CaddyPlaceholders.replace(text, unknownIsEmpty: false) { key -> ByteText? in
      guard let value = self.value(of: key) else { return nil }
      if case .opaque(let reason) = value {
        if inDoubt, self.doubt == nil { self.doubt = reason }
        return "{" + key + "}"
      }
      return value.text
    }
  }

  /// Replaces every placeholder, an unknown one by nothing (`ReplaceAll`).
  func all(_ text: ByteText) throws(CaddyInterruption) -> ByteText {
    if !release.isModern, !text.contains("{") { return text }
    return try CaddyPlaceholders.replace(text, unknownIsEmpty: true) { (key) throws(CaddyInterruption) -> ByteText? in
      switch self.value(of: key) {
      case .opaque(let reason): throw .unknown(reason)
      case let value?: return value.text
      case nil: return nil
      }
    }
  }

  /// The value of a placeholder; nil when Caddy does not know the name.
  func value(of key: ByteText) -> CaddyValue? {
    if key.hasPrefix("env.") {
      let name = key.from(4).string
      if let value = world.config.environment[name] { return .text(ByteText(value)) }
      // What a condition on it says cannot be taken for granted.
      guard world.assumptions.modulesLetPass, !sent.isWatched else {
        return .opaque("the environment variable \(name)")
      }
      return .text(ByteText(world.config.standIns[name] ?? CaddySurroundings.standIn(for: name)))
    }
    if key.hasPrefix("system.") {
      switch key.string {
      case "system.slash": return .text("/")
      case "system.hostname", "system.os", "system.wd", "system.arch": return .opaque("\(key) is the machine's own")
      default: break
      }
    }
    if key.hasPrefix("time.now") { return .opaque("the time") }
    if release.isModern, key.hasPrefix("file.") { return fileText(key.from(5)) }
    if let value = placeholders[key] { return value }
    if let value = requestValue(key) { return value }
    for map in maps.reversed() { if let value = mapped(key, map) { return value } }
    return nil
  }

  private func fileText(_ path: ByteText) -> CaddyValue {
    guard let bytes = try? world.files.read(world.path(path)) else { return .null }
    return .text(ByteText(bytes).without(suffix: "\n").without(suffix: "\r"))
  }

  /// Placeholders of the request and the answer (`addHTTPVarsToReplacer`).
  private func requestValue(_ key: ByteText) -> CaddyValue? {
    if key.hasPrefix("http.request.") { return requestValue(named: key.from(13)) }
    if key == "http.vars.client_ip", release.isModern { return variables["client_ip"] ?? clientAddress }
    if key.hasPrefix("http.vars.") { return variables[key.from(10)] ?? .null }
    if key.hasPrefix("http.response.header.") {
      return .text(ByteText.joined(client.headers.values(key.from(21)) ?? [], separator: ","))
    }
    switch key.string {
    case "http.shutting_down": return .bool(false)
    case "http.time_until_shutdown": return .null
    default: return nil
    }
  }

  private func requestValue(named key: ByteText) -> CaddyValue? {
    if key.hasPrefix("header.") { return headerValue(key.from(7)) }
    if key.hasPrefix("cookie.") { return cookie(key.from(7)) }
    if key.hasPrefix("uri.query.") {
      if url.query.isWatched, url.hasPair(key.from(10), nil) == false { return .text("") }
      return .text(ByteText.joined(url.pairs.filter { $0.name == key.from(10) }.map(\.value), separator: ","))
    }
    if key.hasPrefix("tls.") {
      if isTLS { return .opaque("the encrypted connection's \(key.from(4))") }
      return release.isModern ? .null : nil
    }
    switch key.string {
    case "method": return .text(method.text)
    case "scheme": return .text(isTLS ? "https" : "http")
    case "proto": return isTLS ? .opaque("the version of HTTP") : .text("HTTP/1.1")
    case "host": return .text(CaddyNetwork.splitHostPort(host)?.host ?? host)
    case "port":
      let port = CaddyNetwork.splitHostPort(host)?.port ?? ""
      return port.integer.map { .int($0) } ?? .text(port)
    case "hostport": return .text(host)
    case "local.port" where release.isModern: return .text(ByteText(String(world.request.port)))
    case "local", "local.host", "local.port":
      return release.isModern ? .opaque("the connection's \(key)") : nil
    case "remote", "remote.port", "duration", "duration_ms":
      return .opaque("the connection's \(key)")
    case "remote.host" where sent.isWatched: return .opaque("the visitor's very address")
    case "remote.host": return world.request.client.map { .text(ByteText($0)) } ?? .opaque("the visitor's address")
    case "uuid": return variables["uuid"]
    case "uri": return .text(url.requestURI)
    case "uri_escaped" where release.isModern: return .text(CaddyURL.escapeQuery(url.requestURI))
    case "uri.path": return .text(url.path)
    case "uri.path_escaped" where release.isModern: return .text(CaddyURL.escapeQuery(url.path))
    case "uri.path.file": return .text(CaddyPath.split(url.path).file)
    case "uri.path.dir": return .text(CaddyPath.split(url.path).directory)
    case "uri.path.file.base": return .text(CaddyPath.base(url.path).without(suffix: CaddyPath.fileExtension(url.path)))
    case "uri.path.file.ext": return .text(CaddyPath.fileExtension(url.path))
    case "uri.query": return .text(url.query)
    case "uri.query_escaped" where release.isModern: return .text(CaddyURL.escapeQuery(url.query))
    case "uri.prefixed_query" where release.isModern: return .text(url.query.isEmpty ? "" : "?" + url.query)
    case "body", "body_base64": return !sent.isBodyLonger(than: 0) ? .text("") : .opaque("the request's body")
    case "orig_method": return .text(sent.method)
    case "orig_uri": return .text(sent.target)
    case "orig_uri.path": return .text(original.path)
    case "orig_uri.path.file": return .text(CaddyPath.split(original.path).file)
    case "orig_uri.path.dir": return .text(CaddyPath.split(original.path).directory)
    case "orig_uri.query": return .text(original.query)
    case "orig_uri.prefixed_query" where release.isModern:
      return .text(original.query.isEmpty ? "" : "?" + original.query)
    default: break
    }
    if key.hasPrefix("host.labels.") {
      guard let index = key.from(12).number else { return nil }
      if let name = CaddyNetwork.splitHostPort(host)?.host ?? (host.isWatched ? host : nil), name.isWatched {
        let others = String(repeating: "[.][^.]*", count: Swift.min(index, 60))
        return .text(CaddyPath.group(1, of: ByteText("([^.]*)\(others)$"), in: name))
      }
      let labels = (CaddyNetwork.splitHostPort(host)?.host ?? host).pieces(".")
      guard index < labels.count else { return .text("") }
      let label = labels[labels.count - index - 1]
      return .text(release.isModern ? label.lowercased : label)
    }
    for (prefix, path) in [("uri.path.", url.path), ("orig_uri.path.", original.path)]
    where key.hasPrefix(ByteText(prefix)) {
      guard let index = key.from(prefix.utf8.count).number else { return nil }
      if path.isWatched, path.origin?.isPath == true {
        let others = String(repeating: "[^/]*/", count: Swift.min(index, 60))
        return .text(CaddyPath.group(1, of: ByteText("^/\(others)([^/]*)"), in: path))
      }
      var parts = path.pieces("/")
      if parts.first == "" { parts.removeFirst() }
      return .text(index < parts.count ? parts[index] : "")
    }
    return nil
  }

  private func headerValue(_ name: ByteText) -> CaddyValue {
    if let values = requestHeaders.values(name) { return .text(ByteText.joined(values, separator: ",")) }
    return isAbsent(name) ? .text("") : .opaque("the request's header \(name), which is not given")
  }

  /// Whether a header that is not among the request's is known to be missing.
  func isAbsent(_ name: ByteText) -> Bool {
    let name = CaddyHeaderName.canonical(name)
    // The visitor's software sends these only with a reason, or the trace decides them.
    let quiet: Set<ByteText> = [
      "Range", "If-Range", "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "Authorization",
      "Host",
    ]
    return world.request.headersAreComplete || quiet.contains(name) || touchedHeaders.contains(name)
      || world.request.headers.contains { CaddyHeaderName.canonical(ByteText($0.name)) == name }
  }

  /// The visitor's address; behind trusted proxies they tell it.
  private var clientAddress: CaddyValue {
    guard !server.trustsProxies, !sent.isWatched, let client = world.request.client else {
      return .opaque("the visitor's address")
    }
    return .text(ByteText(client))
  }

  private func cookie(_ name: ByteText) -> CaddyValue? {
    if sent.isWatched, requestHeaders.hasCookies {
      let value = sent.cookie(name.lowercased.string)
      return !release.isModern && value.isEmpty ? nil : .text(value)
    }
    guard let lines = requestHeaders.values("Cookie") else {
      return isAbsent("Cookie") ? noCookie : .opaque("the request's cookies, which are not given")
    }
    for pair in lines.flatMap({ $0.pieces(";") }) {
      if let (key, value) = pair.trimmed.cut("="), key.equalsIgnoringCase(name) {
        return .text(value.without(prefix: "\"").without(suffix: "\""))
      }
    }
    return noCookie
  }

  /// To 2.6 a cookie that is not there is a placeholder it does not know.
  private var noCookie: CaddyValue? { release.isModern ? .text("") : nil }

  /// `map`: the first line that matches, else the default (`map.go`).
  private func mapped(_ key: ByteText, _ map: CaddyMap) -> CaddyValue? {
    guard let column = map.destinations.firstIndex(where: { $0 == "{" + key + "}" }) else { return nil }
    guard let input = try? all(map.source) else { return .opaque("the source of a map") }
    for entry in map.entries {
      work += 1
      guard entry.outputs.indices.contains(column), let output = entry.outputs[column] else { continue }
      if entry.regexp.isEmpty {
        if input == entry.input { return (try? all(output)).map { .text($0) } ?? .opaque("a map's output") }
      } else if let pattern = world.memory.pattern(entry.regexp) {
        switch pattern.groups(of: input) {
        case .match(let groups): return .text(pattern.expand(output, groups))
        case .noMatch: continue
        case .gaveUp: return .opaque("a regular expression that takes too long")
        }
      } else {
        return .opaque("the regular expression \(entry.regexp)")
      }
    }
    if map.defaults.indices.contains(column) {
      return (try? all(map.defaults[column])).map { .text($0) } ?? .opaque("a map's default")
    }
    return .null
  }
}
