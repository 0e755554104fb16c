extension CaddyExpression {
  /// The first name in the expression that Caddy's environment for expressions does not declare; compiling fails then.
  ///
  /// - Parameter bound: names that macros around it declare, as `u` in `list.exists(u, u == "a")`.
  func undeclaredName(_ release: CaddyRelease, bound: Set<String> = []) -> String? {
    func first(_ parts: [CaddyExpression], _ bound: Set<String>) -> String? {
      for part in parts { if let name = part.undeclaredName(release, bound: bound) { return name } }
      return nil
    }
    switch self {
    case .identifier(let name): return Self.types.contains(name) || bound.contains(name) ? nil : name
    case .call(let name, let arguments):
      return Self.functions(release).contains(name) ? first(arguments, bound) : name
    case .method(let target, let name, let arguments):
      if Self.macros.contains(name), arguments.count > 1, case .identifier(let variable) = arguments[0] {
        return first([target], bound) ?? first(Array(arguments.dropFirst()), bound.union([variable]))
      }
      return first([target] + arguments, bound)
    case .index(let left, let right), .binary(_, let left, let right): return first([left, right], bound)
    case .not(let inner), .negative(let inner): return inner.undeclaredName(release, bound: bound)
    case .choice(let condition, let yes, let no): return first([condition, yes, no], bound)
    case .list(let parts): return first(parts, bound)
    case .map(let entries): return first(entries.flatMap { [$0.key, $0.value] }, bound)
    case .null, .bool, .int, .double, .text, .placeholder: return nil
    }
  }

  /// What the language turns into loops: the first argument is a name for each member in turn.
  private static let macros: Set<String> = ["all", "exists", "exists_one", "filter", "map"]

  private static let types: Set<String> = [
    "bool", "int", "uint", "double", "string", "bytes", "list", "map", "type", "null_type", "req",
  ]

  /// The language's own functions and Caddy's matchers.
  private static func functions(_ release: CaddyRelease) -> Set<String> {
    let both: Set<String> = [
      "size", "int", "uint", "double", "string", "bool", "bytes", "type", "dyn", "duration", "timestamp", "has",
      "matches",
      "ph", "caddyPlaceholder", "host", "path", "path_regexp", "method", "query", "header", "header_regexp", "protocol",
      "remote_ip", "file",
    ]
    return release.isModern
      ? both.union(["client_ip", "vars", "vars_regexp", "startsWith", "endsWith", "contains"]) : both
  }
}
