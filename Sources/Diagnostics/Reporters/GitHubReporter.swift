internal import Escaping

/// Workflow commands (`::error file=…`), one a line, which GitHub Actions turns into annotations.
///
/// GitHub shows the first ten errors, warnings and notices of a step, so every cause comes once before any comes again.
enum GitHubReporter {
  static func render(_ digest: Digest) -> String {
    let diagnostics = digest.entries.map(\.first) + digest.entries.flatMap(\.others)
    var cache = LineIndexCache()
    var text = ""
    for diagnostic in diagnostics {
      let index = cache.index(of: diagnostic.place.source)
      let start = index.position(at: diagnostic.place.range.lowerBound)
      let end = index.position(at: diagnostic.place.range.upperBound)
      let command = diagnostic.severity == .info ? "notice" : diagnostic.severity.rawValue
      let body = ([diagnostic.message] + diagnostic.notes + (diagnostic.help.map { ["help: \($0)"] } ?? []))
        .joined(separator: "\n")
      text += "::\(command) file=\(property(diagnostic.place.source.name)),line=\(start.line),col=\(start.column)"
      // GitHub refuses columns on a range of several lines.
      text += end.line == start.line && end.column > start.column ? ",endColumn=\(end.column)" : ""
      text += ",title=\(property(diagnostic.id))::\(data(body))\n"
    }
    return text
  }

  /// A command's message: `%`, CR and LF are encoded.
  private static func data(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { encoded, scalar in
      switch scalar {
      case "%": encoded += "%25"
      case "\r": encoded += "%0D"
      case "\n": encoded += "%0A"
      default: encoded += TerminalText.harmless(String(scalar))
      }
    }
  }

  /// A command's property: also `:` and `,`.
  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
