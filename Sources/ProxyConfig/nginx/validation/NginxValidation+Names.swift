import Diagnostics

/// Directives that name something made elsewhere: zones, caches, log formats, upstreams.
extension NginxValidation {
  mutating func checkLimit(_ directive: Directive, _ level: Level) {
    var zone: Argument?
    for word in directive.arguments {
      let text = word.value
      if text.hasPrefix("zone=") {
        zone = word
      } else if text.hasPrefix("burst=") || text.hasPrefix("delay=") {
        if ByteText(String(text.dropFirst(6))).number.map({ $0 > 0 }) != true {
          add("invalid-value", "invalid value \"\(text)\" in \"limit_req\"", word)
        }
      } else if text != "nodelay" {
        add("invalid-value", "invalid parameter \"\(text)\" in \"limit_req\"", word)
      }
    }
    guard let zone else {
      add("invalid-value", "\"limit_req\" must have \"zone\" parameter", directive)
      return
    }
    let name = String(zone.value.dropFirst(5))
    if !level.limits.insert("limit_req \(name)").inserted {
      add("duplicate-directive", "\"limit_req\" directive is duplicate for the zone \"\(name)\"", directive)
    }
    if isWhole, !names.requestZones.contains(name) {
      add("unknown-zone", "no \"limit_req_zone\" makes the zone \"\(name)\"", zone)
    }
  }

  mutating func checkConnectionLimit(_ directive: Directive, _ level: Level) {
    let words = directive.words
    guard let limit = words[2].bytes.number, 1...65535 ~= limit else {
      add("invalid-value", "invalid number of connections \"\(words[2].value)\"", words[2])
      return
    }
    if !level.limits.insert("limit_conn \(words[1].value)").inserted {
      add("duplicate-directive", "\"limit_conn\" directive is duplicate for the zone \"\(words[1].value)\"", directive)
    }
    if isWhole, !names.connectionZones.contains(words[1].value) {
      add("unknown-zone", "no \"limit_conn_zone\" makes the zone \"\(words[1].value)\"", words[1])
    }
  }

  /// The smallest zone nginx takes: eight pages.
  private static let smallestZone = 8 * 4096

  mutating func checkZone(_ directive: Directive) {
    var hasZone = false
    for word in directive.words.dropFirst(2) {
      let text = word.value
      if text.hasPrefix("zone=") {
        hasZone = true
        let parts = text.dropFirst(5).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let size = parts.count == 2 ? NginxSize.small(ByteText(String(parts[1]))) : nil
        guard parts.first?.isEmpty == false, let size else {
          add("invalid-value", "invalid zone size \"\(text)\"", word, help: "write zone=name:10m")
          return
        }
        if size < Self.smallestZone { add("invalid-value", "zone \"\(text)\" is too small", word) }
        if isWhole, let name = parts.first, !names.define(zone: String(name)) {
          add("duplicate-zone", "the zone \"\(name)\" is made already", word)
        }
      } else if text.hasPrefix("rate="), directive.name == "limit_req_zone" {
        let rate = text.dropFirst(5)
        let isRate = rate.hasSuffix("r/s") || rate.hasSuffix("r/m")
        let number = ByteText(String(isRate ? rate.dropLast(3) : rate)).number
        if number.map({ $0 > 0 }) != true {
          add("invalid-value", "invalid rate \"\(text)\"", word, help: "write rate=10r/s or rate=30r/m")
        }
      } else if text != "sync" {
        add("invalid-value", "invalid parameter \"\(text)\" in \"\(directive.name)\"", word)
      }
    }
    if !hasZone { add("invalid-value", "\"\(directive.name)\" must have \"zone\" parameter", directive) }
  }

  mutating func checkPeerZone(_ directive: Directive) {
    if directive.words[1].value.isEmpty {
      add("invalid-value", "invalid zone name \"\"", directive.words[1], help: "write zone name 64k")
      return
    }
    if directive.words.count == 2, isWhole, !names.peerZones.contains(directive.words[1].value) {
      add(
        "invalid-value", "zero size shared memory zone \"\(directive.words[1].value)\"", directive,
        help: "write its size, such as 64k")
    }
    guard directive.words.count == 3, NginxSize.small(directive.words[2].bytes).map({ $0 >= Self.smallestZone }) != true
    else { return }
    add(
      "invalid-value", "invalid zone size \"\(directive.words[2].value)\"", directive.words[2],
      help: "it must be at least 32k")
  }

  mutating func checkCache(_ directive: Directive) {
    let word = directive.words[1]
    guard isWhole, word.value != "off", !NginxText(word.bytes).hasVariables, !names.caches.contains(word.value) else {
      return
    }
    add(
      "unknown-zone", "\"\(directive.name)\" zone \"\(word.value)\" is unknown: no \"\(directive.name)_path\" makes it",
      word)
  }

