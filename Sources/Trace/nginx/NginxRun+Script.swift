import Diagnostics
import ProxyConfig

/// The rewrite module (`ngx_http_rewrite_handler`, `ngx_http_script.c`), for servers and for locations.
extension NginxRun {
  /// What instructions have decided.
  private enum Verdict {
    /// Go on with the next instruction.
    case goOn
    /// No instruction is looked at any more.
    case stop
    case error(Int)
    case send(Int, ByteText)
  }

  /// Runs the server's instructions when no location is chosen yet, and the location's otherwise.
  mutating func runScript(isServerPhase: Bool) throws(Undecided) -> Next {
    let script = model.scope(scope).script
    // A server without a fitting location has had its turn already.
    guard isServerPhase || scope != server else { return .afterRewrite }
    var quote = true
    let verdict = try run(script, quote: &quote)
    switch verdict {
    case .error(let code): return .error(code)
    case .send(let status, let text):
      decider.show(text)
      return .send(status, .inline(text.isEmpty ? "" : text.shown))
    case .goOn, .stop: return isServerPhase ? .findLocation : .afterRewrite
    }
  }

  /// `ngx_http_core_post_rewrite_phase`: a changed path is looked up anew.
  mutating func afterRewrite() -> Next {
    guard redirects.isPending else { return .access }
    redirects.left -= 1
    if redirects.left == 0 {
      tell("ten rewrites of one path are the limit: nginx gives up", .redirectLimit)
      return .error(500)
    }
    scope = server
    return .findLocation
  }

  private mutating func run(_ script: [NginxStatement], quote: inout Bool) throws(Undecided) -> Verdict {
    for statement in script {
      let verdict = try run(statement, quote: &quote)
      if case .goOn = verdict { continue }
      return verdict
    }
    return .goOn
  }

  private mutating func run(_ statement: NginxStatement, quote: inout Bool) throws(Undecided) -> Verdict {
    let directive = statement.directive
    switch statement.action {
    case .set(let name, let text):
      try assign(name, text, quoted: quote)
      return .goOn
    case .stop:
      if redirects.isPending {
        resource.isLocationValid = false
        redirects.isPending = false
      }
      return .stop
    case .answer(let status, let text): return try answer(status, text, directive)
    case .rewrite(let rewrite): return try apply(rewrite, directive, quote: &quote)
    case .condition(let condition, let inner, let body):
      guard try holds(condition, quoted: quote) else { return .goOn }
      tell("the condition holds", at: directive)
      if let inner {
        scope = inner
        updateHandler()
      }
      return try run(body, quote: &quote)
    }
  }

  private mutating func assign(_ name: String, _ text: NginxText, quoted: Bool) throws(Undecided) {
    var value: NginxVariables.Value
    do throws(Undecided) { value = .text(try evaluate(text, quoted: quoted)) } catch { value = .unknown(error.reason) }
    if name == "args" {
      guard case .text(let text) = value else { throw Undecided(reason: "what $args is set to") }
      (resource.arguments, resource.isAsSent) = (text, false)
    } else {
      variables.kept[name] = value
    }
  }

  /// `ngx_http_script_return_code`: errors without a text go to `error_page`, everything else is sent as it is.
  private mutating func answer(_ status: Int, _ text: NginxText?, _ directive: Directive) throws(Undecided) -> Verdict {
    let isEmpty = text?.source.isEmpty ?? true
    if status >= 400, isEmpty {
      tell("answers \(status)", at: directive, .answered(status))
      return .error(status)
    }
    discardBody()
    answer.handlerStatus = status
    let isRedirect = [301, 302, 303, 307, 308].contains(status)
    let value: ByteText
    do throws(Undecided) { value = try text.map { text throws(Undecided) in try evaluate(text) } ?? "" } catch {
      // What a text says for this visitor changes neither the status nor that it is shown.
      guard !isRedirect, let text else { throw error }
      value = partlyKnown(text)
    }
    if isRedirect {
      tell("redirects to \(value.string)", at: directive, .answered(status))
      answer.location = value
      return .error(status)
    }
    tell("answers \(status) with a text of its own; error_page is not asked", at: directive, .answered(status))
    return .send(status, value)
  }

  /// Variables that nobody knows beforehand, and that no configuration changes.
  private static let ofTheConnection: Set = [
    "binary_remote_addr", "connection", "connection_requests", "connection_time", "date_gmt", "date_local", "hostname",
    "msec",
    "nginx_version", "pid", "remote_addr", "remote_port", "request_id", "request_time", "server_addr", "time_iso8601",
    "time_local",
  ]

  /// A text in which variables that are the same for whoever answers the request stand for themselves.
  private mutating func partlyKnown(_ text: NginxText) -> ByteText {
    guard decider.watch != nil else { return text.source }
    return text.parts.reduce(ByteText()) { result, part in
      if let known = try? evaluate(part, quoted: false) { return result + known }
      guard case .variable(let name) = part, Self.ofTheConnection.contains(name.lowercased()) else {
        decider.showUnknown()
        return result
      }
      return result + ByteText("${\(name)}")
    }
  }

