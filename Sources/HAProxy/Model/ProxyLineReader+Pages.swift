import Diagnostics
import ProxyConfig

extension ProxyLineReader {
  /// `errorfile`, `errorfiles`, `errorloc` and `http-error`: the last for a code counts.
  mutating func readPage(_ line: Directive, _ builder: ModelBuilder) throws(Refusal) {
    let words = line.arguments.map(\.value)
    switch line.name {
    case "errorfile":
      let (code, reply) = try builder.errorFile(line)
      section.settings.pages.append(.page(code: code, reply))
    case "errorfiles":
      guard let name = words.first else {
        throw Refusal("errorfiles needs the name of an http-errors section", help: "write errorfiles NAME")
      }
      var codes: [Int] = []
      for word in words.dropFirst() { codes.append(try builder.pageCode(word)) }
      section.settings.pages.append(.section(name: name, codes: codes.isEmpty ? nil : codes, line.place))
    case "http-error":
      guard words.first == "status", words.count > 1 else {
        throw Refusal("http-error needs a status first", help: "write http-error status 503 errorfile /path/503.http")
      }
      let code = try builder.pageCode(words[1])
      var rest = line.arguments
      let reply = try builder.replies.reply(&rest, usual: code, isBare: false, at: line.place)
      section.settings.pages.append(.page(code: code, reply))
    default:
      guard words.count > 1 else {
        throw Refusal("\(line.name) needs a code and an address", help: "write errorloc 503 https://status.example/")
      }
      let code = try builder.pageCode(words[0])
      let reply = Reply(
        status: line.name == "errorloc303" ? 303 : 302, body: .redirect(ByteText(words[1])), place: line.place)
      section.settings.pages.append(.page(code: code, reply))
    }
  }

  mutating func readRule(_ line: Directive, _ builder: ModelBuilder) throws(Refusal) {
    let conditions = builder.conditions(section.settings)
    switch line.name {
    case "redirect":
      var words = line.arguments
      let reader = RuleReader(list: .request, conditions: conditions, replies: builder.replies)
      let redirect = try reader.redirect(&words, line.place)
      section.redirects.append(
        RuleLine(action: .redirect(redirect), condition: try conditions.condition(words), place: line.place))
    case "tcp-request": try readConnectionRule(line, conditions)
    default:
      guard let list = RuleReader.List(rawValue: line.name) else { return }
      let rule = try RuleReader(list: list, conditions: conditions, replies: builder.replies).rule(line)
      switch list {
      case .request: section.settings.requestRules.append(rule)
      case .response: section.settings.responseRules.append(rule)
      case .after: section.settings.afterRules.append(rule)
      }
    }
  }

  /// `tcp-request content reject if …` and its like; what else it can do matters to no answer.
  private mutating func readConnectionRule(_ line: Directive, _ conditions: ConditionReader) throws(Refusal) {
    let words = line.arguments.map(\.value)
    guard words.count > 1, ["connection", "session", "content"].contains(words[0]) else { return }
    let actions: [String: RuleLine.Action] = ["accept": .allow, "reject": .close, "silent-drop": .close]
    guard let action = actions[words[1]] else { return }
    section.settings.contentRules.append(
      RuleLine(action: action, condition: try conditions.condition(line.words.dropFirst(3)), place: line.place))
  }

  mutating func readChoice(_ line: Directive, _ builder: ModelBuilder) throws(Refusal) {
    guard line.words.count > 1 else {
      throw Refusal("\(line.name) needs a name", help: "write \(line.name) NAME if CONDITION")
    }
    let place = line.words[1].place
    let choice = ProxySection.Choice(
      target: try builder.expressions.format(line.words[1].value, at: place),
      condition: try builder.conditions(section.settings).condition(line.words.dropFirst(2)), place: line.place)
    if line.name == "use_backend" { section.useBackends.append(choice) } else { section.useServers.append(choice) }
  }
}
