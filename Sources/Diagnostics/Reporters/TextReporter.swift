internal import Escaping

/// Draws problems for a person: the message, the place, the line with a caret under the spot, why, and what to write
/// instead.
struct TextReporter {
  let color: Bool

  func render(_ diagnostics: [Diagnostic]) -> String {
    var cache = LineIndexCache()
    var text = ""
    for diagnostic in diagnostics {
      text += render(diagnostic, &cache)
      text += "\n"
    }
    return text
  }

  private func render(_ diagnostic: Diagnostic, _ cache: inout LineIndexCache) -> String {
    let style = Style(enabled: color)
    let index = cache.index(of: diagnostic.place.source)
    let snippet = Snippet(diagnostic.place, index)
    let gutter = String(repeating: " ", count: snippet.number.count)
    var text = style.severity(diagnostic.severity) + style.bold(": " + TerminalText.harmless(diagnostic.message))
    text += style.dim(" [\(diagnostic.id)]") + "\n"
    text += gutter + style.dim("--> ") + TerminalText.harmless(diagnostic.place.source.name)
    text += ":\(snippet.position.line):\(snippet.position.column)\n"
    if !snippet.line.isEmpty {
      text += style.dim("\(gutter) |\n\(snippet.number) | ") + snippet.line + "\n"
      text += style.dim("\(gutter) | ") + snippet.indent + style.caret(snippet.caret, diagnostic.severity) + "\n"
    }
    for note in diagnostic.notes { text += style.dim("\(gutter) = ") + TerminalText.harmless(note) + "\n" }
    if let help = diagnostic.help {
      text += style.dim("\(gutter) = ") + style.help("help") + ": " + TerminalText.harmless(help) + "\n"
    }
    for related in diagnostic.related {
      let position = cache.index(of: related.place.source).position(at: related.place.range.lowerBound)
      text += style.dim("\(gutter) = ") + TerminalText.harmless(related.message) + ": "
      text += TerminalText.harmless(related.place.source.name) + ":\(position.line):\(position.column)\n"
    }
    return text
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
