internal import Escaping

/// A SARIF 2.1.0 log (OASIS) with one run.
struct SARIFReporter {
  let tool: ToolDescription

  func render(_ diagnostics: [Diagnostic]) -> String {
    var cache = LineIndexCache()
    let ids = Set(diagnostics.map(\.id)).sorted()
    let rules = ids.map { id in JSON.object([.init("id", .string(id))]) }
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

  private func result(_ diagnostic: Diagnostic, _ ids: [String], _ cache: inout LineIndexCache) -> JSON {
    let explanation = [diagnostic.message] + diagnostic.notes + (diagnostic.help.map { [$0] } ?? [])
    var members: [JSON.Member] = [
      .init("ruleId", .string(diagnostic.id)),
      .init("ruleIndex", .int(ids.firstIndex(of: diagnostic.id) ?? 0)),
      .init("level", .string(diagnostic.severity == .info ? "note" : diagnostic.severity.rawValue)),
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
