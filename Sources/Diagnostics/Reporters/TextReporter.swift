internal import Escaping
internal import Multicore

/// Draws problems for a person: the message, the place, the line with a caret under the spot, why, and what to write
/// instead.
struct TextReporter {
  let color: Bool
  let tool: ToolDescription

  func render(_ diagnostics: [Diagnostic]) -> String {
    let parts = Cores.ranges(of: diagnostics.count) { range in
      var cache = LineIndexCache()
      var text = ""
      for diagnostic in diagnostics[range] {
        render(diagnostic, &cache, into: &text)
        text += "\n"
      }
      return text
    }
    return parts.count == 1 ? parts[0] : parts.joined()
  }

  private func render(_ diagnostic: Diagnostic, _ cache: inout LineIndexCache, into text: inout String) {
    let style = Style(enabled: color)
    let index = cache.index(of: diagnostic.place.source)
    let snippet = Snippet(diagnostic.place, index)
    let gutter = String(repeating: " ", count: snippet.number.count)
    text += style.severity(diagnostic.severity)
    text += style.bold(": " + TerminalText.harmless(diagnostic.message))
    text += style.dim(" [\(diagnostic.id)]")
    text += "\n"
    text += gutter
    text += style.dim("--> ")
    text += TerminalText.harmless(diagnostic.place.source.name)
    text += ":\(snippet.position.line):\(snippet.position.column)\n"
    if !snippet.line.isEmpty {
      text += style.dim("\(gutter) |\n\(snippet.number) | ")
      text += snippet.line
      text += "\n"
      text += style.dim("\(gutter) | ")
      text += snippet.indent
      text += style.caret(snippet.caret, diagnostic.severity)
      text += "\n"
    }
    for note in diagnostic.notes {
      text += style.dim("\(gutter) = ")
      text += TerminalText.harmless(note)
      text += "\n"
    }
    if let help = diagnostic.help {
      text += style.dim("\(gutter) = ")
      text += style.help("help")
      text += ": "
      text += TerminalText.harmless(help)
      text += "\n"
    }
    for related in diagnostic.related {
      let position = cache.index(of: related.place.source).position(at: related.place.range.lowerBound)
      text += style.dim("\(gutter) = ")
      text += TerminalText.harmless(related.message)
      text += ": "
      text += TerminalText.harmless(related.place.source.name)
      text += ":\(position.line):\(position.column)\n"
    }
    if let evidence = diagnostic.evidence {
      text += style.dim("\(gutter) = ")
      text += "see it: "
      text += TerminalText.harmless(tool.command(for: evidence))
      text += "\n"
    }
  }

  /// ANSI colours (ECMA-48, "Select graphic rendition"), or none.
  struct Style {
    let enabled: Bool

    func severity(_ severity: Severity) -> String { wrap(severity.rawValue, Self.code(severity)) }
    func caret(_ text: String, _ severity: Severity) -> String { wrap(text, Self.code(severity)) }
    func bold(_ text: String) -> String { wrap(text, "1") }
    func dim(_ text: String) -> String { wrap(text, "2") }
    func help(_ text: String) -> String { wrap(text, "1;32") }

    private static func code(_ severity: Severity) -> String {
      switch severity {
      case .error: "1;31"
      case .warning: "1;33"
      case .info: "1;36"
      }
    }

    private func wrap(_ text: String, _ code: String) -> String {
      enabled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
  }
}
