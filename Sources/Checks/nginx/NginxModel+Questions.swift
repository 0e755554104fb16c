import Diagnostics
import ProxyConfig
import Trace

/// Questions many rules ask of a configuration.
extension NginxModel {
  /// Every location of a server, nested ones too, in file order.
  func locations(of server: NginxServer) -> [Int] {
    var found: [Int] = []
    func visit(_ id: Int) {
      let scope = scope(id)
      let children = scope.plainLocations + scope.regexLocations + scope.namedLocations.values
      for child in children.sorted() {
        found.append(child)
        visit(child)
      }
    }
    visit(server.scope)
    return found
  }

  /// The modules that pass requests on; each has its own `*_intercept_errors`.
  static let passModules = ["proxy", "fastcgi", "uwsgi", "scgi", "grpc", "memcached"]

  /// The directive by which a scope passes requests on, and its module.
  func pass(in id: Int) -> (module: String, directive: Directive)? {
    var next: Int? = id
    while let current = next {
      let scope = scope(current)
      for module in Self.passModules {
        if let directive = scope.settings["\(module)_pass"]?.last { return (module, directive) }
      }
      switch scope.kind {
      case .condition, .limitExcept: next = scope.parent
      default: return nil
      }
    }
    return nil
  }

  func doesIntercept(in id: Int) -> Bool {
    guard let pass = pass(in: id) else { return false }
    return flag("\(pass.module)_intercept_errors", in: id)
  }

  /// What a text with one variable becomes when that is set to nothing but constants: `root $app/public;`.
  func constants(of text: NginxText) -> [ByteText] {
    let names = Set(text.variableNames.map { $0.lowercased() })
    guard names.count == 1, let name = names.first, userVariables.contains(name) else { return [] }
    var values: [ByteText] = []
    for statement in scopes.flatMap(\.script) {
      guard case .set(name, let value) = statement.action else { continue }
      guard let constant = value.constant else { return [] }
      if !values.contains(constant), values.count < 50 { values.append(constant) }
    }
    return values.map { value in
      ByteText.joined(text.parts.map { if case .literal(let literal) = $0 { literal } else { value } }, separator: "")
    }
  }

  /// Whether Lua or njs looks at requests in a scope.
  func isScripted(_ id: Int) -> Bool {
    let phases = ["access_by_lua", "rewrite_by_lua", "server_rewrite_by_lua", "js_access"]
    return chain(from: id).contains { scope in
      scope.settings.keys.contains { name in phases.contains { name.hasPrefix($0) } }
    }
  }

  /// The largest request body a scope takes; nil for any.
  func bodyLimit(in id: Int) -> Int? {
    guard let word = value("client_max_body_size", in: id) else { return 1_048_576 }
    guard let size = NginxSize.bytes(word), size > 0 else { return nil }
    return size
  }

  /// What a scope is called in a message: `location = /502.html`, or the server's name.
  func title(of id: Int) -> String {
    let scope = scope(id)
    if case .server = scope.kind {
      return scope.settings["server_name"]?.first?.argument(1).map { "the server \($0.string)" } ?? "the server"
    }
    return "\"\(scope.title)\""
  }

  /// Whether a server sends every request away by an unconditional `return` or a redirect of everything.
  func onlyReturns(_ server: NginxServer) -> Bool {
    scope(server.scope).script.contains { if case .answer = $0.action { true } else { false } }
  }
}

extension Directive {
  /// The directive without its block.
  var head: Place {
    guard block != nil, let last = words.last else { return place }
    return source.place(place.range.lowerBound..<last.place.range.upperBound)
  }
}

extension NginxErrorPage {
  /// The directive's last word.
  var targetPlace: Place { directive.words.last?.place ?? directive.place }

  /// The word that names the code.
  var codePlace: Place {
    directive.arguments.first { $0.bytes.number == code }?.place ?? directive.place
  }

  /// The word that begins with `=`.
  var overridePlace: Place? {
    let words = directive.arguments
    guard words.count > 1, let word = words.dropLast().last, word.bytes.first == UInt8(ascii: "=") else { return nil }
    return word.place
  }

  var isNamed: Bool { target.source.first == UInt8(ascii: "@") }
  var isPath: Bool { target.source.first == UInt8(ascii: "/") }
}
