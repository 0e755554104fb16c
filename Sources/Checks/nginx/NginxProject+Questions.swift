public import Diagnostics
import ProxyConfig
import Trace

/// Questions several rules ask about error pages.
extension NginxProject {
  /// The `backup` servers of every upstream.
  public var spares: [Place] {
    model.upstreams.values.sorted { $0.name < $1.name }.flatMap { ($0.directive.block ?? []).expanded }
      .filter { line in line.name == "server" && line.arguments.contains { $0.value == "backup" } }.map(\.place)
  }

  /// A note about a location as the second place involved.
  func related(_ message: String, location: Int?) -> [Diagnostic.Related] {
    guard let location, let directive = model.scope(location).directive else { return [] }
    return [.init(message, at: directive.head)]
  }

  /// The plain location meant for a page when a regular expression has taken the page from it.
  func takenPage(_ call: PageCall) -> (taker: Int, owner: Int)? {
    guard let taker = call.pageLocation, case .regex = model.scope(taker).name, call.entry.isPath else {
      return nil
    }
    let parent = model.scope(taker).parent ?? call.server.scope
    let path = call.entry.target.source
    // A page that a script makes is meant for the regular expression that hands scripts on.
    if [".php", ".php5", ".cgi", ".pl", ".asp", ".aspx", ".jsp"].contains(where: path.string.hasSuffix) { return nil }
    var owner: (id: Int, length: Int)?
    for id in model.scope(parent).plainLocations {
      guard case .prefix(let name, _) = model.scope(id).name, name.count > 1, path.hasPrefix(name) else { continue }
      if name.count > owner?.length ?? 0 { owner = (id, name.count) }
    }
    return owner.map { (taker, $0.id) }
  }

  /// The `root` or `alias` in effect.
  func rootDirective(in location: Int?) -> Directive? {
    guard let location else { return nil }
    for scope in model.chain(from: location) {
      if let directive = scope.settings["alias"]?.last ?? scope.settings["root"]?.last { return directive }
    }
    return nil
  }

  /// Every entry of every `error_page`.
  static func errorPageEntries(_ model: NginxModel) -> [(entry: NginxErrorPage, scope: Int)] {
    model.scopes.flatMap { scope in
      scope.settings["error_page"] == nil ? [] : model.errorPages(in: scope.id).map { ($0, scope.id) }
    }
  }

  /// Every directive of a name, with the scope it stands in.
  func directives(_ name: String) -> [(directive: Directive, scope: Int)] {
    directivesByName[name] ?? []
  }

  /// Every directive in some scope, by its name and in the order of the scopes.
  static func directivesByName(_ model: NginxModel) -> [String: [(directive: Directive, scope: Int)]] {
    var found: [String: [(directive: Directive, scope: Int)]] = [:]
    for scope in model.scopes {
      for (name, directives) in scope.settings {
        for directive in directives { found[name, default: []].append((directive, scope.id)) }
      }
    }
    return found
  }

  /// Every `return` of the configuration, those inside an `if` too.
  static func returns(_ model: NginxModel) -> [(status: Int, text: NginxText?, directive: Directive, scope: Int)] {
    var found: [(status: Int, text: NginxText?, directive: Directive, scope: Int)] = []
    func walk(_ script: [NginxStatement], _ scope: Int) {
      for statement in script {
        switch statement.action {
        case .answer(let status, let text): found.append((status, text, statement.directive, scope))
        case .condition(_, let inner, let body): walk(body, inner ?? scope)
        default: break
        }
      }
    }
    for scope in model.scopes { walk(scope.script, scope.id) }
    return found
  }
}

extension PageCall {
  /// The codes of the same line that end the same way: "500, 502 and 504".
  var codes: String { codesAlike.listedInWords }
}

extension Outcome.Step {
  var isErrorPage: Bool {
    if case .errorPage = event { true } else { false }
  }
}

extension [Int] {
  /// "502", "502 and 504", "500, 502 and 504".
  var listedInWords: String { map(String.init).listedInWords }
}

extension [String] {
  /// "a", "a and b", "a, b and c".
  var listedInWords: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}
