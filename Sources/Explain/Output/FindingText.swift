public import Content
internal import Escaping

/// A finding for a person: the log line, then its cause and the article to open. Where the line allows other causes, they
/// are named, with what tells them apart.
public struct FindingText {
  private let headings: [String]
  private let color: Bool

  /// `base` is the help site's address; without it articles are paths from the site's root.
  public init(_ catalogue: SignatureCatalogue, base: String?, color: Bool) {
    self.color = color
    headings = catalogue.signatures.map { signature in
      let title = catalogue.cause(signature.cause)?.title ?? signature.cause
      let doubt = signature.confidence == .high ? "" : " (\(signature.confidence.rawValue) confidence)"
      let article = catalogue.article(for: signature).map { page in
        "\n    read \(TerminalText.harmless(base.map { page.absolute(below: $0) } ?? page.text))"
      }
      let others = signature.also.map { id in
        "\n  or " + TerminalText.harmless(catalogue.cause(id)?.title ?? id) + Style.dim(" \(id)", color)
      }
      let note = signature.also.isEmpty ? nil : signature.note.map { "\n    " + TerminalText.harmless($0) }
      return TerminalText.harmless(title) + Style.dim(" \(signature.cause) · \(signature.component)\(doubt)", color)
        + others.joined() + (note ?? "") + (article ?? "")
    }
  }

  /// Appends the finding, with a line break.
  public func write(_ finding: Finding, to output: inout [UInt8]) {
    output += Style.bold("\(finding.line):", color).utf8
    output += " ".utf8
    if finding.kept.isPlain {
      finding.kept.append(to: &output)
    } else {
      output += TerminalText.harmless(finding.text).utf8
    }
    output += "\n  → ".utf8
    if let status = finding.status { output += "\(status) · ".utf8 }
    output += headings[finding.signature].utf8
    output += "\n".utf8
  }
}

/// Emphasis for terminals that show it (ECMA-48, SGR).
enum Style {
  static func bold(_ text: String, _ color: Bool) -> String { color ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
  static func dim(_ text: String, _ color: Bool) -> String { color ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
