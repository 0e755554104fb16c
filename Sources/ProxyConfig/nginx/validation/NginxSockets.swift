import Diagnostics

/// Who listens where, over all servers.
struct NginxSockets {
  struct Use {
    let directive: Directive
    let server: Int
    let isDefault: Bool
    let hasOptions: Bool
    let isTLS: Bool
  }

  private(set) var uses: [String: [Use]] = [:]
  /// Addresses in the order of their first use.
  private(set) var order: [String] = []
  private(set) var servers: [Directive] = []
  /// Servers that can speak TLS.
  var certificates: Set<Int> = []

  /// How many sockets nginx listens on: one for all addresses takes those of single addresses in.
  var count: Int {
    order.filter { address in
      let port = address.drop { $0 != ":" }
      let isCovered = !address.hasPrefix("0.0.0.0:") && !address.hasPrefix("[") && uses["0.0.0.0" + port] != nil
      return !isCovered || uses[address]?.contains(where: \.hasOptions) == true
    }.count
  }

  mutating func open(_ server: Directive) { servers.append(server) }

  mutating func add(_ address: String, _ use: Use) {
    if uses[address] == nil { order.append(address) }
    uses[address, default: []].append(use)
  }
}

extension NginxValidation {
  mutating func checkListen(_ directive: Directive, _ level: Level) {
    guard var address = checkedAddress(directive.words[1]) else { return }
    // QUIC comes over UDP: a socket of its own beside the one of the same number.
    if directive.words.dropFirst(2).contains(where: { $0.value == "quic" }) { address += " quic" }
    var isDefault = false
    var hasOptions = false
    var isTLS = false
    for word in directive.words.dropFirst(2) {
      let text = word.value
      let key = text.prefix { $0 != "=" }
      let value = text.dropFirst(key.utf8.count + 1)
      var isFine = true
      switch key {
      case "default_server", "default": isDefault = true
      case "bind", "deferred", "reuseport": hasOptions = true
      case "ssl", "http2", "spdy", "proxy_protocol", "quic":
        isTLS = isTLS || key == "ssl"
        isFine = text == key
      case "setfib", "backlog", "fastopen":
        hasOptions = true
        isFine = ByteText(String(value)).number != nil && (key != "backlog" || value != "0") || value.hasPrefix("-")
      case "rcvbuf", "sndbuf":
        hasOptions = true
        isFine = NginxSize.small(ByteText(String(value))) != nil
      case "ipv6only":
        hasOptions = true
        isFine = value == "on" || value == "off"
      case "so_keepalive", "accept_filter", "multipath": hasOptions = true
      default: isFine = false
      }
      if !isFine { add("invalid-value", "invalid parameter \"\(text)\" in \"listen\"", word) }
    }
    if let first = level.listens[address] {
      add(
        "duplicate-listen", "a duplicate listen \(directive.words[1].value)", directive,
        related: [.init("the first one is here", at: first.place)])
      return
    }
    level.listens[address] = directive
    sockets.add(
      address,
      .init(
        directive: directive, server: sockets.servers.count - 1, isDefault: isDefault, hasOptions: hasOptions,
        isTLS: isTLS))
  }

  /// The address in one spelling; nil with a problem added, or when it is left alone.
  private mutating func checkedAddress(_ word: Argument) -> String? {
    let text = word.value
    if text.hasPrefix("unix:") { return text }
    if text.isEmpty {
      add("invalid-address", "no host in \"\" of the \"listen\" directive", word)
      return nil
    }
    if Self.hasForeignEnd(word.bytes) || text.hasPrefix("[") && !text.contains("]") {
      add("invalid-address", "invalid host in \"\(text)\" of the \"listen\" directive", word)
      return nil
    }
    let colon = text.hasSuffix("]") ? nil : text.lastIndex(of: ":")
    let host = colon.map { String(text[..<$0]) } ?? text
    if colon == nil, let port = ByteText(text).number {
      guard 1...65535 ~= port else {
        // Longer numbers are taken for a host.
        if port == 0 || port < 1_000_000 {
          add("invalid-address", "invalid port in \"\(text)\" of the \"listen\" directive", word)
        }
        return nil
      }
      return "0.0.0.0:\(port)"
    }
    var port = 80
    if let colon {
      guard let number = ByteText(String(text[text.index(after: colon)...])).number, 1...65535 ~= number else {
        if !text[colon...].contains("-") {
          add("invalid-address", "invalid port in \"\(text)\" of the \"listen\" directive", word)
        }
        return nil
      }
      port = number
    }
    return "\(host == "*" ? "0.0.0.0" : host.lowercased()):\(port)"
  }

