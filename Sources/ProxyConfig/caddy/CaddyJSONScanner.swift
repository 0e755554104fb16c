import Diagnostics

/// Scans JSON byte by byte.
struct CaddyJSONScanner {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    position = start
  }

  mutating func whole() throws(CaddyJSON.Trouble) -> CaddyJSON {
    let value = try value()
    skip()
    if position < bytes.count { throw trouble("there is something behind the end") }
    return value
  }

  private func trouble(_ message: String) -> CaddyJSON.Trouble {
    .init(message: message, offset: min(position, bytes.count))
  }

  private mutating func skip() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
  }

  private mutating func take(_ byte: Character) -> Bool {
    skip()
    guard position < bytes.count, bytes[position] == byte.asciiValue else { return false }
    position += 1
    return true
  }

  private mutating func value() throws(CaddyJSON.Trouble) -> CaddyJSON {
    skip()
    depth += 1
    defer { depth -= 1 }
    guard depth < 400 else { throw trouble("the nesting is deeper than 400") }
    guard position < bytes.count else { throw trouble("the text ends too early") }
    let start = position
    let kind = try kind()
    return CaddyJSON(kind: kind, range: start..<position)
  }

  private mutating func kind() throws(CaddyJSON.Trouble) -> CaddyJSON.Kind {
    switch bytes[position] {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try list()
    case UInt8(ascii: "\""): return .text(try text())
    default: break
    }
    for (word, value) in [("null", CaddyJSON.Kind.null), ("true", .bool(true)), ("false", .bool(false))]
    where bytes[position...].starts(with: Array(word.utf8)) {
      position += word.utf8.count
      return value
    }
    return .number(try number())
  }

  private mutating func object() throws(CaddyJSON.Trouble) -> CaddyJSON.Kind {
    position += 1
    var members: [CaddyJSON.Member] = []
    if take("}") { return .object([]) }
    while true {
      skip()
      let offset = position
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        throw trouble("a name in quotation marks is missing")
      }
      let name = try text()
      guard take(":") else { throw trouble("a colon is missing") }
      members.append((name, try value(), offset))
      if take("}") { return .object(members) }
      guard take(",") else { throw trouble("a comma or } is missing") }
    }
  }

  private mutating func list() throws(CaddyJSON.Trouble) -> CaddyJSON.Kind {
    position += 1
    var all: [CaddyJSON] = []
    if take("]") { return .list([]) }
    while true {
      all.append(try value())
      if take("]") { return .list(all) }
      guard take(",") else { throw trouble("a comma or ] is missing") }
    }
  }

  private mutating func number() throws(CaddyJSON.Trouble) -> ByteText {
    let start = position
    if position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
    let digits = position
    while position < bytes.count, 0x30...0x39 ~= bytes[position] { position += 1 }
    if position == digits || bytes[digits] == 0x30 && position - digits > 1 { throw trouble("this is no value") }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      let fraction = position
      while position < bytes.count, 0x30...0x39 ~= bytes[position] { position += 1 }
      if position == fraction { throw trouble("a digit is missing behind the point") }
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < bytes.count, "+-".utf8.contains(bytes[position]) { position += 1 }
      let exponent = position
      while position < bytes.count, 0x30...0x39 ~= bytes[position] { position += 1 }
      if position == exponent { throw trouble("a digit is missing in the exponent") }
    }
    return ByteText(bytes[start..<position])
  }

  private mutating func text() throws(CaddyJSON.Trouble) -> ByteText {
    position += 1
    var result: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return ByteText(result)
      case 0..<0x20: throw trouble("a control character stands inside a text")
      case UInt8(ascii: "\\"): try escape(&result)
      default: result.append(byte)
      }
    }
    throw trouble("a text is never closed")
  }

  private mutating func escape(_ result: inout [UInt8]) throws(CaddyJSON.Trouble) {
    guard position < bytes.count else { throw trouble("the text ends too early") }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
    case UInt8(ascii: "u"):
      var unit = try hex()
      if 0xD800...0xDBFF ~= unit, bytes[position...].starts(with: Array("\\u".utf8)) {
        position += 2
        let low = try hex()
        unit = 0xDC00...0xDFFF ~= low ? 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00) : 0xFFFD
      }
      result += Array(String(Character(Unicode.Scalar(unit) ?? "\u{FFFD}")).utf8)
    default: throw trouble("this is no escape")
    }
  }

  private mutating func hex() throws(CaddyJSON.Trouble) -> UInt32 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else {
      throw trouble("four hexadecimal digits are missing")
    }
    position += 4
    return value
  }
}
