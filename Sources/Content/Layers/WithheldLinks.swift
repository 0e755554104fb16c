/// Takes out of a text of ours the links to pages that a site does not publish: their words stay, but for a sentence that
/// only lists such links. An `article` that is not published becomes the code's own page.
struct WithheldLinks {
  /// The text's path, without a language.
  let path: String
  /// Whether the site has a page at a path.
  let isPublished: (String) -> Bool

  func removed(from bytes: [UInt8]) -> [UInt8] {
    var lines: [String] = []
    var fences = 0
    var isCode = false
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "---" { fences += 1 }
      if line.drop(while: { $0 == " " }).hasPrefix("```") { isCode.toggle() }
      if fences == 1 {
        lines.append(front(line))
      } else if isCode || !line.utf8.contains(UInt8(ascii: "]")) {
        lines.append(String(line))
      } else if let text = text(line) {
        lines.append(text)
      } else if lines.last?.isEmpty == true {
        // With the paragraph goes the empty line before it.
        lines.removeLast()
      }
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  private var folder: String { String(path[...(path.lastIndex(of: "/") ?? path.startIndex)]) }

  private func isWithheld(_ destination: Substring) -> Bool {
    let written = destination.prefix { $0 != "#" && $0 != "?" }
    guard written.hasSuffix(".md"), !written.contains(":"),
      let target = RelativePath.resolve(String(written), from: folder)
    else { return false }
    return !isPublished(target)
  }

  /// A line of the front matter.
  private func front(_ line: Substring) -> String {
    if line.hasPrefix("article: "), isWithheld(line.dropFirst("article: ".count)) {
      return "article: \(path.dropFirst(folder.count))"
    }
    if line.hasPrefix("related: ["), line.hasSuffix("]") {
      let items = line.dropFirst("related: [".count).dropLast().split(separator: ",").map { $0.drop { $0 == " " } }
      return "related: [\(items.filter { !isWithheld($0) }.joined(separator: ", "))]"
    }
    return String(line)
  }

  /// A line of the text; nil if nothing is left of it.
  private func text(_ line: Substring) -> String? {
    // The line as pieces: plain text, and the words of links that are taken out.
    var pieces: [(text: Substring, isLink: Bool)] = []
    var rest = line
    while let middle = rest.firstRange(of: "]("), let end = rest[middle.upperBound...].firstIndex(of: ")") {
      let after = rest.index(after: end)
      if isWithheld(rest[middle.upperBound..<end]), let start = Self.opening(rest[..<middle.lowerBound]) {
        pieces.append((rest[..<start], false))
        pieces.append((rest[rest.index(after: start)..<middle.lowerBound], true))
      } else {
        pieces.append((rest[..<after], false))
      }
      rest = rest[after...]
    }
    guard pieces.contains(where: \.isLink) else { return String(line) }
    pieces.append((rest, false))
    return Self.withoutLists(pieces)
  }

  /// Where the bracket opens that is closed behind the text.
  private static func opening(_ text: Substring) -> Substring.Index? {
    var depth = 0
    for index in text.indices.reversed() {
      if text[index] == "]" { depth += 1 }
      if text[index] == "[" {
        if depth == 0 { return index }
        depth -= 1
      }
    }
    return nil
  }

  /// The pieces put together, without the last sentence if it does no more than list links.
  private static func withoutLists(_ pieces: [(text: Substring, isLink: Bool)]) -> String? {
    let between = [" ", ",", ".", "·", "and", "or", ""]
    var list = pieces.count
    while list > 0 {
      let piece = pieces[list - 1]
      guard piece.isLink || between.contains(piece.text.filter { $0 != " " && $0 != "," && $0 != "." }.description)
      else { break }
      list -= 1
    }
    let all = pieces.map(\.text).joined()
    guard list < pieces.count, pieces[list...].contains(where: \.isLink) else { return all }
    let before = pieces[..<list].map(\.text).joined()
    let trimmed = before.reversed().drop { $0 == " " }.reversed().map(String.init).joined()
    if trimmed.isEmpty || trimmed == "-" { return nil }
    if [".", "?", "!", "**"].contains(where: { trimmed.hasSuffix($0) }) { return trimmed }
    // “On such a platform: this, that.” says nothing without them; “see this” goes on as words.
    guard trimmed.hasSuffix(":") else { return all }
    guard let end = trimmed.ranges(of: ". ").last else { return nil }
    return String(trimmed[..<end.lowerBound]) + "."
  }
}