  mutating func checkAccessLog(_ directive: Directive) {
    let words = directive.words
    if words[1].value == "off" {
      if words.count > 2 {
        add("invalid-value", "invalid parameter \"\(words[2].value)\" in \"access_log off\"", words[2])
      }
      return
    }
    guard words.count > 2 else { return }
    let format = words[2].value
    if isWhole, !format.hasPrefix("if="), !names.has(format: format) {
      add("unknown-log-format", "unknown log format \"\(format)\"", words[2], help: "a \"log_format\" must come before")
      return
    }
    for word in words.dropFirst(3) {
      let text = word.value
      let isFine: Bool
      if text.hasPrefix("buffer=") {
        isFine = NginxSize.small(ByteText(String(text.dropFirst(7)))).map { $0 > 0 } ?? false
      } else if text.hasPrefix("flush=") {
        isFine = NginxTime.parse(ByteText(String(text.dropFirst(6))), inSeconds: false) != nil
      } else {
        isFine = text == "gzip" || text.hasPrefix("gzip=") || text.hasPrefix("if=")
      }
      if !isFine { add("invalid-value", "invalid parameter \"\(text)\" in \"access_log\"", word) }
    }
  }

  mutating func checkErrorLog(_ directive: Directive) {
    for word in directive.words.dropFirst(2) {
      let isLevel = ["debug", "info", "notice", "warn", "error", "crit", "alert", "emerg"].contains(word.value)
      if !isLevel, !word.value.hasPrefix("debug_") {
        add("invalid-value", "invalid log level \"\(word.value)\"", word)
      }
    }
  }

  mutating func checkPass(_ directive: Directive, _ context: NginxContext?, _ level: Level) {
    let word = directive.words[1]
    var text = word.bytes
    if directive.name != "memcached_pass", text.contains(UInt8(ascii: "$")) { return }
    let isSimple = directive.name != "proxy_pass"
    switch directive.name {
    case "proxy_pass":
      let small = text.lowercased
      guard small.hasPrefix("http://") || small.hasPrefix("https://") else {
        add(
          "invalid-address", "invalid URL prefix \"\(word.value)\"", word, help: "write http:// or https:// before it")
        return
      }
      text = text.from(small.hasPrefix("https://") ? 8 : 7)
      if hasPath(text), isNameless(context, level) {
        add(
          "misplaced-path",
          "\"proxy_pass\" cannot have URI part in location given by regular expression, or inside named location, or inside \"if\" statement, or inside \"limit_except\" block",
          word, help: "leave the path away, or build it with variables")
        return
      }
    case "grpc_pass":
      let small = text.lowercased
      if small.hasPrefix("grpc://") { text = text.from(7) } else if small.hasPrefix("grpcs://") { text = text.from(8) }
    case "uwsgi_pass":
      let small = text.lowercased
      if small.hasPrefix("uwsgi://") {
        text = text.from(8)
      } else if small.hasPrefix("suwsgi://") {
        text = text.from(9)
      }
    default: break
    }
    guard let host = checkedHost(word, text), isWhole else { return }
    checkPort(of: host, word, needsPort: isSimple)
  }

  /// Whether there is a port where one has to be, and none where there may not be one (`ngx_http_upstream_add`).
  private mutating func checkPort(of host: (name: ByteText, hasPort: Bool), _ word: Argument, needsPort: Bool) {
    if names.hasUpstream(host.name) {
      guard host.hasPort else { return }
      add(
        "invalid-address", "upstream \"\(host.name.string)\" may not have a port", word,
        help: "its servers have ports of their own: leave this one out")
    } else if host.hasPort || !needsPort {
      names.addHost(host.name)
    } else if !names.hasHost(host.name) {
      // The port of the same host in a line above would do.
      add(
        "invalid-address", "no port in upstream \"\(host.name.string)\"", word,
        help: "write host:port, or the name of an upstream block")
    }
  }

  private func hasPath(_ text: ByteText) -> Bool {
    guard text.hasPrefix("unix:") else { return text.contains(UInt8(ascii: "/")) || text.contains(UInt8(ascii: "?")) }
    return text.from(5).contains(UInt8(ascii: ":"))
  }

  private func isNameless(_ context: NginxContext?, _ level: Level) -> Bool {
    if context == .locationIf || context == .limitExcept { return true }
    switch level.location {
    case .regex, .named: return true
    default: return false
    }
  }

  mutating func checkRedirect(_ directive: Directive, _ level: Level) {
    let words = directive.words
    for word in directive.arguments where word.bytes.first != UInt8(ascii: "~") { checkText(word) }
    let isOff = words.count == 2 && words[1].value == "off"
    if level.redirects == false || isOff && level.redirects != nil {
      add("duplicate-directive", "\"proxy_redirect\" directive is duplicate: \"off\" stands alone", directive)
      return
    }
    level.redirects = !isOff
    guard words.count == 2, !isOff else { return }
    guard words[1].value == "default" else {
      add("invalid-value", "invalid parameter \"\(words[1].value)\" in \"proxy_redirect\"", words[1])
      return
    }
    guard let pass = level.names["proxy_pass"] else {
      add(
        "misplaced-directive", "\"proxy_redirect default\" should be placed after the \"proxy_pass\" directive",
        directive)
      return
    }
    if pass.words.count > 1, pass.words[1].bytes.contains(UInt8(ascii: "$")) {
      add(
        "misplaced-directive", "\"proxy_redirect default\" cannot be used with \"proxy_pass\" directive with variables",
        directive)
    }
  }
}
