import ProxyConfig
import Trace

/// Variables that the configuration sets for a request, and headers of the answer.
extension Run {
  /// `SetEnvIf` at the server's level, before anything is looked for.
  func setServerEnvironment(_ exchange: Exchange) throws {
    try setEnvironment(server.settings.environment, exchange)
  }

  /// The same of sections, once they are known.
  func setSectionEnvironment(_ exchange: Exchange) throws {
    try setEnvironment(Array(exchange.settings.environment.dropFirst(server.settings.environment.count)), exchange)
  }

  private func setEnvironment(_ edits: [EnvironmentEdit], _ exchange: Exchange) throws {
    for edit in edits {
      switch edit.source {
      case .attribute(let name, let pattern):
        guard
          Self.attributes.contains(name) || request.headersAreComplete || request.header(name) != nil || name == "host"
        else { continue }
        let subject = try attribute(name, exchange, edit)
        guard let groups = try matches(pattern, subject, at: edit.place) else { continue }
        for (name, value, isRemoved) in edit.assignments {
          exchange.environment[name] = isRemoved ? nil : substituted(value, groups)
        }
      case .expression(let expression):
        guard try isTrue(expression, exchange, at: edit.place) else { continue }
        for (name, value, isRemoved) in edit.assignments { exchange.environment[name] = isRemoved ? nil : value }
      case .late, .unset: continue
      }
    }
  }

  private static let attributes: Set<String> = [
    "remote_addr", "remote_host", "request_method", "request_protocol", "request_uri", "server_addr",
  ]

  private func attribute(_ name: String, _ exchange: Exchange, _ edit: EnvironmentEdit) throws -> ByteText {
    switch name {
    case "request_uri": exchange.uri
    case "request_method": exchange.method.text
    case "request_protocol": "HTTP/1.1"
    case "remote_addr", "remote_host": try address(at: edit.place)
    case "server_addr": throw Undecided("the server's address", at: edit.place)
    default: try header(name, at: edit.place) ?? exchange.environment[name] ?? ""
    }
  }

  /// `SetEnv` and `UnsetEnv`, which come after access has been judged.
  func environmentFixup(_ exchange: Exchange) -> Verdict {
    for edit in exchange.settings.environment {
      switch edit.source {
      case .late, .unset:
        for (name, value, isRemoved) in edit.assignments { exchange.environment[name] = isRemoved ? nil : value }
      default: continue
      }
    }
    return .declined
  }

  /// What mod_headers makes of the headers of an answer.
  ///
  /// - Parameter isOwn: the answer is not an upstream's, so that nothing is known of its headers otherwise.
  func headers(_ exchange: Exchange, isOwn: Bool) throws -> [Outcome.Header] {
    var always: [Outcome.Header] = []
    var usual: [Outcome.Header] = []
    // Pages that httpd makes itself, and texts of the configuration, have only those that are set always.
    let isCanned: Bool
    switch sent?.body {
    case .builtin, .inline, .redirect: isCanned = true
    default: isCanned = false
    }
    if isCanned {
      usual.append(.init("content-type", "text/html; charset=iso-8859-1"))
    } else if case .file(let path) = sent?.body,
      let type = exchange.settings.contentTypes.type(of: ByteText(path), hasMIME: model.config.has("mime_module"))
    {
      usual.append(.init("content-type", type))
    }
    for edit in exchange.settings.headers {
      guard edit.isForErrors || !isCanned, try applies(edit, exchange) else { continue }
      let value = headerValue(edit, exchange)
      // There is one type, whichever list a line is for.
      if edit.isForErrors, edit.name != "content-type" {
        change(edit, value ?? edit.value.string, &always)
      } else {
        change(edit, value ?? edit.value.string, &usual)
      }
    }
    return usual + always
  }

  /// What a line of mod_headers writes: `expr=…`, or a text with `%{NAME}e` in it; nil when it cannot be known.
  func headerValue(_ edit: HeaderEdit, _ exchange: Exchange) -> String? {
    if edit.value.hasPrefix("expr=") { return (try? text(edit.value.from(5), exchange, at: edit.place))?.shown }
    var result = ""
    var rest = edit.value.string[...]
    while let percent = rest.firstIndex(of: "%") {
      result += rest[..<percent]
      rest = rest[percent...]
      if rest.hasPrefix("%%") {
        result += "%"
        rest = rest.dropFirst(2)
      } else if let end = rest.firstIndex(of: "}"), rest.hasPrefix("%{"), rest[end...].hasPrefix("}e") {
        result += exchange.environment[String(rest[..<end].dropFirst(2))]?.shown ?? "(null)"
        rest = rest[end...].dropFirst(2)
      } else {
        return nil
      }
    }
    return result + rest
  }

  func applies(_ edit: HeaderEdit, _ exchange: Exchange) throws -> Bool {
    switch edit.condition {
    case .always: true
    case .environment(let name, let isNegated): (exchange.environment[name] != nil) != isNegated
    case .expression(let expression): (try? isTrue(expression, exchange, at: edit.place)) ?? false
    case .opaque: false
    }
  }

  private func change(_ edit: HeaderEdit, _ value: String, _ headers: inout [Outcome.Header]) {
    let index = headers.firstIndex { $0.name == edit.name }
    switch edit.action {
    case "set":
      headers.removeAll { $0.name == edit.name }
      headers.append(.init(edit.name, value))
    case "setifempty": if index == nil { headers.append(.init(edit.name, value)) }
    case "add": headers.append(.init(edit.name, value))
    case "append", "merge":
      if let index {
        let old = headers[index].value
        let has = old.split(separator: ",").contains { String($0).trimmingBlanks == value }
        if edit.action == "append" || !has { headers[index] = .init(edit.name, "\(old), \(value)") }
      } else {
        headers.append(.init(edit.name, value))
      }
    case "unset": headers.removeAll { $0.name == edit.name }
    default: break
    }
  }
}
