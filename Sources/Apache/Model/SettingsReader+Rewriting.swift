import Diagnostics
import ProxyConfig

/// mod_rewrite, mod_headers and the variables of requests.
extension SettingsReader {
  mutating func readRewriting(_ directive: Directive) -> Bool {
    guard ["RewriteEngine", "RewriteBase", "RewriteOptions", "RewriteCond", "RewriteRule"].contains(directive.name)
    else {
      return false
    }
    var rewriting = settings.rewriting ?? Rewriting()
    if rewriting.place == nil { rewriting.place = directive.place }
    switch context {
    case .directory(let path): rewriting.directory = path
    case .location(let path, _): rewriting.directory = path
    case .server: break
    case .other: settings.unknown.append(directive.place)
    }
    let words = words(directive)
    switch directive.name {
    case "RewriteEngine": rewriting.isOn = flag(directive)
    case "RewriteBase": rewriting.base = directive.argument(1)
    case "RewriteOptions":
      rewriting.options.formUnion(words.flatMap { $0.lowercased().split(separator: ",").map(String.init) })
    case "RewriteCond": if let test = rewriteCondition(directive) { pendingConditions.append(test) }
    default:
      if let rule = rewriteRule(directive) { rewriting.rules.append(rule) }
      pendingConditions = []
    }
    settings.rewriting = rewriting
    return true
  }

  private mutating func rewriteRule(_ directive: Directive) -> RewriteRule? {
    guard directive.words.count >= 3 else {
      fail("rewrite-arguments", "RewriteRule needs a pattern and a replacement", directive.place)
      return nil
    }
    var flags = RewriteFlags()
    if directive.words.count > 3 {
      do throws(RewriteFlags.Refusal) { flags = try RewriteFlags(directive.words[3].bytes) } catch {
        fail("rewrite-flag", "the flag \(error.reason)", directive.words[3].place)
        return nil
      }
    }
    var text = directive.words[1].bytes
    let isNegated = text.first == UInt8(ascii: "!")
    if isNegated { text = text.from(1) }
    guard let compiled = pattern(text, directive.words[1].place, ignoresCase: flags.ignoresCase) else { return nil }
    var output = directive.words[2].bytes
    var dropsQuery = false
    if output.last == UInt8(ascii: "?"), output.count > 0 {
      if flags.appendsQuery {
        flags.splitsAtLast = true
      } else {
        dropsQuery = true
        output = output.upTo(output.count - 1)
      }
    } else if flags.discardsQuery, !output.contains("?") {
      dropsQuery = true
    }
    return RewriteRule(
      number: builder.nextNumber(), pattern: compiled, isNegated: isNegated, output: output, flags: flags,
      conditions: pendingConditions,
      place: directive.place, dropsQuery: dropsQuery)
  }

  private mutating func rewriteCondition(_ directive: Directive) -> RewriteCondition? {
    guard directive.words.count >= 3 else {
      fail("rewrite-arguments", "RewriteCond needs a text and a pattern", directive.place)
      return nil
    }
    let flags = directive.words.count > 3 ? directive.words[3].value.lowercased().filter { !"[] ".contains($0) } : ""
    let names = Set(flags.split(separator: ",").map(String.init))
    let known: Set<String> = ["nc", "nocase", "or", "ornext", "nv", "novary"]
    if let odd = names.first(where: { !known.contains($0) }) {
      fail("rewrite-flag", "the flag \(odd) of a condition does not exist", directive.words[3].place)
      return nil
    }
    let ignoresCase = !names.isDisjoint(with: ["nc", "nocase"])
    var text = directive.words[2].bytes
    let isNegated = text.first == UInt8(ascii: "!")
    if isNegated { text = text.from(1) }
    let test: RewriteCondition.Test
    if directive.words[1].value.lowercased() == "expr" {
      guard let expression = condition(text, directive.words[2].place) else { return nil }
      test = .expression(expression)
    } else if let special = Self.test(text) {
      test = special
    } else {
      guard let compiled = pattern(text, directive.words[2].place, ignoresCase: ignoresCase) else { return nil }
      test = .pattern(compiled)
    }
    return RewriteCondition(
      input: directive.words[1].bytes, test: test, isNegated: isNegated, ignoresCase: ignoresCase,
      isOr: !names.isDisjoint(with: ["or", "ornext"]), place: directive.place)
  }

