internal import Escaping
internal import Multicore

/// Draws problems for a person: the message, the place, the line with a caret under the spot, why, and what to write
/// instead.
struct TextReporter {
  let color: Bool
  let tool: ToolDescription

  func render(_ diagnostics: [Diagnostic]) -> String {
    render(diagnostics.map { Digest.Entry(first: $0, others: []) }, listing: 0)
  }

  /// - Parameter most: how many of a cause's other places are listed.
  func render(_ entries: [Digest.Entry], listing most: Int) -> String {
    let parts = Cores.ranges(of: entries.count) { range in
      var cache = LineIndexCache()
      var text = ""
      for entry in entries[range] {
        render(entry.first, &cache, into: &text)
        renderOthers(of: entry, most, &cache, into: &text)
        text += "\n"
      }
      return text
    }
    return parts.count == 1 ? parts[0] : parts.joined()
  }

  /// "and 180 more places", some of them by name; where another message stands, it says something else.
  private func renderOthers(
    of entry: Digest.Entry, _ most: Int, _ cache: inout LineIndexCache, into text: inout String
  ) {
    guard !entry.others.isEmpty else { return }
    let style = Style(enabled: color)
    let line = cache.index(of: entry.first.place.source).position(at: entry.first.place.range.lowerBound).line
    let gutter = String(repeating: " ", count: String(line).count)
    let count = entry.others.count
    text += style.dim("\(gutter) = ") + "and \(count) more place\(count == 1 ? "" : "s")"
    text += count > most ? " (--all lists them):\n" : ":\n"
    for other in entry.others.prefix(most) {
      let position = cache.index(of: other.place.source).position(at: other.place.range.lowerBound)
      text += "\(gutter)   \(TerminalText.harmless(other.place.source.name)):\(position.line):\(position.column)"
      text += other.message == entry.first.message ? "\n" : ": \(TerminalText.harmless(other.message))\n"
    }
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
