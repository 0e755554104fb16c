/// Reads the text of an expression by precedence: `?:`, `||`, `&&`, comparison, sum, product, unary, member.
struct CaddyExpressionReader {
  let bytes: [UInt8]
  var position = 0
  private var depth = 0

  init(_ text: ByteText) {
    bytes = text.bytes
  }

  mutating func read() throws(CaddyExpression.Trouble) -> CaddyExpression {
    let result = try choice()
    skip()
    if position < bytes.count { throw wrong("there is something left: \(ByteText(bytes[position...].prefix(20)))") }
    return result
  }

  func wrong(_ message: String) -> CaddyExpression.Trouble { .init(message: message, isCertain: true) }
  func unknown(_ message: String) -> CaddyExpression.Trouble { .init(message: message, isCertain: false) }

  mutating func skip() {
    while position < bytes.count {
      if bytes[position] <= 0x20 {
        position += 1
      } else if bytes[position...].starts(with: Array("//".utf8)) {
        while position < bytes.count, bytes[position] != 0x0A { position += 1 }
      } else {
        return
      }
    }
  }

  mutating func take(_ sign: String) -> Bool {
    skip()
    guard bytes[position...].starts(with: Array(sign.utf8)) else { return false }
    position += sign.utf8.count
    return true
  }

  mutating func choice() throws(CaddyExpression.Trouble) -> CaddyExpression {
    depth += 1
    defer { depth -= 1 }
    guard depth < 80 else { throw unknown("it is nested too deeply") }
    let condition = try or()
    guard take("?") else { return condition }
    let yes = try or()
    guard take(":") else { throw wrong("a : is missing behind the ?") }
    return .choice(condition, yes, try choice())
  }

  private mutating func or() throws(CaddyExpression.Trouble) -> CaddyExpression {
    var left = try and()
    while take("||") { left = .binary("||", left, try and()) }
    return left
  }

  private mutating func and() throws(CaddyExpression.Trouble) -> CaddyExpression {
    var left = try relation()
    while take("&&") { left = .binary("&&", left, try relation()) }
    return left
  }

  private mutating func relation() throws(CaddyExpression.Trouble) -> CaddyExpression {
    var left = try sum()
    while true {
      var found: String?
      for sign in ["==", "!=", "<=", ">=", "<", ">"] where take(sign) {
        found = sign
        break
      }
      if found == nil, takeWord("in") { found = "in" }
      guard let found else { return left }
      left = .binary(found, left, try sum())
    }
  }

  private mutating func takeWord(_ word: String) -> Bool {
    skip()
    let end = position + word.utf8.count
    guard bytes[position...].starts(with: Array(word.utf8)), end >= bytes.count || !ByteSet.words.contains(bytes[end])
    else {
      return false
    }
    position = end
    return true
  }

  private mutating func sum() throws(CaddyExpression.Trouble) -> CaddyExpression {
    var left = try product()
    while true {
      if take("+") {
        left = .binary("+", left, try product())
      } else if take("-") {
        left = .binary("-", left, try product())
      } else {
        return left
      }
    }
  }

  private mutating func product() throws(CaddyExpression.Trouble) -> CaddyExpression {
    var left = try unary()
    while true {
      if take("*") {
        left = .binary("*", left, try unary())
      } else if take("/") {
        left = .binary("/", left, try unary())
      } else if take("%") {
        left = .binary("%", left, try unary())
      } else {
        return left
      }
    }
  }

  private mutating func unary() throws(CaddyExpression.Trouble) -> CaddyExpression {
    depth += 1
    defer { depth -= 1 }
    guard depth < 80 else { throw unknown("it is nested too deeply") }
    skip()
    if position < bytes.count, bytes[position] == UInt8(ascii: "!"),
      position + 1 >= bytes.count || bytes[position + 1] != UInt8(ascii: "=")
    {
      position += 1
      return .not(try unary())
    }
    if take("-") { return .negative(try unary()) }
    return try member()
  }

  private mutating func member() throws(CaddyExpression.Trouble) -> CaddyExpression {
    var target = try primary()
    while true {
      if take(".") {
        guard let name = word() else { throw wrong("a name is missing behind the dot") }
        guard take("(") else { throw unknown("fields are not known here") }
        target = .method(target, name, try arguments(")"))
      } else if take("[") {
        let index = try choice()
        guard take("]") else { throw wrong("a ] is missing") }
        target = .index(target, index)
      } else {
        return target
      }
    }
  }

  mutating func word() -> String? {
    skip()
    let start = position
    guard start < bytes.count, ByteSet.words.contains(bytes[start]), !(0x30...0x39 ~= bytes[start]) else { return nil }
    while position < bytes.count, ByteSet.words.contains(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  mutating func arguments(_ end: String) throws(CaddyExpression.Trouble) -> [CaddyExpression] {
    var all: [CaddyExpression] = []
    if take(end) { return all }
    while true {
      all.append(try choice())
      if take(end) { return all }
      guard take(",") else { throw wrong("a \(end) is missing") }
      if end == "]", take(end) { return all }
    }
  }
}
