internal import Escaping

/// One JSON object: `{"diagnostics": […], "summary": {…}}`.
struct JSONReporter {
  let tool: ToolDescription

  func render(_ report: Report) -> String {
    value(report).serialized(.indented) + "\n"
  }

  func value(_ report: Report) -> JSON {
    var cache = LineIndexCache()
    let diagnostics = report.sorted.map { value($0, &cache) }
    let summary = JSON.object([
      .init("errors", .int(report.count(of: .error))),
      .init("warnings", .int(report.count(of: .warning))),
      .init("infos", .int(report.count(of: .info))),
    ])
    return .object([.init("diagnostics", .array(diagnostics)), .init("summary", summary)])
  }

  private func value(_ diagnostic: Diagnostic, _ cache: inout LineIndexCache) -> JSON {
    var members = [
      JSON.Member("rule", .string(diagnostic.id)),
      JSON.Member("severity", .string(diagnostic.severity.rawValue)),
    ]
    members += position(diagnostic.place, &cache)
    members += [
      .init("message", .string(diagnostic.message)),
      .init("notes", .array(diagnostic.notes.map(JSON.string))),
      .init("help", diagnostic.help.map(JSON.string) ?? .null),
    ]
    var related: [JSON] = []
    for other in diagnostic.related {
      related.append(.object(position(other.place, &cache) + [.init("message", .string(other.message))]))
    }
    members.append(.init("related", .array(related)))
    if let page = tool.page(of: diagnostic.id) { members.append(.init("helpUri", .string(page))) }
    return .object(members)
  }

  /// File, line and column, then the end of the range.
  private func position(_ place: Place, _ cache: inout LineIndexCache) -> [JSON.Member] {
    let index = cache.index(of: place.source)
    let start = index.position(at: place.range.lowerBound)
    let end = index.position(at: place.range.upperBound)
    return [
      .init("file", .string(place.source.name)), .init("line", .int(start.line)), .init("column", .int(start.column)),
      .init("endLine", .int(end.line)), .init("endColumn", .int(end.column)),
    ]
  }
}
