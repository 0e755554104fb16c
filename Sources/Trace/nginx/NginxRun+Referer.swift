import ProxyConfig

/// `valid_referers` and what `$invalid_referer` says of the request (`ngx_http_referer_module.c`).
extension NginxRun {
  var invalidReferer: NginxVariables.Value {
    let words = model.settings(.validReferers, in: scope).flatMap { $0.arguments.map(\.bytes) }
    var names: [ByteText] = []
    var patterns: [NginxPattern] = []
    var hostPatterns: [NginxPattern] = []
    for word in words where word != "none" && word != "blocked" {
      if word == "server_names" {
        let own = model.servers.first { $0.scope == server }?.names ?? []
        names += own.compactMap(\.plainText)
        for case .regex(let pattern) in own { hostPatterns.append(pattern) }
      } else if word.first == UInt8(ascii: "~") {
        patterns.append(NginxPattern(word.from(1), ignoresCase: true))
      } else {
        names.append(word)
      }
    }
    guard !names.isEmpty || !patterns.isEmpty || !hostPatterns.isEmpty else { return .text("") }
    if decider.watch != nil { return .unknown("$invalid_referer, which depends on what is sent") }
    guard let referer = header("referer") else {
      if case .unknown(let reason) = absentHeader("referer", for: "invalid_referer") { return .unknown(reason) }
      return .text(words.contains("none") ? "" : "1")
    }
    let lower = referer.lowercased()
    guard referer.utf8.count >= 11, let skipped = lower.hasPrefix("http://") ? 7 : lower.hasPrefix("https://") ? 8 : nil
    else { return .text(words.contains("blocked") ? "" : "1") }
    let rest = ByteText(referer).from(skipped)
    let host = ByteText(rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":") }).lowercased
    if host.count > 256 { return .text("1") }
    let path = ByteText(rest.drop { $0 != UInt8(ascii: "/") })
    if let name = Self.best(names, host) {
      let wanted = ByteText(name.drop { $0 != UInt8(ascii: "/") })
      return .text(path.hasPrefix(wanted) ? "" : "1")
    }
    for (pattern, subject) in hostPatterns.map({ ($0, host) }) + patterns.map({ ($0, rest) }) {
      guard case .success(let compiled) = pattern.compiled else { return .unknown("$invalid_referer") }
      switch compiled.firstMatch(in: subject) {
      case .match: return .text("")
      case .noMatch: continue
      case .gaveUp: return .unknown("$invalid_referer")
      }
    }
    return .text("1")
  }

  /// The entry whose host part fits best, in the order of a name look-up.
  private static func best(_ names: [ByteText], _ host: ByteText) -> ByteText? {
    var best: (name: ByteText, rank: (kind: Int, length: Int))?
    for name in names {
      let hostPart = ByteText(name.prefix { $0 != UInt8(ascii: "/") })
      guard let rank = NginxServer.Name(hostPart).rank(for: host) else { continue }
      if best.map({ $0.rank < rank }) ?? true { best = (name, rank) }
    }
    return best?.name
  }
}

extension NginxServer.Name {
  /// The name as it was written; nil for a regular expression.
  fileprivate var plainText: ByteText? {
    switch self {
    case .exact(let name): name
    case .anyBefore(let name): "*" + name
    case .nameAndAnyBefore(let name): name
    case .anyAfter(let name): name + "*"
    case .regex: nil
    }
  }
}
