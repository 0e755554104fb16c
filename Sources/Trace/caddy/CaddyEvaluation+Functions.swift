import ProxyConfig

/// Functions and methods of expressions: texts, conversions, and Caddy's matchers.
extension CaddyEvaluation {
  func method(
    _ target: Result, _ name: String, _ arguments: [CaddyExpression]
  ) throws(CaddyInterruption) -> Result {
    guard case .text(let text) = target else {
      if case .failure = target { return .failure }
      return ["startsWith", "endsWith", "contains", "matches", "lowerAscii"].contains(name)
        ? .failure : try unknown(name)
    }
    if name == "size", arguments.isEmpty { return .int(text.string.unicodeScalars.count) }
    if name == "lowerAscii", arguments.isEmpty { return .text(text.lowercased) }
    guard arguments.count == 1 else { return try unknown(name) }
    guard case .text(let other) = try value(arguments[0]) else { return .failure }
    switch name {
    case "startsWith": return .bool(text.hasPrefix(other))
    case "endsWith": return .bool(text.hasSuffix(other))
    case "contains": return .bool(text.contains(other))
    case "matches":
      guard let pattern = run.world.memory.pattern(other) else {
        throw .unknown("whether the regular expression \(other) matches")
      }
      switch pattern.groups(of: text) {
      case .match: return .bool(true)
      case .noMatch: return .bool(false)
      case .gaveUp: throw .unknown("whether the regular expression \(other) matches")
      }
    default: return try unknown(name)
    }
  }

  private func unknown(_ name: String) throws(CaddyInterruption) -> Result {
    throw .unknown("what the function \(name) of an expression gives")
  }

  /// Matchers as functions: `path('/a*')`, `method('GET')`, `header({'A': 'b'})`.
  func call(_ name: String, _ arguments: [CaddyExpression]) throws(CaddyInterruption) -> Result {
    if name == "size", arguments.count == 1 {
      switch try value(arguments[0]) {
      case .text(let text): return .int(text.string.unicodeScalars.count)
      case .list(let all): return .int(all.count)
      default: return .failure
      }
    }
    if ["int", "string", "double", "bool", "dyn"].contains(name), arguments.count == 1 {
      return try converted(try value(arguments[0]), to: name)
    }
    var texts: [ByteText] = []
    for argument in arguments {
      if case .map(let entries) = argument { return .bool(try run.matches(try fields(name, entries))) }
      guard case .text(let text) = try value(argument) else { return try unknown(name) }
      texts.append(text)
    }
    switch (name, texts.count) {
    case ("path", _): return .bool(try run.matches(.path(texts)))
    case ("host", _): return .bool(try run.matches(.host(texts)))
    case ("method", _): return .bool(try run.matches(.method(texts)))
    case ("protocol", 1): return .bool(try run.matches(.protocols(texts[0].lowercased)))
    case ("path_regexp", 1): return .bool(try run.matches(.pathRegexp(CaddyRegexp(pattern: texts[0]))))
    case ("path_regexp", 2): return .bool(try run.matches(.pathRegexp(CaddyRegexp(name: texts[0], pattern: texts[1]))))
    case ("header_regexp", 3):
      let regexp = CaddyRegexp(name: texts[0], pattern: texts[2])
      return .bool(try run.matches(.headerRegexp([CaddyNamedRegexp(texts[1], regexp)])))
    case ("vars_regexp", 2):
      return .bool(try run.matches(.varsRegexp([CaddyNamedRegexp(texts[0], CaddyRegexp(pattern: texts[1]))])))
    case ("vars_regexp", 3):
      let regexp = CaddyRegexp(name: texts[0], pattern: texts[2])
      return .bool(try run.matches(.varsRegexp([CaddyNamedRegexp(texts[1], regexp)])))
    case ("header_regexp", 2):
      return .bool(try run.matches(.headerRegexp([CaddyNamedRegexp(texts[0], CaddyRegexp(pattern: texts[1]))])))
    case ("remote_ip", _): return .bool(try run.matches(.remoteIP(texts, forwarded: false)))
    case ("client_ip", _): return .bool(try run.matches(.clientIP(texts)))
    case ("file", _): return .bool(try run.matches(.file(CaddyFileMatcher(tryFiles: texts.isEmpty ? nil : texts))))
    default: return try unknown(name)
    }
  }

  /// The conversions of the language; what does not convert is an error.
  private func converted(_ value: Result, to name: String) throws(CaddyInterruption) -> Result {
    switch (name, value) {
    case ("dyn", _), ("int", .int), ("string", .text), ("double", .double), ("bool", .bool): return value
    case ("int", .text(let text)): return text.integer.map { .int($0) } ?? .failure
    case ("string", .int(let number)): return .text(ByteText(String(number)))
    case ("string", .bool(let flag)): return .text(flag ? "true" : "false")
    case ("double", .int(let number)): return .double(Double(number))
    case ("double", .text(let text)): return Double(text.string).map { .double($0) } ?? .failure
    case ("bool", .text(let text)):
      if ["1", "t", "true", "TRUE", "True"].contains(text.string) { return .bool(true) }
      if ["0", "f", "false", "FALSE", "False"].contains(text.string) { return .bool(false) }
      return .failure
    case (_, .null), (_, .failure): return .failure
    default: throw .unknown("what the conversion \(name) of an expression gives")
    }
  }

  private func fields(
    _ name: String, _ entries: [(key: CaddyExpression, value: CaddyExpression)]
  ) throws(CaddyInterruption) -> CaddyMatcher {
    var fields: [CaddyField] = []
    for entry in entries {
      guard case .text(let key) = try value(entry.key) else { throw .unknown("what a map in an expression says") }
      switch try value(entry.value) {
      case .text(let text): fields.append(CaddyField(key, [text]))
      case .list(let parts):
        var texts: [ByteText] = []
        for case .text(let text) in parts { texts.append(text) }
        fields.append(CaddyField(key, texts))
      default: throw .unknown("what a map in an expression says")
      }
    }
    switch name {
    case "header": return .header(fields)
    case "query": return .query(fields)
    case "vars": return .vars(fields)
    case "file":
      func values(_ name: ByteText) -> [ByteText]? { fields.first { $0.name == name }?.values }
      var matcher = CaddyFileMatcher(tryFiles: values("try_files"))
      matcher.root = values("root")?.first ?? ""
      matcher.policy = values("try_policy")?.first ?? ""
      matcher.splitPath = values("split_path") ?? []
      return .file(matcher)
    default: throw .unknown("what the function \(name) of an expression gives")
    }
  }
}
