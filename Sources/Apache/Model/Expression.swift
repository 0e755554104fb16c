import ProxyConfig

/// An expression of httpd (`ap_expr`), as `<If>`, `Header … "expr=…"`, `Require expr` and `RewriteCond expr` take it.
indirect enum Expression: Sendable {
  case constant(Bool)
  case not(Expression)
  case and(Expression, Expression)
  case or(Expression, Expression)
  case compare(ExpressionText, String, ExpressionText)
  case matches(ExpressionText, Pattern)
  case contains(ExpressionText, [ExpressionText])
  /// `-n`, `-z`, `-f`, `-R` and the like.
  case test(String, ExpressionText)
  /// `%{NAME}` or a function alone: whether its value is no empty text, 0, off, false or no.
  case truth(ExpressionText)
}

/// A text in which values stand.
indirect enum ExpressionText: Sendable {
  case plain(ByteText)
  /// `%{NAME}`
  case variable(String)
  /// `func(…)` or `%{func:…}`
  case function(String, ExpressionText)
  /// `$1`
  case group(Int)
  case joined([ExpressionText])
}

/// What httpd or this reader says to an expression it cannot read.
struct ExpressionRefusal: Error {
  let reason: String
  /// Only this reader does not know it.
  let isOurs: Bool
}

/// Reads expressions: a text of words, comparisons and functions (`util_expr_parse.y`).
struct ExpressionReader {
  private let bytes: [UInt8]
  private var index = 0

  private init(_ text: ByteText) { bytes = text.bytes }

  static func condition(_ text: ByteText) throws(ExpressionRefusal) -> Expression {
    var reader = ExpressionReader(text)
    let result = try reader.disjunction()
    reader.skipBlanks()
    guard reader.index == reader.bytes.count else { throw reader.unexpected() }
    return result
  }

  /// A text that is not a condition, as `ErrorDocument` and `Redirect` in `<Location>` take it: `%{…}` has values.
  static func text(_ text: ByteText) throws(ExpressionRefusal) -> ExpressionText {
    var reader = ExpressionReader(text)
    return try reader.pieces(until: nil)
  }

  private func unexpected() -> ExpressionRefusal {
    index < bytes.count
      ? ExpressionRefusal(
        reason: "does not make sense from \(ByteText(bytes[index...].prefix(20)).string) on", isOurs: false)
      : ExpressionRefusal(reason: "ends too early", isOurs: false)
  }

  private mutating func skipBlanks() { while index < bytes.count, ConfigLines.isBlank(bytes[index]) { index += 1 } }

  private mutating func take(_ text: String) -> Bool {
    skipBlanks()
    let wanted = Array(text.utf8)
    guard bytes[index...].starts(with: wanted) else { return false }
    if wanted.last.map(Self.isLetter) == true, index + wanted.count < bytes.count,
      Self.isLetter(bytes[index + wanted.count])
    {
      return false
    }
    index += wanted.count
    return true
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    0x41...0x5A ~= byte & 0xDF || 0x30...0x39 ~= byte || byte == UInt8(ascii: "_")
  }

  private mutating func disjunction() throws(ExpressionRefusal) -> Expression {
    var left = try conjunction()
    while take("||") || take("or") { left = .or(left, try conjunction()) }
    return left
  }

  private mutating func conjunction() throws(ExpressionRefusal) -> Expression {
    var left = try negation()
    while take("&&") || take("and") { left = .and(left, try negation()) }
    return left
  }

  private mutating func negation() throws(ExpressionRefusal) -> Expression {
    if take("!") || take("not") { return .not(try negation()) }
    if take("(") {
      let inner = try disjunction()
      guard take(")") else { throw unexpected() }
      return inner
    }
    if take("true") { return .constant(true) }
    if take("false") { return .constant(false) }
    skipBlanks()
    if index + 1 < bytes.count, bytes[index] == UInt8(ascii: "-"), Self.isLetter(bytes[index + 1]) { return try test() }
    return try comparison()
  }

  private mutating func test() throws(ExpressionRefusal) -> Expression {
    let letter = String(decoding: bytes[index + 1..<index + 2], as: UTF8.self)
    guard "nzdefsLhFUARTx".contains(letter) else {
      throw ExpressionRefusal(reason: "has an operator -\(letter) that httpd does not know", isOurs: false)
    }
    index += 2
    return .test(letter, try words())
  }

  private mutating func comparison() throws(ExpressionRefusal) -> Expression {
    let left = try words()
    skipBlanks()
    for sign in ["=~", "!~"] where take(sign) {
      let pattern = try regularExpression()
      return sign == "=~" ? .matches(left, pattern) : .not(.matches(left, pattern))
    }
    for (sign, same) in Self.signs where take(sign) {
      return .compare(left, same, try words())
    }
    let isNot = take("-not in")
    if isNot || take("-in") || take("in") {
      let list = try list()
      return isNot ? .not(.contains(left, list)) : .contains(left, list)
    }
    for name in ["-ipmatch", "-strmatch", "-strcmatch", "-fnmatch"] where take(name) {
      let right = try words()
      return .compare(left, name, right)
    }
    return .truth(left)
  }

