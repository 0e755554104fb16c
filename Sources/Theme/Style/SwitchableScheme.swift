internal import Escaping

extension StyleSheet {
  /// The same for pages on which a reader can choose the colours: `data-theme` on the root element, `light` or `dark`, counts
  /// for more than what the device asks for. Each rule keeps its place and its weight, so that those for print and forced
  /// colours still win over it.
  public var switchable: StyleSheet {
    let rules = CSSRule.rules(of: text).flatMap(Self.switchable)
    return StyleSheet(minified: PageStyle.tightened(rules).map(\.text).joined())
  }

  private static func switchable(_ rule: CSSRule) -> [CSSRule] {
    guard case .group(let prelude, let rules) = rule, prelude.hasPrefix("@media") else { return [rule] }
    for (scheme, other) in [("dark", "light"), ("light", "dark")] {
      let condition = "(prefers-color-scheme:\(scheme))"
      guard prelude.contains(condition) else { continue }
      // A condition that is no longer asked leaves its `and` behind.
      let rest = prelude.substituting(" and " + condition, by: "").substituting(condition + " and ", by: "")
        .substituting(condition, by: "all")
      return [
        .group(prelude: prelude, rules: rules.map { scoped($0, to: ":not([data-theme=\(other)])") }),
        .group(prelude: rest, rules: rules.map { scoped($0, to: "[data-theme=\(scheme)]") }),
      ]
    }
    return [.group(prelude: prelude, rules: rules.flatMap(switchable))]
  }

  /// `:where` adds no weight (Selectors 4, section 17).
  private static func scoped(_ rule: CSSRule, to condition: String) -> CSSRule {
    switch rule {
    case .statement: rule
    case .group(let prelude, let rules): .group(prelude: prelude, rules: rules.map { scoped($0, to: condition) })
    case .style(let selectors, let declarations):
      .style(
        selectors: selectors.map { $0 == ":root" ? ":root:where(\(condition))" : ":where(:root\(condition)) \($0)" },
        declarations: declarations)
    }
  }
}
