import ProxyConfig
import Trace

/// What a configuration asks of a request before it lets it through, and answers worth trying.
///
/// A header, a cookie, a method, a country, a signed link: whoever has them gets to the upstream, and sees what happens
/// when that is down.
struct RequestGuesses {
  /// Something that a request can have or not.
  enum Ask: Hashable {
    case header(String), cookie(String), argument(String), method, client, host
    /// A variable that no request shows.
    case variable(String)
  }

  private let model: NginxModel
  private(set) var answers: [(question: Ask, values: [ByteText])] = []
  private var seen: Set<String> = []
  /// What one try costs: the instructions that a request runs through on its way, those of the maps it asks counted.
  private(set) var cost = 10

  /// More is not tried.
  private static let mostQuestions = 8
  private static let mostAnswers = 6
  static let mostTries = 160
  /// Stands for whatever else somebody may send.
  private static let anything: ByteText = "interlude"

  /// The gates on the way to a location: those of its server, its own and those of the locations around it.
  init(to location: Int, _ model: NginxModel) {
    self.model = model
    for scope in model.chain(from: location) { read(scope) }
  }

  private mutating func read(_ scope: NginxScope) {
    cost += scope.script.reduce(0) { $0 + $1.size }
    walk(scope.script)
    // Who is asked may depend on the request as well.
    for name in NginxModel.passModules {
      for directive in scope.settings["\(name)_pass"] ?? [] {
        for variable in directive.argument(1).map({ NginxText($0).variableNames }) ?? []
        where model.maps[variable.lowercased()] != nil {
          ask(variable, [])
        }
      }
    }
    guard let limited = scope.limitExcept, case .limitExcept(let methods) = model.scope(limited).kind else { return }
    add(.method, methods.map { ByteText($0) })
  }

  private mutating func walk(_ script: [NginxStatement]) {
    for statement in script {
      guard case .condition(let condition, _, let body) = statement.action else { continue }
      switch condition {
      case .isSet(let name): ask(name, ["1", ""])
      case .equals(let name, let text, _): ask(name, text.constant.map { [$0, Self.anything] } ?? [Self.anything])
      case .matches(let name, let pattern, _): ask(name, Self.examples(pattern) + [Self.anything, ""])
      case .file, .malformed: break
      }
      walk(body)
    }
  }

  private static func examples(_ pattern: NginxPattern) -> [ByteText] {
    guard case .success(let compiled) = pattern.compiled else { return [] }
    return Array(compiled.examples.prefix(4))
  }

  /// Follows a variable to what of the request it depends on.
  private mutating func ask(_ name: String, _ values: [ByteText]) {
    let name = name.lowercased()
    if let question = Self.question(name) { return add(question, values) }
    if let map = model.maps[name] {
      guard seen.insert(name).inserted else { return }
      cost += map.entries.count / 8 + 1
      let keys: [ByteText] = map.entries.flatMap { entry in
        switch entry.key {
        case .text(let text): [text]
        case .regex(let pattern): Self.examples(pattern)
        case .host: [ByteText]()
        }
      }
      for source in map.source.variableNames { ask(source, Array(keys.prefix(4)) + [Self.anything, ""]) }
    } else if let geo = model.geos[name] {
      if let source = geo.source {
        source.variableNames.forEach { ask($0, geo.examples) }
      } else {
        add(.client, geo.examples)
      }
    } else if model.userVariables.contains(name) {
      guard seen.insert(name).inserted else { return }
      for source in model.assigned[name] ?? [] { ask(source, values) }
    } else if model.opaqueVariables[name] != nil || !NginxModel.isOrdinary(name) {
      add(.variable(name), values)
    }
  }

  /// What of a request a variable of nginx's own shows; nil for others.
  private static func question(_ name: String) -> Ask? {
    func rest(_ prefix: String) -> String? { name.hasPrefix(prefix) ? String(name.dropFirst(prefix.utf8.count)) : nil }
    switch name {
    case "http_host", "host": return .host
    case "request_method": return .method
    case "content_type": return .header("content-type")
    case "remote_addr", "realip_remote_addr", "binary_remote_addr": return .client
    default:
      if let field = rest("http_") { return .header(field.replacing("_", with: "-")) }
      if let cookie = rest("cookie_") { return .cookie(cookie) }
      return rest("arg_").map { .argument($0) }
    }
  }

  private mutating func add(_ question: Ask, _ values: [ByteText]) {
    let values =
      switch question {
      case .client: values.filter { AddressRange.bytes($0.string) != nil }
      case .host: values.filter { !$0.isEmpty && $0 != Self.anything }
      // A form is what comes besides what is asked for.
      case .method: values.filter { !$0.isEmpty && $0 != Self.anything } + ["POST"]
      default: values
      }
    if let index = answers.firstIndex(where: { $0.question == question }) {
      for value in values where !answers[index].values.contains(value) { answers[index].values.append(value) }
    } else if answers.count < Self.mostQuestions {
      answers.append((question, values))
    }
  }

  /// The requests to try: with one answer first, then with two, then with three.
  func variants(of question: Question) -> [Question] {
    var level = [(asked: question, next: 0)]
    var all: [Question] = []
    for _ in 1...3 {
      var deeper: [(asked: Question, next: Int)] = []
      for (asked, next) in level {
        for index in answers.indices.dropFirst(next) {
          for value in answers[index].values.prefix(Self.mostAnswers) {
            guard all.count < Self.mostTries else { return all }
            let variant = asked.answering(answers[index].question, value)
            all.append(variant)
            deeper.append((variant, index + 1))
          }
        }
      }
      level = deeper
    }
    return all
  }
}

extension Question {
  fileprivate func answering(_ question: RequestGuesses.Ask, _ value: ByteText) -> Question {
    if case .variable(let name) = question {
      var copy = self
      copy.circumstances.variables[name] = value
      return copy
    }
    return sending { $0.answer(question, value) }
  }
}

extension Request {
  fileprivate mutating func answer(_ question: RequestGuesses.Ask, _ value: ByteText) {
    switch question {
    case .header(let name):
      headers.removeAll { $0.name.lowercased() == name }
      if !value.isEmpty { headers.append(.init(name, value.string)) }
    case .cookie(let name):
      if !value.isEmpty { headers.append(.init("Cookie", "\(name)=\(value.string)")) }
    case .argument(let name):
      target += ByteText(target.contains(UInt8(ascii: "?")) ? "&" : "?") + ByteText(name) + "=" + value
    case .method: method = value.string
    case .client: client = value.string
    case .host:
      headers.removeAll { $0.name.lowercased() == "host" }
      headers.append(.init("Host", value.string))
    case .variable: break
    }
  }
}

extension NginxModel {
  /// Variables that the request at hand tells anyway.
  fileprivate static func isOrdinary(_ name: String) -> Bool {
    [
      "uri", "document_uri", "request_uri", "args", "query_string", "is_args", "scheme", "https",
      "server_name", "server_port", "server_protocol", "server_addr", "request_filename", "document_root", "status",
      "content_length", "request", "request_body", "upstream_status", "upstream_addr", "realpath_root",
    ].contains(name)
  }
}
