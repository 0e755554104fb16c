import ProxyConfig

/// What is in effect in a scope, worked out once for all traces.
struct NginxScopeFacts: Sendable {
  /// The directive of an unknown module.
  let foreign: Directive?
  /// The handler the scope sets by itself.
  let handler: NginxHandler?
  /// `root` or `alias`, the nearest; the latter goes first.
  let root: Root?
  /// Not inherited.
  let tryFiles: Directive?
  let plainLocations: NginxPlainLocations
  /// Of many locations with regular expressions those that a path may match.
  let regexLocations: PatternIndex?

  struct Root: Sendable {
    let directive: Directive
    let word: ByteText
    let isAlias: Bool
    /// Where it stands.
    let scope: Int
  }

  static func all(of model: NginxModel) -> [NginxScopeFacts] {
    let foreign = NginxForeign.directives(of: model)
    let kinds = NginxHandler.kinds(in: model)
    var all: [NginxScopeFacts] = []
    all.reserveCapacity(model.scopes.count)
    for scope in model.scopes {
      all.append(
        NginxScopeFacts(
          foreign: foreign[scope.id], handler: NginxHandler.own(of: scope, model, kinds),
          root: root(of: scope) ?? scope.parent.flatMap { all[$0].root }, tryFiles: scope.settings["try_files"]?.last,
          plainLocations: NginxPlainLocations(scope, model),
          regexLocations: regexLocations(of: scope, model)))
    }
    return all
  }

  private static func regexLocations(of scope: NginxScope, _ model: NginxModel) -> PatternIndex? {
    guard scope.regexLocations.count > PatternIndex.few else { return nil }
    let patterns = scope.regexLocations.compactMap { id -> Result<Pattern, Pattern.Refusal>? in
      if case .regex(let pattern) = model.scope(id).name { pattern.compiled } else { nil }
    }
    return patterns.count == scope.regexLocations.count ? PatternIndex(patterns.map { try? $0.get() }) : nil
  }

  private static func root(of scope: NginxScope) -> Root? {
    let alias = scope.settings["alias"]?.last
    guard let directive = alias ?? scope.settings["root"]?.last, let word = directive.argument(1) else { return nil }
    return Root(directive: directive, word: word, isAlias: alias != nil, scope: scope.id)
  }
}
