internal import Escaping

/// Pipeline stages of Promtail.
struct PromtailRules {
  private let stages: LokiStages

  init(_ rules: RuleSet) {
    stages = LokiStages(rules)
  }

  var text: String {
    var output = """
      # Rules for Promtail, written by `interlude export promtail`: put them under `pipeline_stages:` of a scrape config.
      # Promtail's support ended in March 2026; for its successor there is `interlude export alloy`.
      # A line that is known trouble gets the labels interlude_cause, interlude_component and interlude_status.
      # Lines must carry the label `job`, as those of a scrape config do.
      pipeline_stages:

      """
    for stage in stages.stages { write(stage, indent: "  ", to: &output) }
    return output
  }

  private func write(_ stage: LokiStages.Stage, indent: String, to output: inout String) {
    // JSON's strings are YAML's.
    output += "\(indent)- match:\n\(indent)    selector: \(JSON.quoted(stage.selector))\n\(indent)    stages:\n"
    switch stage.content {
    case .labels(let labels):
      output += "\(indent)      - static_labels:\n"
      for (name, value) in labels { output += "\(indent)          \(name): \(JSON.quoted(value))\n" }
    case .stages(let inner):
      for stage in inner { write(stage, indent: indent + "      ", to: &output) }
    }
  }
}
