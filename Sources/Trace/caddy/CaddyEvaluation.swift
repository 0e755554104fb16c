import ProxyConfig

/// Evaluates an `expression` matcher as Caddy's CEL does, errors and all.
struct CaddyEvaluation {
  /// What an expression's part is worth; an error spreads unless `&&` or `||` do without it.
  enum Result {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case text(ByteText)
    case list([Result])
    case map([(key: ByteText, values: [ByteText])])
    case failure
  }

  let run: CaddyRun

  init(_ run: CaddyRun) {
    self.run = run
  }

  func matches(_ text: ByteText) throws(CaddyInterruption) -> Bool {
    guard let expression = run.world.memory.expression(text) else {
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

  func value(_ expression: CaddyExpression) throws(CaddyInterruption) -> Result {
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
}