  /// Tests that are no patterns.
  private static func test(_ text: ByteText) -> RewriteCondition.Test? {
    let word = text.string
    if word.count == 2, word.hasPrefix("-"), let letter = word.last, "fslLdxUFhH".contains(letter) {
      return .file(String(letter))
    }
    for sign in ["-eq", "-ne", "-lt", "-le", "-gt", "-ge"] where word.hasPrefix(sign) {
      return .number(sign, Int(String(word.dropFirst(3)).trimmingBlanks) ?? 0)
    }
    for sign in ["<=", ">=", "<", ">"] where word.hasPrefix(sign) { return .text(sign, text.from(sign.utf8.count)) }
    guard word.hasPrefix("=") else { return nil }
    let rest = text.from(1)
    return .text("=", rest == "\"\"" ? "" : rest)
  }
}

extension SettingsReader {
  mutating func readHeaders(_ directive: Directive) -> Bool {
    switch directive.name {
    case "Header", "RequestHeader": header(directive)
    case "SetEnvIf", "SetEnvIfNoCase", "BrowserMatch", "BrowserMatchNoCase": setEnvIf(directive)
    case "SetEnvIfExpr":
      guard directive.words.count > 2, let test = condition(directive.words[1].bytes, directive.words[1].place) else {
        return true
      }
      assign(directive, from: 2, .expression(test))
    case "SetEnv":
      guard let name = directive.argument(1)?.string else { return true }
      settings.environment.append(
        EnvironmentEdit(
          source: .late, assignments: [(name, directive.argument(2) ?? "", false)], place: directive.place))
    case "UnsetEnv":
      settings.environment.append(
        EnvironmentEdit(
          source: .unset, assignments: words(directive).map { ($0, ByteText(), true) }, place: directive.place))
    default: return false
    }
    return true
  }

  private mutating func setEnvIf(_ directive: Directive) {
    let isBrowser = directive.name.hasPrefix("Browser")
    let first = isBrowser ? 1 : 2
    guard directive.words.count > first + 1 else { return }
    let attribute = isBrowser ? "user-agent" : directive.words[1].value.lowercased()
    guard
      let compiled = pattern(
        directive.words[first].bytes, directive.words[first].place, ignoresCase: directive.name.hasSuffix("NoCase"))
    else { return }
    assign(directive, from: first + 1, .attribute(attribute, compiled))
  }

  private mutating func assign(_ directive: Directive, from first: Int, _ source: EnvironmentEdit.Source) {
    let assignments = directive.words.dropFirst(first).map { word -> (name: String, value: ByteText, isRemoved: Bool) in
      let text = word.bytes
      if text.first == UInt8(ascii: "!") { return (text.from(1).string, "", true) }
      guard let (name, value) = text.cut("=") else { return (text.string, "1", false) }
      return (name.string, value, false)
    }
    settings.environment.append(
      EnvironmentEdit(source: source, assignments: assignments, place: directive.place))
  }

  private static let headerActions: [String: Int] = [
    "set": 2, "append": 2, "merge": 2, "add": 2, "setifempty": 2, "unset": 1, "echo": 1, "note": 2, "edit": 3,
    "edit*": 3,
  ]

  private mutating func header(_ directive: Directive) {
    var words = Array(directive.arguments)
    var isForErrors = false
    if let first = words.first?.value.lowercased(), first == "always" || first == "onsuccess" {
      isForErrors = first == "always"
      words.removeFirst()
    }
    guard let action = words.first?.value.lowercased(), let count = Self.headerActions[action] else {
      return fail(
        "header-action", "\(directive.name) needs an action such as set or unset", place(directive, 1),
        help: words.first.flatMap { NearestName.of($0.value, among: Self.headerActions.keys.sorted()) }.map {
          "did you mean \($0)?"
        })
    }
    guard words.count > count else {
      return fail("header-arguments", "\(directive.name) \(action) needs \(count) words after it", directive.place)
    }
    var condition = HeaderEdit.Condition.always
    if words.count > count + 1 {
      let text = words[count + 1].bytes
      if text.string.lowercased() == "early" {
        condition = .always
      } else if text.hasPrefix("env=") {
        let name = text.from(4).string
        condition = .environment(name.hasPrefix("!") ? String(name.dropFirst()) : name, isNegated: name.hasPrefix("!"))
      } else if text.hasPrefix("expr=") {
        condition = self.condition(text.from(5), words[count + 1].place).map { .expression($0) } ?? .opaque
      } else {
        return fail(
          "header-condition", "a header's condition begins with env= or expr=, and \(text.string) does not",
          words[count + 1].place, help: "put a value with blanks into quotation marks")
      }
    }
    let name = words[1].value.lowercased()
    let edit = HeaderEdit(
      action: action, name: name.hasSuffix(":") ? String(name.dropLast()) : name,
      value: count > 1 ? words[2].bytes : "", isForErrors: isForErrors, condition: condition, place: directive.place)
    if directive.name == "Header" { settings.headers.append(edit) } else { settings.requestHeaders.append(edit) }
  }
}
