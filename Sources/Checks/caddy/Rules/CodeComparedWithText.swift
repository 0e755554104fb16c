import Diagnostics
import ProxyConfig
import Trace

/// Finds conditions that compare a status, a number, with a text.
struct CodeComparedWithText: CaddyRule {
  static let description = RuleDescription(
    id: "code-compared-with-text", severity: .error,
    summary: "a status is compared with a text, which is never equal",
    rationale: """
      {err.status_code} is a number. Compared with "502" in an expression it is never equal, whatever fails; Caddy finds \
      nothing wrong with it, and the visitor gets an empty body.
      """,
    failing: [
      .caddy(
        errors: """
          @down expression `{err.status_code} == ⟦"502"⟧`
          respond @down "back soon"
          """),
      .caddy(
        errors: """
          @down `{err.status_code} in [⟦'502'⟧, 503]`
          respond @down "back soon"
          """),
    ],
    passing: [
      .caddy(
        errors: """
          @down expression `{err.status_code} == 502 && {err.status_text} == "Bad Gateway"`
          respond @down "back soon"
          respond "sorry"
          """)
    ])

  func check(_ project: CaddyProject, into report: inout Report) {
    for word in project.words where word.text.contains("status_code}") && Self.comparesWithText(word, project) {
      for place in Self.quotedNumbers(word.place) {
        let number = place.text.filter(\.isNumber)
        let concerned = project.likelyVisits.filter { $0.errorStatus == Int(number) }
        report.add(
          finding(
            "\(place.text) is a text and the status a number: they are never equal", at: place, help: "write \(number)",
            fix: project.isCaddyfile ? [.init(replace: place, with: number)] : [],
            shownBy: concerned.first { !$0.isPage } ?? concerned.first))
        // Of several in one list one is enough to say.
        break
      }
    }
  }

  /// Whether a condition of this kind may be why errors find no page.
  static func stands(in project: CaddyProject) -> Bool {
    project.words.contains { $0.text.contains("status_code}") && comparesWithText($0, project) }
  }

  private static func comparesWithText(_ word: CaddyWord, _ project: CaddyProject) -> Bool {
    let text = word.text.string
    guard text.contains("==") || text.contains("!=") || text.contains(" in "),
      case .success(let expression) = CaddyExpression.parse(word.text)
    else { return false }
    return compares(expression)
  }

  private static func compares(_ expression: CaddyExpression) -> Bool {
    switch expression {
    case .binary("&&", let left, let right), .binary("||", let left, let right): compares(left) || compares(right)
    case .binary("==", let left, let right), .binary("!=", let left, let right):
      isCode(left) && isText(right) || isText(left) && isCode(right)
    case .binary("in", let left, .list(let parts)): isCode(left) && parts.contains(where: isText)
    case .not(let inner): compares(inner)
    default: false
    }
  }

  private static func isCode(_ expression: CaddyExpression) -> Bool {
    if case .placeholder(let name) = expression { return name.hasSuffix("status_code") }
    return false
  }

  private static func isText(_ expression: CaddyExpression) -> Bool {
    if case .text(let text) = expression { return text.number != nil }
    return false
  }

  /// `"502"` and `'502'` inside a word; in JSON the quotation marks carry a backslash.
  private static func quotedNumbers(_ place: Place) -> [Place] {
    let bytes = place.source.bytes
    var found: [Place] = []
    var index = place.range.lowerBound
    while index < place.range.upperBound {
      defer { index += 1 }
      guard bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else { continue }
      var end = index + 1
      while end < place.range.upperBound, 0x30...0x39 ~= bytes[end] { end += 1 }
      guard end == index + 4 else { continue }
      if end < place.range.upperBound, bytes[end] == UInt8(ascii: "\\") { end += 1 }
      guard end < place.range.upperBound, bytes[end] == bytes[index] else { continue }
      found.append(place.source.place(index..<end + 1))
    }
    return found
  }
}
