internal import Escaping
internal import Multicore

/// One JSON object: `{"diagnostics": […], "summary": {…}}`.
struct JSONReporter {
  let tool: ToolDescription

  /// - Parameter members: those that come behind the report's own.
  func render(_ report: Report, adding members: [JSON.Member] = []) -> String {
    let problems = report.sorted
    // Each core writes some of them as they stand in the list.
    let parts = Cores.ranges(of: problems.count) { range in
      var cache = LineIndexCache()
      var text: [UInt8] = []
      for index in range {
        text += (index == 0 ? "\n    " : ",\n    ").utf8
        value(problems[index], &cache).append(to: &text, depth: 2)
      }
      return text
    }
    var text = Array("{\n  \"diagnostics\": [".utf8)
    text.reserveCapacity(parts.reduce(1000) { $0 + $1.count })
    for part in parts { text += part }
    text += (problems.isEmpty ? "]" : "\n  ]").utf8
    let summary = JSON.object([
      .init("errors", .int(report.count(of: .error))),
      .init("warnings", .int(report.count(of: .warning))),
      .init("infos", .int(report.count(of: .info))),
    ])
    for member in [.init("summary", summary)] + members {
      text += ",\n  ".utf8
      JSON.append(quoted: member.name, to: &text)
      text += ": ".utf8
      member.value.append(to: &text, depth: 1)
    }
    text += "\n}\n".utf8
    return String(decoding: text, as: UTF8.self)
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
    if let evidence = diagnostic.evidence {
      members.append(
        .init(
          "trace",
          .object([.init("command", .string(tool.command(for: evidence))), .init("answer", .string(evidence.answer))])))
    }
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