  /// What can be said of addresses when all servers are known.
  mutating func checkSockets() {
    for address in sockets.order {
      let uses = sockets.uses[address] ?? []
      let defaults = uses.filter(\.isDefault)
      if defaults.count > 1 {
        add(
          "duplicate-listen", "a duplicate default server for \(address)", defaults[1].directive,
          related: [.init("the first one is here", at: defaults[0].directive.place)])
      }
      let options = uses.filter(\.hasOptions)
      if options.count > 1 {
        add(
          "duplicate-listen", "duplicate listen options for \(address)", options[1].directive,
          related: [.init("the first ones are here", at: options[0].directive.place)])
      }
      guard let first = uses.first, let secure = uses.first(where: \.isTLS) else { continue }
      let server = defaults.first?.server ?? first.server
      if !hasCertificate(server) {
        add(
          "missing-certificate", "no \"ssl_certificate\" is defined for the \"listen ... ssl\" directive",
          secure.directive)
      } else if !hasCertificate(server, besides: "ssl_reject_handshake"),
        let other = uses.first(where: { !hasCertificate($0.server) })
      {
        // Whoever asks for the others' names is let in (`ngx_http_ssl_init`).
        add(
          "missing-certificate", "no \"ssl_certificate\" is defined for this server, whose port speaks TLS",
          other.directive)
      }
    }
    for (number, server) in sockets.servers.enumerated() where !hasCertificate(number) {
      let lines = (server.block ?? []).expanded
      if let line = lines.last(where: { $0.name == "ssl" }), line.argument(1)?.lowercased == "on" {
        add("missing-certificate", "no \"ssl_certificate\" is defined for the \"ssl\" directive", line)
      }
    }
  }

  /// A worker needs a connection for each listening socket, and one to work with (`ngx_event_module_init`).
  mutating func checkConnections(_ top: [Directive]) {
    let events = top.filter { $0.name == "events" }.flatMap { $0.block?.expanded ?? [] }
    guard let directive = events.first(where: { $0.name == "worker_connections" }),
      let connections = directive.argument(1)?.number, connections <= sockets.count
    else { return }
    add(
      "invalid-value", "\(connections) worker_connections are not enough for \(sockets.count) listening sockets",
      directive, help: "1024 is what packages begin with")
  }

  private func hasCertificate(_ server: Int, besides other: String? = nil) -> Bool {
    guard sockets.servers.indices.contains(server) else { return true }
    let names = Set(["ssl_certificate", "ssl_reject_handshake"]).subtracting([other ?? ""])
    if (sockets.servers[server].block ?? []).expanded.contains(where: { names.contains($0.name) }) { return true }
    return httpHasCertificate
  }

  mutating func checkServerNames(_ directive: Directive) {
    for word in directive.arguments {
      let text = word.bytes
      if text.first == UInt8(ascii: "~") {
        if text.count == 1 { add("invalid-regex", "empty regex in server name \"~\"", word) }
        checkPattern(text.from(1), word)
        continue
      }
      if !NginxValidation.isHostKey(text) || text == "." {
        add(
          "invalid-value", "invalid server name or wildcard \"\(word.value)\"", word,
          help: "a star stands for the first or the last part of a name, and only there")
      }
    }
  }
}
