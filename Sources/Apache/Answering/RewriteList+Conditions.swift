import Diagnostics
import ProxyConfig
import Trace

/// Conditions of rules, and the texts in which values stand.
extension RewriteList {
  mutating func holds(_ conditions: [RewriteCondition]) throws -> Bool {
    var index = 0
    while index < conditions.count {
      let result = try holds(conditions[index])
      if conditions[index].isOr {
        if result {
          // The rest of the alternatives need not be looked at.
          while index < conditions.count, conditions[index].isOr { index += 1 }
        }
      } else if !result {
        return false
      }
      index += 1
    }
    return true
  }

  private mutating func holds(_ test: RewriteCondition) throws -> Bool {
    let result: Bool
    switch test.test {
    case .expression(let expression): result = try run.isTrue(expression, exchange, at: test.place)
    case .pattern(let pattern):
      let input = try expanded(test.input, nil, at: test.place)
      let groups = try run.matches(pattern, input, at: test.place)
      if let groups, !test.isNegated { conditionGroups = groups }
      result = groups != nil
    case .file(let letter):
      let input = try expanded(test.input, nil, at: test.place)
      switch letter {
      case "U": result = try run.lookAhead(input, exchange).status < 400
      case "l", "L", "h": throw Undecided("whether \(input.shown) is a link", at: test.place)
      default: result = try run.isThere(letter, input, at: test.place)
      }
    case .text(let sign, let text):
      let input = try expanded(test.input, nil, at: test.place)
      let (left, right) = test.ignoresCase ? (input.lowercased, text.lowercased) : (input, text)
      result =
        sign == "="
        ? left == right
        : Self.order(left, right).map { order in
          switch sign {
          case "<": order < 0
          case ">": order > 0
          case "<=": order <= 0
          default: order >= 0
          }
        } ?? false
    case .number(let sign, let number):
      let text = try expanded(test.input, nil, at: test.place).string.trimmingBlanks
      let input = Int(text.prefix { $0.isNumber || $0 == "-" }) ?? 0
      switch sign {
      case "-eq": result = input == number
      case "-ne": result = input != number
      case "-lt": result = input < number
      case "-le": result = input <= number
      case "-gt": result = input > number
      default: result = input >= number
      }
    }
    return result != test.isNegated
  }

  /// Longer texts are greater, whatever they say (`compare_lexicography`).
  private static func order(_ left: ByteText, _ right: ByteText) -> Int? {
    if left.count != right.count { return left.count - right.count }
    return left < right ? -1 : left == right ? 0 : 1
  }

  /// `$1` of the rule, `%1` of the last condition, `%{NAME}`, `${map:key}` and backslashes (`do_expand`).
  func expanded(_ text: ByteText, _ rule: RewriteRule?, at place: Place) throws -> ByteText {
    var result = ByteText()
    var index = 0
    while index < text.count {
      let byte = text[index]
      let next = index + 1 < text.count ? text[index + 1] : 0
      let isPercent = byte == UInt8(ascii: "%")
      if byte == UInt8(ascii: "\\"), next != 0 {
        result.append(next)
        index += 2
      } else if byte == UInt8(ascii: "$") || isPercent, 0x30...0x39 ~= next {
        let groups = isPercent ? conditionGroups : self.groups
        let number = Int(next - 0x30)
        if number < groups.count, let value = groups[number] {
          result += rule?.flags.escapesReferences == true ? Escape.escaped(value, keeping: "_") : value
        }
        index += 2
      } else if byte == UInt8(ascii: "$") || isPercent, next == UInt8(ascii: "{"),
        let end = text.offset(of: "}", from: index)
      {
        let name = text[index + 2..<end].string
        result += try isPercent ? named(name, at: place) : mapped(name, at: place)
        index = end + 1
      } else {
        result.append(byte)
        index += 1
      }
    }
    return result
  }

  private func named(_ name: String, at place: Place) throws -> ByteText {
    if let colon = name.firstIndex(of: ":") {
      let (kind, rest) = (name[..<colon].uppercased(), String(name[name.index(after: colon)...]))
      switch kind {
      case "HTTP": return try run.header(rest, at: place) ?? ""
      case "ENV": return exchange.environment[rest] ?? ""
      case "LA-U":
        let ahead = try run.lookAhead(exchange.uri, exchange)
        return try run.variable(rest, ahead, at: place) ?? ""
      default: throw Undecided("the value of \(name)", at: place)
      }
    }
    return try run.variable(name.uppercased(), exchange, at: place) ?? ""
  }

  private func mapped(_ name: String, at place: Place) throws -> ByteText {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let map = maps[parts[0]] else { return "" }
    let key = try expanded(ByteText(parts[1]), nil, at: place)
    switch map {
    case "int:tolower": return key.lowercased
    case "int:toupper": return key.inCapitals
    case "int:escape": return Escape.path(key)
    default: throw Undecided("what the rewrite map \(parts[0]) has", at: place)
    }
  }
}

/// What mod_rewrite sees in a text.
enum RewriteText {
  private static let schemes: [ByteText] = [
    "ajp://", "balancer://", "fcgi://", "ftp://", "gopher://", "http://", "https://", "h2://", "h2c://", "ldap://",
    "mailto:",
    "news:", "nntp://", "scgi://", "uwsgi://", "unix:", "ws://", "wss://",
  ]

  /// The length of the scheme of an address; 0 for a path (`is_absolute_uri`).
  static func schemeLength(_ text: ByteText) -> Int {
    if text.isWatched {
      let start = ByteText(text.constantStart).lowercased
      if let certain = schemes.first(where: { start.hasPrefix($0) }) { return certain.count }
      // No scheme goes on where the part ends that is certain.
      if !schemes.contains(where: { $0.hasPrefix(start) }) { return 0 }
      return text.lowercased.note(TextQuestion(schemes.map { [.prefix($0.bytes)] })).map { schemes[$0].count } ?? 0
    }
    let start = text.upTo(12).lowercased
    return schemes.first { start.hasPrefix($0) }?.count ?? 0
  }

  /// Takes this server's own address off a result (`reduce_uri`).
  static func reduced(_ name: ByteText, host: ByteText, _ request: Request) -> ByteText {
    let scheme = ByteText(request.scheme.rawValue + "://")
    guard name.lowercased.hasPrefix(scheme) else { return name }
    let rest = name.from(scheme.count)
    var authority = rest.before(UInt8(ascii: "/")).lowercased
    var port = request.scheme == .https ? 443 : 80
    if authority.contains(UInt8(ascii: ":")), let number = authority.after(UInt8(ascii: ":")).number {
      (authority, port) = (authority.before(UInt8(ascii: ":")), number)
    }
    guard authority == host, port == request.port else { return name }
    return rest.contains(UInt8(ascii: "/")) ? "/" + rest.after(UInt8(ascii: "/")) : "/"
  }
}
