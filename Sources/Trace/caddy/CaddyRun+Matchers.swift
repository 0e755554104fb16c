import ProxyConfig

/// Conditions on the request (`caddyhttp/matchers.go`).
extension CaddyRun {
  /// Whether one of the sets matches; no set at all matches everything.
  func matches(_ sets: [CaddyMatcherSet]) throws(CaddyInterruption) -> Bool {
    for set in sets where try matches(set) { return true }
    return sets.isEmpty
  }

  private func matches(_ set: CaddyMatcherSet) throws(CaddyInterruption) -> Bool {
    for matcher in set.matchers where try !matches(matcher) { return false }
    return true
  }

  func matches(_ matcher: CaddyMatcher) throws(CaddyInterruption) -> Bool {
    switch matcher {
    case .host(let patterns):
      work += patterns.count / 8
      for pattern in patterns {
        let name = world.memory.survey.isKnown(pattern) ? unwatchedName(host) : hostName(host)
        if Self.hostMatches(try all(pattern), name) { return true }
      }
      return false
    case .path(let patterns): return try matchesPath(patterns)
    case .pathRegexp(let regexp): return try matches(regexp, CaddyPath.cleanRequest(url.path))
    case .method(let methods): return methods.contains(method.text)
    case .query(let fields): return try matchesQuery(fields)
    case .header(let fields): return try matchesHeader(fields)
    case .headerRegexp(let regexps):
      for one in regexps {
        guard let values = try values(ofHeader: one.field) else { return false }
        var isMatch = false
        for value in values where try matches(one.regexp, value) {
          isMatch = true
          break
        }
        if !isMatch { return false }
      }
      return true
    case .protocols(let name): return try matchesProtocol(name.string)
    case .not(let sets):
      for set in sets where try matches(set) { return false }
      return true
    case .expression(let text, _):
      work += 2
      return try CaddyEvaluation(self).matches(text)
    case .file(let matcher): return try findFile(matcher)
    case .vars(let fields): return try matchesVars(fields)
    case .varsRegexp(let regexps):
      for one in regexps where try matches(one.regexp, try variable(one.field)) { return true }
      return false
    case .remoteIP(let ranges, let isForwarded): return try matchesAddress(ranges, isForwarded)
    case .clientIP(let ranges): return try matchesAddress(ranges, server.trustsProxies)
    case .tls: return isTLS
    case .unknown(let name):
      if let answer = world.circumstances.variables["@" + name.string] { return answer == "1" }
      throw .unknown("what the matcher \(name) says")
    }
  }

  // MARK: - Regular expressions

  /// Matches and leaves the groups as placeholders.
  func matches(_ regexp: CaddyRegexp, _ subject: ByteText) throws(CaddyInterruption) -> Bool {
    guard let pattern = world.memory.pattern(regexp.pattern) else {
      throw .unknown("whether the regular expression \(regexp.pattern) matches")
    }
    if !subject.isASCII {
      throw .unknown("how the regular expression \(regexp.pattern) reads letters beyond ASCII")
    }
    switch pattern.groups(of: subject) {
    case .gaveUp: throw .unknown("whether the regular expression \(regexp.pattern) matches: it takes too long")
    case .noMatch: return false
    case .match(let groups):
      var found: [(String, ByteText)] = []
      for (index, text) in groups.enumerated() { found.append((String(index), text ?? "")) }
      for (name, group) in pattern.groupNames where groups.indices.contains(group) {
        found.append((name, groups[group] ?? ""))
      }
      for (suffix, text) in found {
        if release.isModern {
          if !regexp.name.isEmpty { placeholders["http.regexp." + regexp.name + ByteText("." + suffix)] = .text(text) }
          placeholders[ByteText("http.regexp." + suffix)] = .text(text)
        } else {
          let prefix: ByteText = regexp.name.isEmpty ? "http.regexp" : "http.regexp." + regexp.name
          placeholders[prefix + ByteText("." + suffix)] = .text(text)
        }
      }
      return true
    }
  }

  // MARK: - Fields

  private func matchesQuery(_ fields: [CaddyField]) throws(CaddyInterruption) -> Bool {
    if fields.isEmpty { return url.query.isWatched ? url.query.isEmpty : url.pairs.isEmpty }
    guard url.hasSoundQuery else { return false }
    for field in fields {
      let name = try all(field.name)
      if url.query.isWatched, release.isModern, !name.isWatched {
        var isMatch = false
        for wanted in field.values ?? [] where !isMatch {
          let wanted = try all(wanted)
          guard let found = url.hasPair(name, wanted == "*" ? nil : wanted) else {
            throw .unknown("what the query says")
          }
          isMatch = found
        }
        if !isMatch { return false }
        continue
      }
      let values = url.pairs.filter { $0.name == name }.map(\.value)
      var isMatch = false
      for wanted in field.values ?? [] {
        let wanted = try all(wanted)
        if wanted == "*" && !values.isEmpty || (release.isModern ? values.contains(wanted) : values.first == wanted) {
          isMatch = true
          break
        }
      }
      // 2.6 is content with one of the fields, 2.11 wants all.
      if release.isModern != isMatch { return isMatch }
    }
    return release.isModern
  }

