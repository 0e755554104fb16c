import Diagnostics

/// Locations, upstreams and blocks of data.
extension NginxValidation {
  mutating func checkLocation(_ directive: Directive, _ level: Level) {
    guard let name = NginxLocationName(directive) else {
      add(
        "invalid-value", "invalid location modifier \"\(directive.words[1].value)\"", directive.words[1],
        help: "it must be =, ^~, ~ or ~*")
      return
    }
    if case .regex(let pattern) = name, let word = directive.words.last { checkPattern(pattern.text, word) }
    nest(name, directive, level)
    let key: LocationKey
    switch name {
    case .exact(let text): key = LocationKey(name: text, isExact: true)
    case .prefix(let text, _): key = LocationKey(name: text, isExact: false)
    default: return
    }
    if let first = level.locations[key] {
      add(
        "duplicate-location", "duplicate location \"\(key.name.string)\"", directive,
        related: [.init("the first one is here", at: first.place)])
    } else {
      level.locations[key] = directive
    }
  }

  private mutating func nest(_ name: NginxLocationName, _ directive: Directive, _ level: Level) {
    guard let outer = level.location else { return }
    switch outer {
    case .exact:
      add("misplaced-location", "a location cannot be inside the exact location \"\(outer.text.string)\"", directive)
      return
    case .named:
      add("misplaced-location", "a location cannot be inside the named location \"\(outer.text.string)\"", directive)
      return
    default: break
    }
    switch name {
    case .named: add("misplaced-location", "a named location can be on the server level only", directive)
    case .exact(let text), .prefix(let text, _):
      if !text.hasPrefix(outer.text) {
        add(
          "misplaced-location", "location \"\(text.string)\" is outside location \"\(outer.text.string)\"", directive,
          help: "what is inside can only see paths that begin with \(outer.text.string)")
      }
    case .regex: break
    }
  }

  mutating func checkUpstream(_ directive: Directive) {
    guard let name = directive.argument(1), isWhole else { return }
    if name.isEmpty {
      add("invalid-value", "no host in upstream \"\"", directive)
    } else if let first = names.repeatedUpstream(directive) {
      add(
        "duplicate-upstream", "duplicate upstream \"\(name.string)\"", directive,
        related: [.init("the first one is here", at: first.place)])
    }
  }

