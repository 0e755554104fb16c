internal import Escaping

/// A SARIF 2.1.0 log (OASIS) with one run.
struct SARIFReporter {
  let tool: ToolDescription

  func render(_ diagnostics: [Diagnostic]) -> String {
    var cache = LineIndexCache()
    let ids = Set(diagnostics.map(\.id)).sorted()
    let rules = ids.map(rule)
    let results = diagnostics.map { result($0, ids, &cache) }
    let driver: JSON = .object([
      .init("name", .string(tool.name)), .init("version", .string(tool.version)),
      .init("informationUri", .string(tool.address)), .init("rules", .array(rules)),
    ])
    let run: JSON = .object([
      .init("tool", .object([.init("driver", driver)])), .init("columnKind", "unicodeCodePoints"),
      .init("results", .array(results)),
    ])
    return JSON.object([
      .init("$schema", "https://json.schemastore.org/sarif-2.1.0.json"), .init("version", "2.1.0"),
      .init("runs", .array([run])),
    ]).serialized(.indented) + "\n"
  }

  /// What code scanning shows of a rule.
  private func rule(_ id: String) -> JSON {
    guard let note = tool.rules[id] else {
      // A problem of form; its messages say all there is.
      return .object([
        .init("id", .string(id)), .init("shortDescription", text(id.split(separator: "-").joined(separator: " "))),
      ])
    }
    var members: [JSON.Member] = [
      .init("id", .string(id)), .init("name", .string(Self.name(id))),
      .init("shortDescription", text(note.summary)), .init("fullDescription", text(note.rationale)),
      .init("help", .object([.init("text", .string(note.rationale)), .init("markdown", .string(note.markdown))])),
      .init("defaultConfiguration", .object([.init("level", .string(Self.level(note.severity)))])),
    ]
    if let page = tool.page(of: id) { members.append(.init("helpUri", .string(page))) }
    let tags: [JSON] = note.isSecurity ? ["error-pages", "security"] : ["error-pages"]
    members.append(.init("properties", .object([.init("tags", .array(tags))])))
    return .object(members)
  }

  private func text(_ text: String) -> JSON { .object([.init("text", .string(text))]) }

  /// `missing-file` as `MissingFile`: SARIF wants a name people can read besides the id.
  private static func name(_ id: String) -> String {
    id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private static func level(_ severity: Severity) -> String { severity == .info ? "note" : severity.rawValue }

  private func result(_ diagnostic: Diagnostic, _ ids: [String], _ cache: inout LineIndexCache) -> JSON {
    let explanation = [diagnostic.message] + diagnostic.notes + (diagnostic.help.map { [$0] } ?? [])
    var members: [JSON.Member] = [
      .init("ruleId", .string(diagnostic.id)),
      .init("ruleIndex", .int(ids.firstIndex(of: diagnostic.id) ?? 0)),
      .init("level", .string(Self.level(diagnostic.severity))),
      .init("message", .object([.init("text", .string(explanation.joined(separator: "; ")))])),
      .init("locations", .array([location(diagnostic.place, id: nil, message: nil, &cache)])),
    ]
    if !diagnostic.related.isEmpty {
      var related: [JSON] = []
      for (number, other) in diagnostic.related.enumerated() {
        related.append(location(other.place, id: number + 1, message: other.message, &cache))
      }
      members.append(.init("relatedLocations", .array(related)))
    }
    return .object(members)
  }

  private func location(_ place: Place, id: Int?, message: String?, _ cache: inout LineIndexCache) -> JSON {
    let index = cache.index(of: place.source)
    let start = index.position(at: place.range.lowerBound)
    let end = index.position(at: place.range.upperBound)
    let region: JSON = .object([
      .init("startLine", .int(start.line)), .init("startColumn", .int(start.column)), .init("endLine", .int(end.line)),
      .init("endColumn", .int(end.column)),
    ])
    let physical: JSON = .object([
      .init("artifactLocation", .object([.init("uri", .string(URLText.path(place.source.name)))])),
      .init("region", region),
    ])
    return .object(
      (id.map { [.init("id", .int($0))] } ?? []) + [.init("physicalLocation", physical)]
        + (message.map { [.init("message", .object([.init("text", .string($0))]))] } ?? []))
  }
}
