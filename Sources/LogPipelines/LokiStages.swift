internal import Content

/// The nested stages that Promtail and Grafana Alloy share: a selector of lines, and labels or further stages for them
/// (grafana.com/docs/loki, "match").
struct LokiStages {
  struct Stage {
    let selector: String
    let content: Content

    enum Content {
      case labels([(name: String, value: String)])
      case stages([Stage])
    }
  }

  let stages: [Stage]

  /// Streams that have no label of ours yet; a selector must name at least one label that is there.
  private static let unlabelled = "{job=~\".+\", interlude_cause=\"\"}"

  init(_ rules: RuleSet) {
    var stages: [Stage] = []
    for rule in rules.fields {
      stages.append(Stage(selector: Self.selector([("|~", rule.pattern)]), content: Self.labels(rule.label)))
    }
    for (kind, texts) in rules.texts {
      let before = kind?.end.map(Pattern.before) ?? ""
      let inner = texts.map { rule in
        let pattern = before + rule.pattern
        return Stage(
          selector: Self.selector(
            rule.pieces.count == 1 && before.isEmpty ? [("|=", rule.pieces[0])] : [("|~", pattern)]),
          content: Self.labels(rule.label))
      }
      let earlier = LineKind.all.prefix { $0.format != kind?.format }
      let filters = kind.map { [("|~", Self.isKind($0))] } ?? []
      stages.append(
        Stage(selector: Self.selector(filters + earlier.map { ("!~", Self.isKind($0)) }), content: .stages(inner)))
    }
    self.stages = stages
  }

  private static func labels(_ label: RuleSet.Label) -> Stage.Content {
    var labels = [("interlude_cause", label.cause), ("interlude_component", label.component)]
    if let status = label.status { labels.append(("interlude_status", String(status))) }
    return .labels(labels)
  }

  private static func selector(_ filters: [(operator: String, text: String)]) -> String {
    unlabelled + filters.map { " \($0.operator) \(quoted($0.text))" }.joined()
  }

  /// All texts of one sign stand in the line in this order.
  private static func isKind(_ kind: LineKind) -> String {
    kind.signs.map { $0.map(Pattern.literal).joined(separator: ".*") }.joined(separator: "|")
  }

  /// A string literal of LogQL, which is Go's.
  private static func quoted(_ text: String) -> String {
    "\""
      + text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }.map(String.init).joined().replacing(
        "\t", with: "\\t") + "\""
  }
}