  mutating func checkPeer(_ directive: Directive, _ level: Level) {
    level.hasServers = true
    for word in directive.words.dropFirst(2) {
      let text = word.bytes
      let parts = text.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false).map(
        ByteText.init)
      let value = parts.count == 2 ? parts[1] : nil
      let isFine: Bool
      switch parts.first {
      case "weight": isFine = value?.number.map { $0 > 0 } ?? false
      case "max_conns", "max_fails": isFine = value?.number != nil
      case "fail_timeout": isFine = value.map { NginxTime.parse($0, inSeconds: true) != nil } ?? false
      case "backup":
        isFine = value == nil
        if isFine, level.refusesBackup {
          add("invalid-value", "the balancing method does not support the parameter \"backup\"", word)
        }
      case "down": isFine = value == nil
      // Later releases, the commercial one and Angie.
      case "resolve", "route", "service", "slow_start", "drain", "sid": isFine = true
      default: isFine = false
      }
      if !isFine { add("invalid-value", "invalid parameter \"\(word.value)\" in \"server\"", word) }
    }
    let address = directive.words[1]
    if Self.hasForeignEnd(address.bytes) {
      add(
        "invalid-address", "invalid host in upstream \"\(address.value)\"", address,
        help: "write host:port alone; a path belongs into proxy_pass")
      return
    }
    _ = checkedHost(address, address.bytes)
  }

  /// Whether something follows that only an address with a path may have (`ngx_parse_inet_url`).
  static func hasForeignEnd(_ text: ByteText) -> Bool {
    !text.hasPrefix("unix:") && text.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
  }

  /// An address of an upstream, as far as its form goes (`ngx_parse_url`); nil for a socket's path, or with a problem
  /// added.
  mutating func checkedHost(_ word: Argument, _ text: ByteText) -> (name: ByteText, hasPort: Bool)? {
    if text.hasPrefix("unix:") { return nil }
    let address = ByteText(text.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") })
    if address.first == UInt8(ascii: "[") {
      let inner = address.from(1).prefix { $0 != UInt8(ascii: "]") }
      if inner.count + 1 >= address.count || AddressRange.bytes(ByteText(inner).string) == nil {
        add("invalid-address", "invalid host in upstream \"\(text.string)\"", word)
        return nil
      }
    }
    let colon = address.last == UInt8(ascii: "]") ? nil : address.lastIndex(of: UInt8(ascii: ":"))
    let host = colon.map { address.upTo($0) } ?? address
    if host.isEmpty {
      add("invalid-address", "no host in upstream \"\(text.string)\"", word)
      return nil
    }
    if let colon {
      let port = address.from(colon + 1)
      guard let number = port.number, 1...65535 ~= number else {
        if !port.string.contains("-") { add("invalid-address", "invalid port in upstream \"\(text.string)\"", word) }
        return nil
      }
    }
    return (host, colon != nil)
  }

  /// What can be said of a level only at its end.
  mutating func close(_ level: Level, _ context: NginxContext) {
    guard let directive = level.directive else { return }
    if context == .upstream, !level.hasServers, isWhole {
      add("empty-upstream", "no servers are inside upstream", directive, help: "write \"server host:port;\"")
    }
    if context == .server || context == .http, level.headerBuffer < level.poolSize {
      let blamed = level.names["large_client_header_buffers"] ?? level.names["connection_pool_size"]
      if let blamed {
        add(
          "conflicting-buffers",
          "the \"large_client_header_buffers\" size must be equal to or greater than \"connection_pool_size\", \(level.poolSize) bytes here",
          blamed)
      }
    }
    if context == .server || context == .location || context == .http {
      for (module, buffers) in level.buffers.sorted(by: { $0.key < $1.key }) {
        if let trouble = buffers.trouble(module), let place = buffers.directives[level.names] {
          add("conflicting-buffers", trouble, place)
        }
      }
    }
  }

  mutating func checkData(_ directive: Directive, _ lines: [Directive]) {
    for line in lines where line.block != nil {
      add(
        "unexpected-token", "unexpected \"{\": the lines of this block are data", line,
        help: "put quotation marks around a key with braces")
    }
    if directive.name == "split_clients" { checkShares(lines) }
    guard directive.name == "map" || directive.name == "geo" else { return }
    var keys: [ByteText: Directive] = [:]
    var hasHostNames = false
    for line in lines.expanded where line.block == nil && line.name != "include" {
      guard let first = line.words.first else { continue }
      if directive.name == "geo" {
        checkGeoLine(line, first)
      } else if line.words.count == 1, first.bytes == "hostnames" {
        hasHostNames = true
      } else {
        checkMapLine(line, first, &keys)
        if hasHostNames, first.bytes.first != UInt8(ascii: "~"), !Self.isHostKey(first.bytes) {
          add(
            "invalid-value", "invalid hostname or wildcard \"\(first.value)\"", first,
            help: "a star stands for the first or the last part of a name, and only there")
        }
      }
    }
  }

  /// Whether a name can be a key of a hash with wildcards: one star at most, for the first or the last part
  /// (`ngx_hash_add_key`).
  static func isHostKey(_ text: ByteText) -> Bool {
    let stars = text.count { $0 == UInt8(ascii: "*") }
    let isWildcard = text.count > 2 && (text.hasPrefix("*.") || text.hasSuffix(".*"))
    let hasHole = text.indices.dropLast().contains { text[$0] == 0x2E && text[$0 + 1] == 0x2E }
    return !hasHole && (stars == 0 || stars == 1 && isWildcard)
  }

  private mutating func checkMapLine(_ line: Directive, _ first: Argument, _ keys: inout [ByteText: Directive]) {
    var key = first.bytes
    if line.words.count == 1, key == "volatile" { return }
    guard line.words.count == 2 else {
      add(
        "wrong-word-count", "invalid number of the map parameters", line,
        help: "a line is a value and what becomes of it")
      return
    }
    checkText(line.words[1])
    if key.first == UInt8(ascii: "~") {
      checkPattern(key.from(key.hasPrefix("~*") ? 2 : 1), first)
      return
    }
    if key.first == UInt8(ascii: "\\") { key = key.from(1) }
    key = key.lowercased
    if let earlier = keys[key] {
      add(
        "duplicate-key",
        key == "default" ? "duplicate default map parameter" : "conflicting parameter \"\(key.string)\"",
        line, related: [.init("the first one is here", at: earlier.place)])
    } else {
      keys[key] = line
    }
  }

  /// Every line is a share here; not even an `include` is taken for one.
  private mutating func checkShares(_ lines: [Directive]) {
    var sum = 0
    for line in lines where line.block == nil {
      guard let first = line.words.first else { continue }
      if first.value == "*" { continue }
      guard first.bytes.last == UInt8(ascii: "%"),
        let share = NginxSplit.hundredths(first.bytes.upTo(first.bytes.count - 1)),
        share > 0
      else {
        add("invalid-value", "invalid percent value \"\(first.value)\"", first, help: "write 12.5% or *")
        continue
      }
      sum += share
      if sum > 10_000 { add("invalid-value", "percent total is greater than 100%", first) }
    }
  }

  mutating func checkMethod(_ directive: Directive) {
    let words = directive.arguments.map(\.value)
    switch directive.name {
    case "hash":
      checkText(directive.words[1])
      if words.count == 2, words[1] != "consistent" {
        add("invalid-value", "invalid parameter \"\(words[1])\" in \"hash\"", directive.words[2])
      }
    case "random":
      if let first = words.first, first != "two" {
        add("invalid-value", "invalid parameter \"\(first)\" in \"random\"", directive.words[1])
      } else if words.count == 2, !["least_conn", "least_time=header", "least_time=last_byte"].contains(words[1]) {
        add("invalid-value", "invalid parameter \"\(words[1])\" in \"random\"", directive.words[2])
      }
    default: break
    }
  }

  /// Names said twice, the server's own among them.
  mutating func checkReferers(_ directive: Directive, _ level: Level) {
    for word in directive.arguments {
      let text = word.bytes
      if text == "none" || text == "blocked" { continue }
      if text.isEmpty {
        add("invalid-value", "invalid referer \"\"", word)
      } else if text.first == UInt8(ascii: "~") {
        checkPattern(text.from(1), word)
      } else if text == "server_names" {
        for name in serverNames where !level.referers.insert(name).inserted {
          add("duplicate-key", "conflicting parameter \"\(name.string)\"", word)
        }
      } else {
        let host = ByteText(text.prefix { $0 != UInt8(ascii: "/") })
        if !Self.isHostKey(host) {
          add(
            "invalid-value", "invalid hostname or wildcard \"\(host.string)\"", word,
            help: "a star stands for the first or the last part of a name, and only there")
        } else if !level.referers.insert(host.lowercased).inserted {
          add("duplicate-key", "conflicting parameter \"\(word.value)\"", word)
        }
      }
    }
  }

  private var serverNames: [ByteText] {
    let lines = (sockets.servers.last?.block ?? []).expanded.filter { $0.name == "server_name" }
    return lines.flatMap { $0.arguments.map { $0.bytes.lowercased } }.filter {
      $0.first != UInt8(ascii: "~") && !$0.isEmpty
    }
  }

  private mutating func checkGeoLine(_ line: Directive, _ first: Argument) {
    let key = first.bytes
    if line.words.count == 1, key == "ranges" || key == "proxy_recursive" { return }
    guard line.words.count == 2 else {
      add("wrong-word-count", "invalid number of the geo parameters", line)
      return
    }
    if key == "default" { return }
    let network = key == "delete" || key == "proxy" ? line.words[1].value : key.string
    let isRange = network.contains("-")
    if !isRange, AddressRange(network) == nil {
      add("invalid-value", "invalid network \"\(network)\"", key == "delete" || key == "proxy" ? line.words[1] : first)
    }
  }
}
