/// What stands between operators: literals, lists, maps, names and calls.
extension CaddyExpressionReader {
  mutating func primary() throws(CaddyExpression.Trouble) -> CaddyExpression {
    skip()
    guard position < bytes.count else { throw wrong("it ends too early") }
    if take("(") {
      let inside = try choice()
      guard take(")") else { throw wrong("a ) is missing") }
      return inside
    }
    if take("[") { return .list(try arguments("]")) }
    if take("{") {
      var entries: [(key: CaddyExpression, value: CaddyExpression)] = []
      if take("}") { return .map([]) }
      while true {
        let key = try choice()
        guard take(":") else { throw wrong("a : is missing in the map") }
        entries.append((key, try choice()))
        if take("}") { return .map(entries) }
        guard take(",") else { throw wrong("a } is missing") }
        if take("}") { return .map(entries) }
      }
    }
    let byte = bytes[position]
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return .text(try text(byte, isRaw: false)) }
    if byte == UInt8(ascii: "r"), position + 1 < bytes.count,
      bytes[position + 1] == UInt8(ascii: "\"") || bytes[position + 1] == UInt8(ascii: "'")
    {
      position += 1
      return .text(try text(bytes[position], isRaw: true))
    }
    if 0x30...0x39 ~= byte { return try number() }
    guard let name = word() else { throw wrong("\(Character(Unicode.Scalar(byte))) is not expected") }
    switch name {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default: break
    }
    guard take("(") else { return .identifier(name) }
    let arguments = try arguments(")")
    if name == "ph", arguments.count == 2, case .text(let placeholder) = arguments[1] {
      return .placeholder(placeholder)
    }
    return .call(name, arguments)
  }

  mutating func number() throws(CaddyExpression.Trouble) -> CaddyExpression {
    let start = position
    while position < bytes.count, 0x30...0x39 ~= bytes[position] { position += 1 }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      while position < bytes.count, 0x30...0x39 ~= bytes[position] { position += 1 }
      guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)) else {
        throw unknown("a number")
      }
      return .double(value)
    }
    if position < bytes.count, "xXeEuU".utf8.contains(bytes[position]) { throw unknown("a number of an unusual form") }
    guard let value = Int(String(decoding: bytes[start..<position], as: UTF8.self)) else {
      throw wrong("a number is too large")
    }
    return .int(value)
  }

  mutating func text(_ quote: UInt8, isRaw: Bool) throws(CaddyExpression.Trouble) -> ByteText {
    if bytes[position...].starts(with: [quote, quote, quote]) { throw unknown("a text with triple quotes") }
    position += 1
    var result: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == quote { return ByteText(result) }
      if byte == 0x0A { break }
      guard byte == UInt8(ascii: "\\"), !isRaw else {
        result.append(byte)
        continue
      }
      guard position < bytes.count else { break }
      let escaped = bytes[position]
      position += 1
      switch escaped {
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "?"):
        result.append(escaped)
      case UInt8(ascii: "x"), UInt8(ascii: "u"), UInt8(ascii: "U"), 0x30...0x33: throw unknown("an escape by number")
      default: throw wrong("\\\(Character(Unicode.Scalar(escaped))) is no escape")
      }
    }
    throw wrong("a text is never closed")
  }
}
