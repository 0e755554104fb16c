/// The uses of custom properties, `var(--name)`, in the text of a style sheet or a page.
enum CSSVariables {
  /// The custom properties that a text asks for.
  static func names(_ text: String) -> [String] {
    parts(text).dropFirst().compactMap(leadingName)
  }

  /// What stands between the uses of custom properties; each part but the first begins with a name.
  static func parts(_ text: String) -> [Substring] {
    let use = "var(".utf8
    var parts: [Substring] = []
    var rest = text.utf8[...]
    var place = rest.startIndex
    while let next = rest[place...].firstIndex(of: UInt8(ascii: "v")) {
      if rest[next...].starts(with: use) {
        parts.append(Substring(rest[..<next]))
        rest = rest[next...].dropFirst(use.count)
        place = rest.startIndex
      } else {
        place = rest.index(after: next)
      }
    }
    return parts + [Substring(rest)]
  }

  static func leadingName(_ text: Substring) -> String? {
    let name = text.utf8.prefix { $0 != UInt8(ascii: ")") && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: " ") }
    return name.starts(with: "--".utf8) ? String(name) : nil
  }
}
