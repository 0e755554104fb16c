internal import Content

/// A `remap` transform of Vector (vector.dev, "Vector Remap Language").
struct VectorRules {
  private let rules: RuleSet

  init(_ rules: RuleSet) {
    self.rules = rules
  }

  var text: String {
    var output = """
      # Rules for Vector, written by `interlude export vector`.
      #
      # Start Vector with this file beside its own: vector --config vector.yaml --config interlude.yaml
      # Put the name of your source in `inputs`, and `interlude` in the `inputs` of your sink.
      # A line that is known trouble gets the field `interlude`: component, cause, confidence, status, article.
      transforms:
        interlude:
          type: remap
          inputs: [your_source]
          source: |

      """
    for line in program.split(separator: "\n", omittingEmptySubsequences: false) {
      output += line.isEmpty ? "\n" : "      \(line)\n"
    }
    return output
  }

  /// In the Vector Remap Language.
  var program: String {
    var program = """
      line = to_string(.message) ?? ""
      found = null
      kind = "plain"

      """
    for kind in LineKind.all.reversed() {
      program += "if \(Self.isKind(kind)) { kind = \(Self.string(kind.format.rawValue)) }\n"
    }
    program += "text = line\n"
    for (kind, _) in rules.texts {
      guard let kind, let end = kind.end else { continue }
      program += "if kind == \(Self.string(kind.format.rawValue)) { "
      program += "text = replace(line, r'\(Pattern.literal(end)).*$', \"\") }\n"
    }
    for format in AccessFields.formats {
      let fields = rules.fields.filter { $0.format == format }
      if fields.isEmpty { continue }
      program += "if match(line, r'\(AccessFields.pattern(format))') {\n"
      for rule in fields {
        program += "  if found == null && match(line, r'\(rule.pattern)') { found = \(Self.object(rule.label)) }\n"
      }
      program += "}\n"
    }
    for (kind, texts) in rules.texts {
      program += "if found == null && kind == \(Self.string(kind?.format.rawValue ?? "plain")) {\n"
      for rule in texts {
        program += "  if found == null && \(Self.condition(rule, kind)) { found = \(Self.object(rule.label)) }\n"
      }
      program += "}\n"
    }
    return program + "if found != null { .interlude = found }\n"
  }

  private static func isKind(_ kind: LineKind) -> String {
    kind.signs.map { sign in sign.map { "contains(line, \(string($0)))" }.joined(separator: " && ") }
      .map { kind.signs.count > 1 ? "(\($0))" : $0 }.joined(separator: " || ")
  }

  /// A text that reaches into the visitor's part of the line begins before it.
  private static func condition(_ rule: RuleSet.TextRule, _ kind: LineKind?) -> String {
    let part = kind?.end.map { end in rule.pieces.contains { $0.contains(end) } } == true ? "line" : "text"
    return rule.pieces.count == 1 && !rule.pieces[0].contains("'")
      ? "contains(\(part), \(string(rule.pieces[0])))" : "match(\(part), r'\(rule.pattern)')"
  }

  private static func object(_ label: RuleSet.Label) -> String {
    var members = [
      "\"component\": \(string(label.component))", "\"cause\": \(string(label.cause))",
      "\"confidence\": \(string(label.confidence))",
    ]
    if let status = label.status { members.append("\"status\": \(status)") }
    if let article = label.article { members.append("\"article\": \(string(article))") }
    return "{ " + members.joined(separator: ", ") + " }"
  }

  /// A raw string literal, in which nothing is special but the quotation mark, which it cannot hold.
  private static func string(_ text: String) -> String {
    "s'" + text.replacing("'", with: "’") + "'"
  }
}
