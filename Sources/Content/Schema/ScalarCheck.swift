internal import Diagnostics

/// Reads one scalar as its shape asks.
enum ScalarCheck {
  struct Problem: Error {
    var id = "wrong-type"
    let message: String
    var notes: [String] = []
    var help: String?
  }

  static func check(_ text: String, _ shape: Shape) -> Result<CheckedValue, Problem> {
    switch shape {
    case .text(let maximum): checkText(text, maximum)
    case .integer(let range):
      if let number = Int(text), range.contains(number) {
        .success(.integer(number))
      } else {
        .failure(
          Problem(
            message:
              "should be a whole number from \(range.lowerBound) to \(range.upperBound), not “\(text.prefix(60))”"))
      }
    case .boolean:
      switch text {
      case "true": .success(.boolean(true))
      case "false": .success(.boolean(false))
      default: .failure(Problem(message: "should be `true` or `false`, not “\(text.prefix(60))”"))
      }
    case .day:
      Day(text).map { .success(.day($0)) }
        ?? .failure(Problem(message: "should be a date such as 2026-11-22, not “\(text.prefix(60))”"))
    case .webAddress(let contact): checkAddress(text, contact: contact)
    case .choice(let words):
      words.contains(text)
        ? .success(.text(text))
        : .failure(
          Problem(
            message: "should be one of \(words.joined(separator: ", ")), not “\(text.prefix(60))”",
            help: NearestName.of(text, among: words).map { "did you mean `\($0)`?" }))
    case .colour:
      isColour(text)
        ? .success(.text(text.lowercased()))
        : .failure(Problem(message: "should be a colour such as \"#0b6e6e\", not “\(text.prefix(60))”"))
    case .list, .object, .table, .either:
      .failure(Problem(message: "should be \(shape.description)"))
    }
  }

  private static func checkText(_ text: String, _ maximum: Int?) -> Result<CheckedValue, Problem> {
    if text.allSatisfy(\.isWhitespace) { return .failure(Problem(id: "missing-field", message: "is empty")) }
    let isPlain = isPlain(text)
    if !isPlain, holdsControl(text) {
      return .failure(Problem(id: "control-character", message: "holds a control character"))
    }
    // A character has at least one byte.
    if let maximum, text.utf8.count > maximum, text.unicodeScalars.count > maximum {
      let length = text.unicodeScalars.count
      return .failure(Problem(id: "text-too-long", message: "has \(length) characters; \(maximum) fit"))
    }
    return .success(.text(isPlain ? text : inOneLine(text)))
  }

  /// Whether a text is ASCII without control characters, as most are; one quick pass.
  private static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      for byte in bytes where byte < 0x20 || byte >= 0x7F { return false }
      return true
    }
  }

  /// Every text of ours is a line or a paragraph, and stands in comments of configurations, headers and lists that a line
  /// break would end.
  private static func inOneLine(_ text: String) -> String {
    guard text.utf8.contains(0x0A) else { return text }
    let words = text.split(separator: "\n").flatMap { $0.split(whereSeparator: \.isWhitespace) }
    return words.joined(separator: " ")
  }

  /// Whether a text has a character that is none: a control character but for line breaks and tabs, among them U+0085, which
  /// ends a line in YAML, U+2028 and U+2029, which do so for other readers, and U+FFFE and U+FFFF, which XML forbids.
  private static func holdsControl(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      for (index, byte) in bytes.enumerated() {
        switch byte {
        case 0x20..<0x7F, 0x09, 0x0A: continue
        case 0..<0x20, 0x7F: return true
        case 0xC2 where bytes[index + 1] < 0xA0: return true
        case 0xE2 where bytes[index + 1] == 0x80 && bytes[index + 2] & 0xFE == 0xA8: return true
        case 0xEF where bytes[index + 1] == 0xBF && bytes[index + 2] & 0xFE == 0xBE: return true
        default: continue
        }
      }
      return false
    }
  }

  private static func checkAddress(_ text: String, contact: Bool) -> Result<CheckedValue, Problem> {
    let schemes = contact ? ["https://", "http://", "mailto:", "tel:"] : ["https://", "http://"]
    let isClean = text.utf8.allSatisfy(mayStandInAddress) && (isPlain(text) || !holdsControl(text))
    let lowercased = text.lowercased()
    guard let scheme = schemes.first(where: { lowercased.hasPrefix($0) }), isClean,
      text.utf8.count > scheme.utf8.count, !(scheme.hasPrefix("http") && holdsMarkInHost(text.dropFirst(scheme.count)))
    else {
      return .failure(
        Problem(
          message:
            "should be an absolute URL that starts with \(schemes.joined(separator: " or ")), not “\(text.prefix(80))”")
      )
    }
    return .success(.text(text))
  }

  /// Whether what stands for a host has marks that no name has (RFC 1123, section 2.1), though a URL may (RFC 3986,
  /// section 3.2.2): in a `Content-Security-Policy` they would begin another source or directive.
  private static func holdsMarkInHost(_ rest: Substring) -> Bool {
    rest.utf8.prefix { !"/?#".utf8.contains($0) }.contains { "!$&'()*,;=".utf8.contains($0) }
  }

  private static func mayStandInAddress(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
      UInt8(ascii: "^"),
      UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
      false
    default: true
    }
  }

  private static func isColour(_ text: String) -> Bool {
    text.utf8.count == 7 && text.hasPrefix("#") && text.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}

/// A key of `codes:` in a locale file: a status code, a class, or the page for planned work.
enum StatusKey: Hashable {
  case code(Int)
  /// 4 or 5.
  case family(Int)
  case maintenance

  init?(_ text: String) {
    switch text {
    case "4xx": self = .family(4)
    case "5xx": self = .family(5)
    case "maintenance": self = .maintenance
    default:
      guard text.utf8.count == 3, let code = Int(text), (400...599).contains(code) else { return nil }
      self = .code(code)
    }
  }
}

extension Shape {
  /// The shape in words, to stand after "should be".
  var description: String {
    switch self {
    case .text: "text"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .boolean: "`true` or `false`"
    case .day: "a date such as 2026-11-22"
    case .webAddress: "an absolute URL"
    case .choice(let words): "one of \(words.joined(separator: ", "))"
    case .colour: "a colour such as \"#0b6e6e\""
    case .list(let element, _): "a list, each item \(element.description)"
    case .object: "a mapping"
    case .table(.statusCode, _): "a mapping with status codes as keys"
    case .table(.language, _): "a mapping with languages as keys"
    case .table(.dataName, _): "a mapping with names of attributes as keys"
    case .table(.token, _): "a mapping with names as keys"
    case .either(let first, let second): "\(first.description) or \(second.description)"
    }
  }
}
