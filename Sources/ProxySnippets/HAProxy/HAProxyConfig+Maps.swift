/// The maps: a key, a space, and the rest of the line (HAProxy configuration manual, section 7.3.1, `map`).
extension HAProxyConfig {
  var languageMap: String {
    let ranges = LanguageChoice(languages: pack.languages).ranges
    return "# What a visitor asks for, and the folder of the pages.\n"
      + ranges.map { "\($0.range) \($0.language)\n" }.joined()
  }

  /// A space would end the key.
  var acceptMap: String {
    let patterns = FormatChoice.patterns(group: "(").map { $0.replacing(" ", with: "\\s") }
    return "# The media type that is wanted without reservation, or at all; tried in this order.\n"
      + patterns.map { "\($0) \\1\n" }.joined()
  }

  var formatMap: String {
    "# A part of the media type, and the format.\n"
      + FormatChoice.types.map { "\($0.pattern) \($0.format)\n" }.joined()
  }

  /// Every page on one line. HAProxy writes control characters as `%0A` when it fills in an error, so that a line break
  /// becomes a space, which changes nothing in HTML, JSON and XML, or a dash in text.
  var pageMap: String {
    var lines = [
      "# Language, code and format, and the page on one line; the format is empty for requests without headers."
    ]
    for language in pack.languages {
      for page in served {
        for entry in FormatChoice.contentTypes {
          if entry.format == "html", let live = pack.livePage(language, "\(page.code)") {
            lines.append("\(language)/\(page.code).html " + Self.line(Array(live.before.utf8), format: "html"))
            lines.append("\(language)/\(page.code).html+ " + Self.line(Array(live.after.utf8), format: "html"))
            continue
          }
          guard let bytes = pack.contents["\(language)/\(page.code).\(entry.format)"] else { continue }
          lines.append("\(language)/\(page.code).\(entry.format) " + Self.line(bytes, format: entry.format))
        }
        if language == pack.defaultLanguage, let bytes = pack.contents["\(language)/\(page.code).txt"] {
          lines.append("\(language)/\(page.code). " + Self.line(bytes, format: "txt"))
        }
      }
    }
    return lines.lines + "\n"
  }

  /// What stands before and behind each value that HAProxy puts into a page.
  var rowMap: String {
    var lines = ["# Language and row, and its beginning; the end is the same for all."]
    for language in pack.languages {
      guard let page = served.lazy.compactMap({ pack.livePage(language, "\($0.code)") }).first else { continue }
      for (row, text) in [
        ("reference", page.reference), ("time", page.time), ("host", page.host), ("end", page.end),
      ] { lines.append("\(language)/\(row) " + Self.line(Array(text.utf8), format: "html")) }
    }
    return lines.lines + "\n"
  }

  private static func line(_ bytes: [UInt8], format: String) -> String {
    let separator = Array((format == "txt" ? " - " : " ").utf8)
    let text = bytes.split(separator: UInt8(ascii: "\n")).joined(separator: separator)
    return String(decoding: Array(text), as: UTF8.self)
  }
}
