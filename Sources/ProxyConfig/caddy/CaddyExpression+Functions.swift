extension CaddyExpression {
  /// The first name in the expression that Caddy's environment for expressions does not declare; compiling fails then.
  func undeclaredName(_ release: CaddyRelease) -> String? {
    switch self {
    case .identifier(let name): Self.types.contains(name) ? nil : name
    case .call(let name, let arguments):
      Self.functions(release).contains(name) ? Self.first(arguments, release) : name
    case .method(let target, _, let arguments): Self.first([target] + arguments, release)
    case .index(let left, let right), .binary(_, let left, let right): Self.first([left, right], release)
    case .not(let inner), .negative(let inner): inner.undeclaredName(release)
    case .choice(let condition, let yes, let no): Self.first([condition, yes, no], release)
    case .list(let parts): Self.first(parts, release)
    case .map(let entries): Self.first(entries.flatMap { [$0.key, $0.value] }, release)
    case .null, .bool, .int, .double, .text, .placeholder: nil
    }
  }

  private static func first(_ parts: [CaddyExpression], _ release: CaddyRelease) -> String? {
    for part in parts { if let name = part.undeclaredName(release) { return name } }
    return nil
  }

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
