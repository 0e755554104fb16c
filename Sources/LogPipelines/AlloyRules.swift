internal import Escaping

/// A `loki.process` component of Grafana Alloy.
struct AlloyRules {
  private let stages: LokiStages

  init(_ rules: RuleSet) {
    stages = LokiStages(rules)
  }

  var text: String {
    var output = """
      // Rules for Grafana Alloy, written by `interlude export alloy`.
      // Send your logs through it: forward_to = [loki.process.interlude.receiver]
      // A line that is known trouble gets the labels interlude_cause, interlude_component and interlude_status.
      // Lines must carry the label `job`.
      loki.process "interlude" {
        forward_to = [loki.write.default.receiver]


      """
    for stage in stages.stages { write(stage, indent: "  ", to: &output) }
    return output + "}\n"
  }

  private func write(_ stage: LokiStages.Stage, indent: String, to output: inout String) {
    // Alloy's strings are Go's; JSON's are among them.
    output += "\(indent)stage.match {\n\(indent)  selector = \(JSON.quoted(stage.selector))\n"
    switch stage.content {
    case .labels(let labels):
      output += "\(indent)  stage.static_labels {\n\(indent)    values = {\n"
      for (name, value) in labels { output += "\(indent)      \(name) = \(JSON.quoted(value)),\n" }
      output += "\(indent)    }\n\(indent)  }\n"
    case .stages(let inner):
      for stage in inner { write(stage, indent: indent + "  ", to: &output) }
    }
    output += "\(indent)}\n"
  }
}
