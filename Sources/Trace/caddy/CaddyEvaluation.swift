import ProxyConfig

/// Evaluates an `expression` matcher as Caddy's CEL does, errors and all.
struct CaddyEvaluation {
  /// What an expression's part is worth; an error spreads unless `&&` or `||` do without it.
  private enum Result {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case text(ByteText)
    case list([Result])
    case map([(key: ByteText, values: [ByteText])])
    case failure
  }

  private let run: CaddyRun

  init(_ run: CaddyRun) {
    self.run = run
  }

  func matches(_ text: ByteText) throws(CaddyInterruption) -> Bool {
    guard case .success(let expression) = CaddyExpression.parse(text) else {
      throw .unknown("what the expression \(text) says")
    }
    switch try value(expression) {
    case .bool(let flag): return flag
    // An evaluation that fails becomes an error of the whole chain, without a status of its own.
    case .failure:
      run.tell("the expression \(text) fails: it compares things that cannot be compared")
      throw .error(CaddyFault(status: 500, message: .opaque("the text of an expression's error"), hasStatus: false))
    default: throw .unknown("what the expression \(text) says: it is no condition")
    }
  }

  private func value(_ expression: CaddyExpression) throws(CaddyInterruption) -> Result {
    switch expression {
    case .null: return .null
    case .bool(let flag): return .bool(flag)
    case .int(let number): return .int(number)
    case .double(let number): return .double(number)
    case .text(let text): return .text(text)
    case .placeholder(let name): return try placeholder(name)
    case .list(let parts):
      var all: [Result] = []
      for part in parts { all.append(try value(part)) }
      return .list(all)
    case .not(let inner):
      guard case .bool(let flag) = try value(inner) else { return .failure }
      return .bool(!flag)
    case .negative(let inner):
      switch try value(inner) {
      case .int(let number): return .int(-number)
      case .double(let number): return .double(-number)
      default: return .failure
      }
    case .binary("&&", let left, let right): return try logic(left, right, decisive: false)
    case .binary("||", let left, let right): return try logic(left, right, decisive: true)
    case .binary(let sign, let left, let right): return operate(sign, try value(left), try value(right))
    case .choice(let condition, let yes, let no):
      guard case .bool(let flag) = try value(condition) else { return .failure }
      return try value(flag ? yes : no)
    case .method(let target, let name, let arguments): return try method(try value(target), name, arguments)
    case .call(let name, let arguments): return try call(name, arguments)
    case .map, .index, .identifier: throw .unknown("what an expression with maps or names says")
    }
  }

  private func placeholder(_ name: ByteText) throws(CaddyInterruption) -> Result {
    switch run.value(of: name) {
    case .text(let text): return .text(text)
    case .int(let number): return .int(number)
    case .bool(let flag): return .bool(flag)
    case .null, nil: return .null
    case .opaque(let reason): throw .unknown(reason)
    }
  }

  /// One side may decide even when the other fails.
  private func logic(
    _ left: CaddyExpression, _ right: CaddyExpression, decisive: Bool
  ) throws(CaddyInterruption) -> Result {
    let first = try value(left)
    if case .bool(decisive) = first { return first }
    let second = try value(right)
    if case .bool(decisive) = second { return second }
    if case .bool = first, case .bool = second { return .bool(!decisive) }
    return .failure
  }

  private func operate(_ sign: String, _ left: Result, _ right: Result) -> Result {
    if case .failure = left { return .failure }
    if case .failure = right { return .failure }
    switch sign {
    case "==": return equal(left, right)
    case "!=":
      if case .bool(let flag) = equal(left, right) { return .bool(!flag) }
      return .failure
    case "in":
      guard case .list(let all) = right else { return .failure }
      var failed = false
      for one in all {
        switch equal(left, one) {
        case .bool(true): return .bool(true)
        case .failure: failed = true
        default: continue
        }
      }
      return failed ? .failure : .bool(false)
    case "<", "<=", ">", ">=": return order(sign, left, right)
    default: return arithmetic(sign, left, right)
    }
  }

  /// Numbers equal numbers; of other kinds that differ, nothing equals anything.
  private func equal(_ left: Result, _ right: Result) -> Result {
    switch (left, right) {
    case (.null, .null): return .bool(true)
    case (.bool(let a), .bool(let b)): return .bool(a == b)
    case (.int(let a), .int(let b)): return .bool(a == b)
    case (.double(let a), .double(let b)): return .bool(a == b)
    case (.int(let a), .double(let b)), (.double(let b), .int(let a)): return .bool(Double(a) == b)
    case (.text(let a), .text(let b)): return .bool(a == b)
    case (.list(let a), .list(let b)):
      guard a.count == b.count else { return .bool(false) }
      for (one, other) in zip(a, b) {
        if case .bool(true) = equal(one, other) { continue }
        return .bool(false)
      }
      return .bool(true)
    default: return .bool(false)
    }
  }

  private func order(_ sign: String, _ left: Result, _ right: Result) -> Result {
    func compare<Value: Comparable>(_ a: Value, _ b: Value) -> Result {
      switch sign {
      case "<": .bool(a < b)
      case "<=": .bool(a <= b)
      case ">": .bool(a > b)
      default: .bool(a >= b)
      }
    }
    switch (left, right) {
    case (.int(let a), .int(let b)): return compare(a, b)
    case (.double(let a), .double(let b)): return compare(a, b)
    case (.int(let a), .double(let b)): return compare(Double(a), b)
    case (.double(let a), .int(let b)): return compare(a, Double(b))
    case (.text(let a), .text(let b)): return compare(a, b)
    default: return .failure
    }
  }

  private func arithmetic(_ sign: String, _ left: Result, _ right: Result) -> Result {
    switch (left, right) {
    case (.text(let a), .text(let b)) where sign == "+": return .text(a + b)
    case (.list(let a), .list(let b)) where sign == "+": return .list(a + b)
    case (.int(let a), .int(let b)):
      let (value, overflow): (Int, Bool)
      switch sign {
      case "+": (value, overflow) = a.addingReportingOverflow(b)
      case "-": (value, overflow) = a.subtractingReportingOverflow(b)
      case "*": (value, overflow) = a.multipliedReportingOverflow(by: b)
      case "/": (value, overflow) = a.dividedReportingOverflow(by: b)
      default: (value, overflow) = a.remainderReportingOverflow(dividingBy: b)
      }
      return overflow ? .failure : .int(value)
    default: return .failure
    }
  }

  // MARK: - Functions

  private func method(
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
      guard let pattern = try? CaddyPattern(other) else {
        throw .unknown("whether the regular expression \(other) matches")
      }
      switch pattern.firstMatch(in: text) {
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
  private func call(_ name: String, _ arguments: [CaddyExpression]) throws(CaddyInterruption) -> Result {
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
