public import Content

/// A program that carries logs and can label their lines on the way.
public enum LogPipeline: String, Sendable, CaseIterable {
  case vector
  case fluentBit = "fluent-bit"
  case promtail, alloy, elastic

  /// The signatures of `catalogue` as rules of this pipeline, one file, ready to load.
  ///
  /// A line that a signature knows gets the component, the cause, the confidence, the status the visitor got where the
  /// signature says it, and the article to read; `base` is the help site's address, without which articles are paths
  /// from its root. The rules decide as `interlude explain` does: the program's own lines only, never a visitor's words,
  /// the higher rank first, then the longer text.
  public func rules(of catalogue: SignatureCatalogue, base: String?) -> String {
    let rules = RuleSet(catalogue, base: base)
    return switch self {
    case .vector: VectorRules(rules).text
    case .fluentBit: FluentBitRules(rules).text
    case .promtail: PromtailRules(rules).text
    case .alloy: AlloyRules(rules).text
    case .elastic: ElasticRules(rules).text
    }
  }
}