  private mutating func apply(_ rewrite: NginxRewrite, _ directive: Directive, quote: inout Bool) throws(Undecided)
    -> Verdict
  {
    guard try matches(rewrite.pattern, resource.uri) else {
      captures = []
      return .goOn
    }
    if case .redirect(let status) = rewrite.flag {
      let target = try redirectTarget(rewrite)
      quote = false
      answer.location = target
      tell("redirects \(resource.uri.string) to \(target.string)", at: directive, .rewritten)
      return .error(status)
    }
    isInternal = true
    resource.isAsSent = false
    // Until a location is found for the new path, this one's `alias` cannot be used.
    resource.isLocationValid = false
    redirects.isPending = rewrite.flag != .breakOff
    let before = resource.uri
    let (path, new) = try rewritten(rewrite)
    quote = false
    if let new {
      resource.arguments = rewrite.dropsArguments || resource.arguments.isEmpty ? new : new + "&" + resource.arguments
    } else if rewrite.dropsArguments {
      resource.arguments = ""
    }
    resource.uri = path
    if resource.uri.isEmpty { return .error(500) }
    resource.setExtension()
    tell("rewrites \(before.string) to \(resource.uri.string)", at: directive, .rewritten)
    return rewrite.flag == .none ? .goOn : .stop
  }

  /// The new path, and the new arguments when the replacement has a `?`.
  private mutating func rewritten(_ rewrite: NginxRewrite) throws(Undecided) -> (ByteText, ByteText?) {
    try measure(rewrite.replacement, quoted: false)
    var path = ByteText()
    var new: ByteText?
    for part in rewrite.replacement.parts {
      guard case .literal(let literal) = part else {
        // Groups are encoded in arguments only.
        let value = try evaluate(part, quoted: new != nil)
        if let known = new { new = known + value } else { path += value }
        continue
      }
      for byte in literal {
        if byte == UInt8(ascii: "?"), new == nil {
          new = ByteText()
        } else if new != nil {
          new?.append(byte)
        } else {
          path.append(byte)
        }
      }
    }
    return (path, new)
  }

  private mutating func redirectTarget(_ rewrite: NginxRewrite) throws(Undecided) -> ByteText {
    var target = try evaluate(rewrite.replacement, quoted: true)
    target = NginxEscape.undoneForRedirect(target)
    if !rewrite.dropsArguments, !resource.arguments.isEmpty {
      let hasMark = rewrite.replacement.parts.contains {
        if case .literal(let text) = $0 { text.contains(UInt8(ascii: "?")) } else { false }
      }
      target += hasMark ? "&" : "?"
      target += resource.arguments
    }
    return target
  }

  /// Whether a variable holds the request's own path.
  static func isOwnPath(_ name: String) -> Bool {
    ["uri", "document_uri", "request_uri", "request_filename"].contains(name)
  }

  private mutating func holds(_ condition: NginxCondition, quoted: Bool) throws(Undecided) -> Bool {
    switch condition {
    case .malformed: throw Undecided(reason: "an if whose condition nginx would refuse")
    case .isSet(let name):
      guard let value = try known(name) else { return false }
      return !value.isEmpty && value != "0"
    case .equals(let name, let text, let isNegative):
      do throws(Undecided) {
        let left = try evaluate(.variable(name), quoted: quoted)
        return try (left == evaluate(text, quoted: quoted)) != isNegative
      } catch {
        return decider.choose(2, because: error.reason) == 1
      }
    case .matches(let name, let pattern, let isNegative):
      do throws(Undecided) {
        let subject = try evaluate(.variable(name), quoted: false)
        let found = try matches(pattern, subject)
        if !found { captures = [] }
        return found != isNegative
      } catch {
        return decider.choose(2, because: error.reason) == 1
      }
    case .file(let test, let text, let isNegative):
      let path = try evaluate(text, quoted: quoted)
      // A switch is a fixed name; what is asked for below the visitor's own path is no switch.
      if failures.switchesOn, !text.variableNames.contains(where: Self.isOwnPath) { return !isNegative }
      return try isThere(test, path) != isNegative
    }
  }

  /// A variable's value; when it is unknown, whether it counts as set is decided both ways.
  private mutating func known(_ name: String) throws(Undecided) -> ByteText? {
    switch try value(of: name) {
    case .text(let text): return text
    case .unknown(let reason): return decider.choose(2, because: reason) == 1 ? "1" : ""
    }
  }

  private mutating func isThere(_ test: NginxCondition.FileTest, _ path: ByteText) throws(Undecided) -> Bool {
    if path.isEmpty { return false }
    guard path.hasPrefix("/") else {
      throw Undecided(reason: "a file test on a path relative to nginx's own directory")
    }
    if path.isWatched { noteFiles(path, opening: false) }
    guard let status = try? world.machine.files.status(of: path.unwatched.string) else { return false }
    if opensToLook, case .denied = lookAnew(path.unwatched, opening: true) { return false }
    return switch test {
    case .file: status.kind == .file
    case .directory: status.kind == .directory
    // A pipe or a device is none of the three things nginx knows.
    case .exists: status.kind != .other
    case .executable: status.mode & 0o100 != 0
    }
  }
}
