import Diagnostics
import ProxyConfig

/// Reads the actions of `http-request`, `http-response` and `http-after-response`.
struct RuleReader {
  enum List: String { case request = "http-request", response = "http-response", after = "http-after-response" }

  let list: List
  let conditions: ConditionReader
  let replies: ReplyReader

  private var expressions: ExpressionReader { conditions.expressions }

  /// Reads the words after the list's name.
  func rule(_ line: Directive) throws(Refusal) -> RuleLine {
    var words = line.words.dropFirst()
    guard let word = words.popFirst() else {
      throw Refusal("\(list.rawValue) needs an action", help: "write one such as deny or set-header")
    }
    let (name, argument) = Self.parts(word.value)
    guard known.contains(name) || name.hasPrefix("lua.") || name.hasPrefix("track-sc") else {
      throw Refusal(
        "\(list.rawValue) has no action \(name)",
        help: NearestName.of(name, among: known.sorted()).map { "did you mean \($0)?" })
    }
    let action = try action(name, argument, &words, line.place)
    // What is not modelled may have arguments of any form.
    if case .nothing = action { words = words.drop { !$0.isEqual(to: "if") && !$0.isEqual(to: "unless") } }
    if case .foreign = action { words = words.drop { !$0.isEqual(to: "if") && !$0.isEqual(to: "unless") } }
    return RuleLine(action: action, condition: try conditions.condition(words), place: line.place)
  }

  private var known: Set<String> {
    switch list {
    case .request: Keywords.requestActions
    case .response: Keywords.responseActions
    case .after: Keywords.afterActions
    }
  }

  /// `set-var(txn.a)` as name and argument.
  private static func parts(_ text: String) -> (name: String, argument: String) {
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return (text, "") }
    return (String(text[..<open]), String(text[text.index(after: open)...].dropLast()))
  }

  private func action(
    _ name: String, _ argument: String, _ words: inout ArraySlice<Argument>, _ place: Place
  ) throws(Refusal) -> RuleLine.Action {
    func text() throws(Refusal) -> String { try replies.value(&words, of: name) }
    func format() throws(Refusal) -> Format { try expressions.format(try text(), at: place) }
    func pattern() throws(Refusal) -> Pattern? {
      try ExpressionReader.pattern(ByteText(try text()), ignoresCase: false)
    }
    switch name {
    case "allow": return .allow
    case "deny":
      return .deny(try replies.reply(&words, usual: list == .request ? 403 : 502, isBare: true, at: place))
    case "tarpit": return .tarpit(try replies.reply(&words, usual: 500, isBare: true, at: place))
    case "return": return .reply(try replies.reply(&words, usual: 200, isBare: false, at: place))
    case "reject", "silent-drop": return .close
    case "auth":
      words = words.drop { !$0.isEqual(to: "if") && !$0.isEqual(to: "unless") }
      return .authenticate
    case "redirect": return .redirect(try redirect(&words, place))
    case "set-header", "add-header":
      let header = try text()
      return .setHeader(header.lowercased(), try format(), adds: name == "add-header")
    case "del-header":
      let header = try text()
      guard words.first?.isEqual(to: "-m") == true else { return .deleteHeader(header.lowercased(), .str) }
      words = words.dropFirst()
      let matching = Matching(rawValue: try text())
      return .deleteHeader(header.lowercased(), matching ?? .str)
    case "replace-header", "replace-value":
      let header = try text().lowercased()
      guard let pattern = try pattern() else { return .foreign("a regular expression that cannot be tried here") }
      return .replaceHeader(header, pattern, try format(), parts: name == "replace-value")
    case "set-path", "set-pathq", "set-query", "set-uri":
      return .setTarget(Self.targets[name.dropFirst(4)] ?? .path, try format())
    case "replace-path", "replace-pathq", "replace-uri":
      guard let pattern = try pattern() else { return .foreign("a regular expression that cannot be tried here") }
      return .replaceTarget(Self.targets[name.dropFirst(8)] ?? .path, pattern, try format())
    case "set-method": return .setMethod(try format())
    case "set-var":
      try checkVariable(argument)
      let start = words.prefix { !$0.isEqual(to: "if") && !$0.isEqual(to: "unless") }
      var rest = Substring(start.map(\.value).joined(separator: " "))
      words = words.dropFirst(start.count)
      let expression = try expressions.expression(&rest, at: place)
      return .setVariable(Self.variable(argument), expression)
    case "set-var-fmt":
      try checkVariable(argument)
      return .setVariableText(Self.variable(argument), try format())
    case "unset-var": return .unsetVariable(argument)
    case "set-status":
      let status = Int(try text()) ?? 500
      if words.first?.isEqual(to: "reason") == true {
        words = words.dropFirst()
        _ = try text()
      }
      return .setStatus(status)
    case "set-timeout":
      let name = try text()
      _ = try text()
      return name == "server" ? .setServerTimeout : .nothing
    case "disable-l7-retry": return .forbidRetry
    case "use-service", "normalize-uri", "set-dst", "set-dst-port", "send-spoe-group", "wait-for-body", "do-resolve":
      return name == "wait-for-body"
        ? .nothing : .foreign(([name] + words.prefix(1).map(\.value)).joined(separator: " "))
    case _ where name.hasPrefix("lua."): return .foreign(name)
    default: return .nothing
    }
  }

  private static let targets: [Substring: RuleLine.TargetPart] = [
    "path": .path, "pathq": .pathAndQuery, "query": .query, "uri": .all,
  ]

  /// `set-var(txn.a,ifexists)`: the conditions behind the name are about the variable itself.
  private static func variable(_ argument: String) -> String {
    String(argument.prefix { $0 != "," })
  }

  private func checkVariable(_ name: String) throws(Refusal) {
    let scopes = ["proc.", "sess.", "txn.", "req.", "res.", "check."]
    guard scopes.contains(where: name.hasPrefix) else {
      throw Refusal("\(name) does not say how long the variable lives", help: "begin its name with txn. or req.")
    }
  }

  /// Reads `location`, `prefix` or `scheme` and what follows (`http_parse_redirect_rule`).
  func redirect(_ words: inout ArraySlice<Argument>, _ place: Place) throws(Refusal) -> RuleLine.Redirect {
    var result = RuleLine.Redirect(format: Format(parts: [], place: place))
    var hasTarget = false
    while let word = words.first, !word.isEqual(to: "if"), !word.isEqual(to: "unless") {
      words = words.dropFirst()
      switch word.value {
      case "location", "prefix", "scheme":
        result.kind = ["prefix": .prefix, "scheme": .scheme][word.value] ?? .location
        result.format = try expressions.format(try replies.value(&words, of: word.value), at: place)
        hasTarget = true
      case "code":
        let text = try replies.value(&words, of: "code")
        guard let code = Int(text), [301, 302, 303, 307, 308].contains(code) else {
          throw Refusal("\(text) is no status of a redirect", help: "write 301, 302, 303, 307 or 308")
        }
        result.code = code
      case "drop-query": result.dropsQuery = true
      case "append-slash": result.appendsSlash = true
      case "ignore-empty": result.ignoresEmpty = true
      case "set-cookie", "clear-cookie": _ = try replies.value(&words, of: word.value)
      default:
        throw Refusal(
          "\(word.value) is nothing a redirect can have",
          help:
            "write location, prefix or scheme with its value, code, drop-query, append-slash, set-cookie or clear-cookie"
        )
      }
    }
    guard hasTarget else {
      throw Refusal("the redirect leads nowhere", help: "write location, prefix or scheme and where to")
    }
    return result
  }
}
