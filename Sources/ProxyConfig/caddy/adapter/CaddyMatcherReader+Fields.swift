import Diagnostics

/// Conditions on fields: queries, headers, variables.
extension CaddyMatcherReader {
  static func query(_ words: inout CaddyDispenser) throws(CaddyRefusal) -> [CaddyField] {
    var fields: [CaddyField] = []
    while words.next() {
      for argument in words.remainingArguments() where !argument.isEmpty {
        guard let (name, value) = argument.cut("=") else {
          throw words.error("query takes name=value, not \(argument)")
        }
        add(value, to: name, in: &fields)
      }
      try noBlock(&words)
    }
    return fields.sorted { $0.name < $1.name }
  }

  private static func add(_ value: ByteText, to name: ByteText, in fields: inout [CaddyField]) {
    if let index = fields.firstIndex(where: { $0.name == name }) {
      fields[index].values = (fields[index].values ?? []) + [value]
    } else {
      fields.append(CaddyField(name, [value]))
    }
  }

  /// Header fields; also for response matchers.
  static func header(_ words: inout CaddyDispenser, into known: [CaddyField] = []) throws(CaddyRefusal) -> [CaddyField]
  {
    var fields = known
    while words.next() {
      guard words.nextArgument() else { throw words.error("header needs a field") }
      let field = words.value
      if field.hasPrefix("!") {
        if field.count == 1 { throw words.error("a field's name is missing after !") }
        fields.removeAll { $0.name == field.from(1) }
        fields.append(CaddyField(field.from(1), nil))
        if words.nextArgument() { throw words.error("an absent field has no value") }
      } else {
        guard words.nextArgument() else { throw words.error("header needs a field and a value") }
        add(words.value, to: CaddyHeaderName.canonical(field), in: &fields)
      }
      try noBlock(&words)
    }
    return fields.sorted { $0.name < $1.name }
  }

  static func vars(_ words: inout CaddyDispenser) throws(CaddyRefusal) -> [CaddyField] {
    var fields: [CaddyField] = []
    while words.next() {
      guard words.nextArgument() else { throw words.error("vars needs a variable") }
      let name = words.value
      let values = words.remainingArguments()
      if values.isEmpty { throw words.error("vars needs a value to compare with") }
      for value in values { add(value, to: name, in: &fields) }
      try noBlock(&words)
    }
    return fields.sorted { $0.name < $1.name }
  }
}