  /// Operators as they are written and the names they are kept under.
  private static let signs = [
    ("==", "=="), ("!=", "!="), ("<=", "<="), (">=", ">="), ("-eq", "-eq"), ("-ne", "-ne"), ("-lt", "-lt"),
    ("-le", "-le"), ("-gt", "-gt"), ("-ge", "-ge"), ("eq", "-eq"), ("ne", "-ne"), ("lt", "-lt"), ("le", "-le"),
    ("gt", "-gt"), ("ge", "-ge"), ("<", "<"), (">", ">"), ("=", "=="),
  ]

  private mutating func list() throws(ExpressionRefusal) -> [ExpressionText] {
    guard take("{") else {
      throw ExpressionRefusal(reason: "has a list that is the value of a function", isOurs: true)
    }
    var items = [try words()]
    while take(",") { items.append(try words()) }
    guard take("}") else { throw unexpected() }
    return items
  }

  private mutating func regularExpression() throws(ExpressionRefusal) -> Pattern {
    skipBlanks()
    guard index < bytes.count else { throw unexpected() }
    var mark = bytes[index]
    index += 1
    if mark == UInt8(ascii: "m"), index < bytes.count {
      mark = bytes[index]
      index += 1
    } else if mark != UInt8(ascii: "/") {
      index -= 1
      throw unexpected()
    }
    guard let end = bytes[index...].firstIndex(of: mark) else { throw unexpected() }
    let text = ByteText(bytes[index..<end])
    index = end + 1
    var ignoresCase = false
    while index < bytes.count, "ismg".utf8.contains(bytes[index]) {
      if bytes[index] == UInt8(ascii: "i") { ignoresCase = true }
      index += 1
    }
    do throws(Pattern.Refusal) { return try Pattern(text, ignoresCase: ignoresCase) } catch {
      throw ExpressionRefusal(
        reason: "has the regular expression \(text.string), which \(error.reason)", isOurs: !error.isInvalid)
    }
  }
}

/// Words: quoted text, numbers, variables, functions, joined by dots.
extension ExpressionReader {
  private mutating func words() throws(ExpressionRefusal) -> ExpressionText {
    var parts = [try word()]
    while take(".") { parts.append(try word()) }
    return parts.count == 1 ? parts[0] : .joined(parts)
  }

  private mutating func word() throws(ExpressionRefusal) -> ExpressionText {
    skipBlanks()
    guard index < bytes.count else { throw unexpected() }
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      index += 1
      return try pieces(until: byte)
    case UInt8(ascii: "%"): return try variable()
    case UInt8(ascii: "$") where index + 1 < bytes.count && 0x30...0x39 ~= bytes[index + 1]:
      index += 2
      return .group(Int(bytes[index - 1] - 0x30))
    case 0x30...0x39:
      let start = index
      while index < bytes.count, 0x30...0x39 ~= bytes[index] { index += 1 }
      return .plain(ByteText(bytes[start..<index]))
    default:
      let start = index
      while index < bytes.count, Self.isLetter(bytes[index]) { index += 1 }
      let name = String(decoding: bytes[start..<index], as: UTF8.self)
      guard !name.isEmpty, take("(") else {
        index = start
        throw unexpected()
      }
      let argument = try words()
      guard take(")") else { throw unexpected() }
      return .function(name, argument)
    }
  }

  /// `%{NAME}` or `%{function:argument}`.
  private mutating func variable() throws(ExpressionRefusal) -> ExpressionText {
    guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "{"),
      let end = bytes[index...].firstIndex(of: UInt8(ascii: "}"))
    else { throw unexpected() }
    let inner = String(decoding: bytes[index + 2..<end], as: UTF8.self)
    index = end + 1
    let parts = inner.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return parts.count == 2 ? .function(parts[0], .plain(ByteText(parts[1]))) : .variable(inner)
  }

  /// Text in which values stand, up to a mark or the end.
  private mutating func pieces(until mark: UInt8?) throws(ExpressionRefusal) -> ExpressionText {
    var parts: [ExpressionText] = []
    var plain: [UInt8] = []
    func flushed() -> [ExpressionText] { plain.isEmpty ? parts : parts + [.plain(ByteText(plain))] }
    while index < bytes.count, bytes[index] != mark {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if bytes[index] == UInt8(ascii: "\\"), next != 0 {
        plain.append(next)
        index += 2
      } else if bytes[index] == UInt8(ascii: "%"), next == UInt8(ascii: "{") {
        parts = flushed()
        plain = []
        parts.append(try variable())
      } else if mark != nil, bytes[index] == UInt8(ascii: "$"), 0x30...0x39 ~= next {
        parts = flushed()
        plain = []
        parts.append(.group(Int(next - 0x30)))
        index += 2
      } else {
        plain.append(bytes[index])
        index += 1
      }
    }
    if mark != nil {
      guard index < bytes.count else { throw unexpected() }
      index += 1
    }
    parts = flushed()
    return parts.count == 1 ? parts[0] : parts.isEmpty ? .plain("") : .joined(parts)
  }
}
