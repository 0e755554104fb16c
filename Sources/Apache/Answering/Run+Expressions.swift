import Diagnostics
import ProxyConfig
import Trace

/// Expressions while a request is on its way (`util_expr_eval.c`).
extension Run {
  func isTrue(_ expression: Expression, _ exchange: Exchange, at place: Place?) throws -> Bool {
    switch expression {
    case .constant(let value): return value
    case .not(let inner): return try !isTrue(inner, exchange, at: place)
    case .and(let left, let right):
      return try isTrue(left, exchange, at: place) && isTrue(right, exchange, at: place)
    case .or(let left, let right):
      return try isTrue(left, exchange, at: place) || isTrue(right, exchange, at: place)
    case .compare(let left, let sign, let right):
      return try compare(value(left, exchange, at: place), sign, value(right, exchange, at: place), at: place)
    case .matches(let text, let pattern):
      let subject = try value(text, exchange, at: place)
      guard let found = try matches(pattern, subject, at: place) else { return false }
      groups = found
      return true
    case .contains(let text, let list):
      let wanted = try value(text, exchange, at: place)
      return try list.contains { try value($0, exchange, at: place) == wanted }
    case .truth(let text):
      let value = try value(text, exchange, at: place).lowercased
      return !Self.untrue.contains { $0 == value }
    case .test(let letter, let text):
      return try test(letter, value(text, exchange, at: place), exchange, at: place)
    }
  }

  private static let untrue: [ByteText] = ["", "0", "off", "false", "no"]

  private func compare(_ left: ByteText, _ sign: String, _ right: ByteText, at place: Place?) throws -> Bool {
    func number(_ text: ByteText) -> Int {
      Int(text.string.trimmingBlanks.prefix { $0.isNumber || $0 == "-" }) ?? 0
    }
    switch sign {
    case "==": return left == right
    case "!=": return left != right
    case "<": return left < right
    case "<=": return left <= right
    case ">": return left > right
    case ">=": return left >= right
    case "-eq": return number(left) == number(right)
    case "-ne": return number(left) != number(right)
    case "-lt": return number(left) < number(right)
    case "-le": return number(left) <= number(right)
    case "-gt": return number(left) > number(right)
    case "-ge": return number(left) >= number(right)
    case "-ipmatch":
      guard let range = ClientRange(right.string) else { throw Undecided("the network \(right.shown)", at: place) }
      return range.contains(left.string)
    case "-strmatch": return Glob.matches(right, left)
    case "-strcmatch": return Glob.matches(right.lowercased, left.lowercased)
    default: return Glob.matchesPath(right, left)
    }
  }

  private func test(_ letter: String, _ text: ByteText, _ exchange: Exchange, at place: Place?) throws -> Bool {
    switch letter {
    case "n": return !text.isEmpty
    case "z": return text.isEmpty
    case "T": return !Self.untrue.contains { $0 == text.lowercased }
    case "R":
      guard let range = ClientRange(text.string) else { throw Undecided("the network \(text.shown)", at: place) }
      return range.contains(try client("which address it is", at: place))
    case "f", "d", "e", "s", "L", "h", "x": return try isThere(letter, text, at: place)
    case "U", "A":
      return try lookAhead(text, exchange).status == 200
    default: throw Undecided("what is at \(text.shown)", at: place)
    }
  }

  /// `-f`, `-d` and the like: what is at a path.
  func isThere(_ letter: String, _ path: ByteText, at place: Place?) throws -> Bool {
    noteThere(letter, path)
    let name = path.shown
    if letter == "f" && circumstances.failures.switchesOn { return true }
    if files.isUnseen(name) { throw Undecided("what is at \(name), which cannot be seen from here", at: place) }
    guard let status = try? files.status(of: name) else { return false }
    switch letter {
    case "f", "F": return status.kind == .file
    case "d": return status.kind == .directory
    case "s": return status.kind == .file && status.size > 0
    case "x": return status.mode & 0o111 != 0
    case "e": return true
    default: throw Undecided("whether \(name) is a link", at: place)
    }
  }

  /// A text of the configuration with the request's values in it.
  func text(_ written: ByteText, _ exchange: Exchange, at place: Place?) throws -> ByteText {
    guard written.contains("%{") || written.contains("\\") else { return written }
    guard let text = try? ExpressionReader.text(written) else {
      throw Undecided("the text \(written.shown)", at: place)
    }
    return try value(text, exchange, at: place)
  }

  func value(_ text: ExpressionText, _ exchange: Exchange, at place: Place?) throws -> ByteText {
    switch text {
    case .plain(let bytes): return bytes
    case .joined(let parts):
      return try parts.reduce(into: ByteText()) { $0 += try value($1, exchange, at: place) }
    case .group(let number):
      return number < groups.count ? groups[number] ?? "" : ""
    case .variable(let name): return try named(name, exchange, at: place)
    case .function(let name, let argument):
      return try call(name.lowercased(), value(argument, exchange, at: place), exchange, at: place)
    }
  }

  private func named(_ name: String, _ exchange: Exchange, at place: Place?) throws -> ByteText {
    switch name {
    case "REQUEST_STATUS": return ByteText(String(exchange.status))
    case "CONTENT_TYPE", "HANDLER", "REQUEST_LOG_ID", "CONN_LOG_ID":
      throw Undecided("the value of \(name)", at: place)
    default:
      if let value = try variable(name, exchange, at: place) { return value }
      if name.hasPrefix("SSL_") { throw Undecided("the value of \(name)", at: place) }
      return ""
    }
  }

  private func call(_ name: String, _ argument: ByteText, _ exchange: Exchange, at place: Place?) throws -> ByteText {
    switch name {
    case "req", "http", "req_novary": return try header(argument.string, at: place) ?? ""
    case "reqenv": return exchange.environment[argument.string] ?? ""
    case "env": return exchange.environment[argument.string] ?? ""
    case "tolower": return argument.lowercased
    case "toupper": return argument.inCapitals
    case "escape": return Escape.url(argument, keepsQuery: false)
    default: throw Undecided("the function \(name) of an expression", at: place)
    }
  }
}
