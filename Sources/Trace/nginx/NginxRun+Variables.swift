import Diagnostics
import ProxyConfig

/// Variables and the texts they stand in.
extension NginxRun {
  /// How groups of a regular expression are put into a text (`e->quote`, `e->is_args`).
  struct Quoting {
    var isQuoted = false
  }

  /// A text with its variables filled in; throws when one of them cannot be known.
  mutating func evaluate(_ text: NginxText, quoted: Bool = false) throws(Undecided) -> ByteText {
    if let constant = text.constant { return constant }
    try measure(text, quoted: quoted)
    var result = ByteText()
    for part in text.parts { result += try evaluate(part, quoted: quoted) }
    return result
  }

  /// nginx measures all parts of a text before it copies the first: groups are those of the last map that is looked up.
  mutating func measure(_ text: NginxText, quoted: Bool) throws(Undecided) {
    guard text.mixesGroupsAndVariables else { return }
    for part in text.parts { _ = try evaluate(part, quoted: quoted) }
  }

  /// A word of the configuration with its variables filled in.
  mutating func evaluate(word: ByteText) throws(Undecided) -> ByteText {
    word.contains(UInt8(ascii: "$")) ? try evaluate(NginxText(word)) : word
  }

  mutating func evaluate(_ part: NginxText.Part, quoted: Bool) throws(Undecided) -> ByteText {
    switch part {
    case .literal(let literal): return literal
    case .variable(let name):
      switch try value(of: name) {
      case .text(let text): return text
      case .unknown(let reason): throw Undecided(reason: reason)
      }
    case .capture(let number):
      let group = number < captures.count ? captures[number] ?? "" : ""
      return quoted && line.hasQuotedPath ? NginxEscape.argument(group) : group
    }
  }

  /// Tries a pattern; a match leaves its groups behind (`ngx_http_regex_exec`).
  mutating func matches(_ pattern: NginxPattern, _ subject: ByteText) throws(Undecided) -> Bool {
    switch pattern.compiled {
    case .failure(let refusal):
      throw Undecided(reason: "the regular expression \(pattern.text.string) \(refusal.reason)")
    case .success(let compiled):
      switch subject.groups(of: compiled) {
      case .gaveUp: throw Undecided(reason: "the regular expression \(pattern.text.string) takes too many steps")
      case .noMatch: return false
      case .match(let groups):
        captures = groups
        for name in compiled.groupNames {
          variables.kept[name.name.lowercased()] = .text(captures[name.group] ?? "")
        }
        return true
      }
    }
  }

  /// The value of a variable; missing ones are empty.
  mutating func value(of name: String) throws(Undecided) -> NginxVariables.Value {
    let name = name.lowercased()
    if let kept = variables.kept[name] { return kept }
    if let given = world.circumstances.variables[name] { return .text(given) }
    if let map = model.maps[name] { return try value(of: map) }
    if model.userVariables.contains(name) { return .text("") }
    if let geo = model.geos[name] { return value(of: geo) }
    if let split = model.splits[name] { return value(of: split) }
    if let directive = model.opaqueVariables[name] {
      return .unknown("$\(name) comes from \(directive.name), which decides by what is not known here")
    }
    return builtin(name)
  }

  /// `ngx_http_geo_variable`: worked out anew at each use, as the address may change.
  private mutating func value(of geo: NginxGeo) -> NginxVariables.Value {
    do throws(Undecided) {
      var address: String
      if let source = geo.source {
        let text = try evaluate(source)
        guard !text.isWatched else { throw Undecided(reason: "$\(geo.variable), which depends on what is sent") }
        address = text.string
      } else {
        address = try visitor()
      }
      if geo.source == nil, !geo.proxies.isEmpty, let forwarded = header("x-forwarded-for"),
        let found = Self.forwarded(address, forwarded, geo.proxies, geo.isRecursive)
      {
        address = found
      }
      if decider.watch != nil, !geo.ranges.areAll { throw Undecided(reason: "the visitor's address") }
      // What is no address is looked up as 255.255.255.255.
      return .text(geo.value(for: AddressRange.bytes(address) ?? [255, 255, 255, 255]))
    } catch {
      return choose(among: geo.results, for: geo.variable, because: error.reason)
    }
  }

  private func visitor() throws(Undecided) -> String {
    guard let client else { throw Undecided(reason: "the visitor's address") }
    return client
  }

  /// `ngx_http_split_clients_variable`.
  private mutating func value(of split: NginxSplit) -> NginxVariables.Value {
    let result: NginxVariables.Value
    do throws(Undecided) {
      result = .text(split.value(for: try evaluate(split.source)))
    } catch {
      return choose(among: split.results, for: split.variable, because: error.reason)
    }
    variables.kept[split.variable] = result
    return result
  }

  private func choose(among results: [ByteText], for name: String, because reason: String) -> NginxVariables.Value {
    let pick = results.count == 1 ? 0 : decider.choose(results.count, because: reason)
    variables.kept[name] = .text(results[pick])
    return .text(results[pick])
  }

  /// `ngx_http_map_variable`: worked out at first use and then kept, unless the map is volatile.
  private mutating func value(of map: NginxMap) throws(Undecided) -> NginxVariables.Value {
    let result: NginxVariables.Value
    do throws(Undecided) {
      let source = try evaluate(map.source)
      result = .text(try evaluate(try lookUp(source, in: map)))
    } catch {
      let results = map.results
      guard results.count > 1 else { return .text(try evaluate(results[0])) }
      let pick = decider.choose(results.count, because: error.reason)
      result = .text(try evaluate(results[pick]))
    }
    if !map.isVolatile { variables.kept[map.variable] = result }
    return result
  }

  private mutating func lookUp(_ source: ByteText, in map: NginxMap) throws(Undecided) -> NginxText {
    var key = source.lowercased
    if key.isWatched, !map.usesHostnames || !key.contains(UInt8(ascii: ":")) {
      let number = key.note(watchedQuestion("map \(map.variable)") { TextQuestion(map.watchedCases.map(\.tests)) })
      if let number { return map.watchedCases[number].value }
      if !source.isEmpty {
        for entry in map.allPatterns where try matches(entry.pattern, source) { return entry.value }
      }
      return map.defaultValue ?? NginxText("")
    }
    if map.usesHostnames, key.last == UInt8(ascii: ".") { key.removeLast() }
    var best: (value: NginxText, rank: (kind: Int, length: Int))?
    if let value = map.value(of: key) { return value }
    for host in map.hosts {
      if let rank = host.name.rank(for: key), best == nil || best.map({ $0.rank < rank }) == true {
        best = (host.value, rank)
      }
    }
    if let best { return best.value }
    if !source.isEmpty {
      for entry in map.patterns(for: source) where try matches(entry.pattern, source) { return entry.value }
    }
    return map.defaultValue ?? NginxText("")
  }
}