  /// A header's values, nil when it is absent; where that is unknown, both are tried.
  private func values(ofHeader name: ByteText) throws(CaddyInterruption) -> [ByteText]? {
    if CaddyHeaderName.canonical(name) == "Host", !host.isEmpty { return [host] }
    if let values = requestHeaders.values(name) { return values }
    guard !isAbsent(name) else { return nil }
    throw .unknown("the request's header \(name), which is not given")
  }

  private func matchesHeader(_ fields: [CaddyField]) throws(CaddyInterruption) -> Bool {
    for field in fields {
      if requestHeaders.values(field.name) == nil, !isAbsent(field.name),
        CaddyHeaderName.canonical(field.name) != "Host"
      {
        if choose(2, "whether the request's header \(field.name), which is not given, is as the configuration wants it")
          == 1
        {
          return false
        }
        continue
      }
      let actual = try values(ofHeader: field.name)
      guard let allowed = field.values else {
        if actual != nil { return false }
        continue
      }
      if allowed.isEmpty, actual != nil { continue }
      var isMatch = false
      for value in actual ?? [] {
        for wanted in allowed where Self.fits(value, try all(wanted)) { isMatch = true }
      }
      if !isMatch { return false }
    }
    return true
  }

  /// A header's value against a pattern with `*` at its ends.
  static func fits(_ value: ByteText, _ wanted: ByteText) -> Bool {
    if wanted == "*" { return true }
    let (starts, ends) = (wanted.hasPrefix("*"), wanted.hasSuffix("*"))
    if starts, ends { return value.contains(wanted.from(1).withoutEnd(1)) }
    if starts { return value.hasSuffix(wanted.from(1)) }
    if ends { return value.hasPrefix(wanted.upTo(wanted.count - 1)) }
    return value == wanted
  }

  private func matchesProtocol(_ name: String) throws(CaddyInterruption) -> Bool {
    switch name {
    case "http": return !isTLS
    case "https": return isTLS
    case "grpc": return try values(ofHeader: "Content-Type")?.first?.hasPrefix("application/grpc") ?? false
    case "http/1.0+", "http/1.1+": return true
    case "http/1.0": return false
    case "http/1.1": if !isTLS { return true }
    case "http/2", "http/2+", "http/3", "http/3+": if !isTLS { return false }
    default: return false
    }
    return choose(2, "which version of HTTP the visitor speaks") == 0
  }

  private func variable(_ name: ByteText) throws(CaddyInterruption) -> ByteText {
    let value: CaddyValue?
    if name.hasPrefix("{"), name.hasSuffix("}"), name.count(of: "{") == 1 {
      value = self.value(of: name[1..<(name.count - 1)])
    } else {
      value = variables[name]
    }
    if case .opaque(let reason) = value { throw .unknown(reason) }
    if value == nil || { if case .null = value { true } else { false } }() { return release.isModern ? "" : "<nil>" }
    return value?.text ?? ""
  }

  private func matchesVars(_ fields: [CaddyField]) throws(CaddyInterruption) -> Bool {
    if fields.isEmpty { return true }
    for field in fields {
      let actual = try variable(field.name)
      for wanted in field.values ?? [] where try all(wanted) == actual { return true }
    }
    return false
  }

  private func matchesAddress(_ ranges: [ByteText], _ isForwarded: Bool) throws(CaddyInterruption) -> Bool {
    guard let client = sent.client, !isForwarded else { return choose(2, "the visitor's address") == 0 }
    guard let address = CaddyAddressRange.bytes(ByteText(client)) else {
      throw .unknown("the visitor's address \(client)")
    }
    for range in ranges {
      let written = range
      let range = try all(range)
      if sent.isWatched, !world.memory.survey.ranges.contains(written) || written.contains("{") {
        throw .unknown("the visitor's very address")
      }
      let (base, bits) = range.cut("/") ?? (range, "")
      guard let start = CaddyAddressRange.bytes(base), start.count == address.count else { continue }
      let length = bits.number ?? start.count * 8
      let checked = Swift.min(length, start.count * 8)
      let isInside = (0..<checked).allSatisfy { bit in
        let mask = UInt8(0x80) >> UInt8(bit % 8)
        return start[bit / 8] & mask == address[bit / 8] & mask
      }
      if isInside { return true }
    }
    return false
  }
}
