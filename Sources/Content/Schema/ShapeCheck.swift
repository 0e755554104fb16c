internal import Diagnostics

/// Holds a YAML document against a shape and reports every difference.
struct ShapeCheck {
  let document: YAMLDocument
  /// What the mapping at the root is called in messages: "front matter of an article".
  let subject: String

  /// The checked root mapping; nil when the root is no mapping at all (reported).
  func record(_ shape: ObjectShape, into report: inout Report) -> Record? {
    guard let root = document.root else {
      let start = document.range.lowerBound
      return record([], fields: shape, at: document.source.place(start..<start), into: &report)
    }
    guard case .mapping(let mapping) = root.value else {
      report.add(wrongType(root, "a mapping (key: value lines)", path: subject))
      return nil
    }
    return record(mapping, fields: shape, at: document.place(of: root), into: &report)
  }

  private func record(
    _ mapping: [YAMLNode.Member], fields shape: ObjectShape, at place: Place, into report: inout Report
  ) -> Record {
    var record = Record(place: place)
    record.isEmpty = mapping.isEmpty
    record.fields.reserveCapacity(mapping.count)
    record.keys.reserveCapacity(mapping.count)
    // Fields whose names are misspelt: they are there, and said to be nowhere else.
    var meant: Set<String> = []
    for member in mapping {
      let (keyNode, valueNode) = (member.key, member.value)
      let keyPlace = document.place(of: keyNode)
      guard case .scalar(let scalar) = keyNode.value else {
        report.add(wrongType(keyNode, "a key", path: subject))
        continue
      }
      guard let field = shape.fields.first(where: { $0.name == scalar.text }) else {
        let nearest = NearestName.of(scalar.text, among: shape.fields.map(\.name))
        if let nearest { meant.insert(nearest) }
        report.add(unknownKey(scalar.text, nearest, shape, at: keyPlace))
        continue
      }
      record.keys.append(Located(value: scalar.text, place: keyPlace))
      if !field.isRequired, case .scalar(let scalar) = valueNode.value, scalar.style == .plain, scalar.text.isEmpty {
        continue
      }
      guard let value = value(valueNode, field.shape, path: field.name, into: &report) else { continue }
      record.fields[field.name] = Located(value: value, place: document.place(of: valueNode))
    }
    for field in shape.fields
    where field.isRequired && !meant.contains(field.name) && !record.keys.contains(where: { $0.value == field.name }) {
      report.add(
        Diagnostic(
          "missing-field", "\(subject) lacks `\(field.name)`", at: place, notes: [field.summary],
          help: "add a line `\(field.name): …`"))
    }
    return record
  }

  private func value(_ node: YAMLNode, _ shape: Shape, path: String, into report: inout Report) -> CheckedValue? {
    switch (shape, node.value) {
    case (.list(let element, let minimum), .list(let items)):
      if items.count < minimum {
        report.add(
          Diagnostic(
            "too-few-items", "`\(path)` needs at least \(minimum) item\(minimum == 1 ? "" : "s")",
            at: document.place(of: node)))
      }
      return .list(
        items.compactMap { item in
          value(item, element, path: path, into: &report).map { Located(value: $0, place: document.place(of: item)) }
        })
    case (.object(let fields), .mapping(let mapping)):
      return .record(record(mapping, fields: fields, at: document.place(of: node), into: &report))
    case (.table(let key, let element), .mapping(let mapping)):
      return .record(table(mapping, key, element, path: path, at: document.place(of: node), into: &report))
    case (.either(let first, let second), _):
      return value(node, Self.accepts(first, node) ? first : second, path: path, into: &report)
    case (_, .scalar(let scalar)) where Self.accepts(shape, node):
      return self.scalar(scalar, node, shape, path: path, into: &report)
    default:
      var problem = wrongType(node, shape.description, path: "`\(path)`")
      if case .list = shape, case .scalar(let only) = node.value, !only.text.isEmpty {
        problem.help = "write `[\(only.text.prefix(60))]`"
      }
      report.add(problem)
      return nil
    }
  }

  private func table(
    _ mapping: [YAMLNode.Member], _ keys: Shape.KeyShape, _ element: Shape, path: String, at place: Place,
    into report: inout Report
  ) -> Record {
    var record = Record(place: place)
    for member in mapping {
      let (keyNode, valueNode) = (member.key, member.value)
      guard case .scalar(let key) = keyNode.value, keys.accepts(key.text) else {
        report.add(wrongType(keyNode, keys.description, path: "a key of `\(path)`"))
        continue
      }
      record.keys.append(Located(value: key.text, place: document.place(of: keyNode)))
      guard let value = value(valueNode, element, path: "\(path).\(key.text)", into: &report) else { continue }
      record.fields[key.text] = Located(value: value, place: document.place(of: valueNode))
    }
    return record
  }

  private func scalar(
    _ scalar: YAMLNode.Scalar, _ node: YAMLNode, _ shape: Shape, path: String, into report: inout Report
  ) -> CheckedValue? {
    switch ScalarCheck.check(scalar.text, shape) {
    case .success(let value): return value
    case .failure(let problem):
      report.add(
        Diagnostic(
          problem.id, "`\(path)` \(problem.message)", at: document.place(of: node), notes: problem.notes,
          help: problem.help))
      return nil
    }
  }

  private func unknownKey(_ name: String, _ nearest: String?, _ shape: ObjectShape, at place: Place) -> Diagnostic {
    let names = shape.fields.map(\.name)
    return Diagnostic(
      "unknown-key", "\(subject) has no `\(name)`", at: place,
      notes: nearest == nil ? ["it may have: \(names.joined(separator: ", "))"] : [],
      help: nearest.map { "did you mean `\($0)`?" })
  }

  private func wrongType(_ node: YAMLNode, _ wanted: String, path: String) -> Diagnostic {
    let found =
      switch node.value {
      case .scalar(let scalar): scalar.text.isEmpty ? "nothing" : "the text “\(scalar.text.prefix(60))”"
      case .mapping: "a mapping"
      case .list: "a list"
      }
    return Diagnostic("wrong-type", "\(path) should be \(wanted), not \(found)", at: document.place(of: node))
  }

  private static func accepts(_ shape: Shape, _ node: YAMLNode) -> Bool {
    switch (shape, node.value) {
    case (.list, .list), (.object, .mapping), (.table, .mapping): true
    case (.list, _), (.object, _), (.table, _): false
    case (.either(let first, let second), _): accepts(first, node) || accepts(second, node)
    case (_, .scalar): true
    default: false
    }
  }
}

extension Shape.KeyShape {
  fileprivate func accepts(_ key: String) -> Bool {
    switch self {
    case .statusCode: StatusKey(key) != nil
    case .language: SettingsLoader.isLanguageTag(key)
    case .dataName: Self.isDataName(key)
    case .token: Self.isToken(key)
    }
  }

  private static func isToken(_ key: String) -> Bool {
    !key.isEmpty
      && key.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  private static func isDataName(_ key: String) -> Bool {
    key.utf8.first.map { $0 >= 0x61 && $0 <= 0x7A } == true
      && key.utf8.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D }
  }

  fileprivate var description: String {
    switch self {
    case .statusCode: "a status code such as 502, or 4xx, 5xx or maintenance"
    case .language: "a language tag such as de or pt-BR"
    case .dataName: "small letters, digits and hyphens, such as website-id"
    case .token: "the name of a header or a variable"
    }
  }
}
