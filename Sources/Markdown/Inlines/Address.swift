/// How far an address without brackets reaches (GFM, section 6.9; where the text is silent, cmark-gfm's `autolink.c`).
enum Address {
  struct Found {
    let range: Range<Int>
    /// What the link's URL has in front of the text: `http://`, `mailto:` or nothing.
    let prefix: String
  }

  /// The address that a `:`, `w` or `@` at `index` belongs to, if it does; `text` bounds it on both sides.
  static func find(_ bytes: [UInt8], in text: Range<Int>, at index: Int, startsFreely: Bool) -> Found? {
    switch bytes[index] {
    case UInt8(ascii: ":"): url(bytes, in: text, colon: index)
    case UInt8(ascii: "@"): email(bytes, in: text, at: index)
    default: web(bytes, in: text, start: index, startsFreely: startsFreely)
    }
  }

  private static func url(_ bytes: [UInt8], in text: Range<Int>, colon: Int) -> Found? {
    guard hasScheme(bytes, in: text, colon: colon) else { return nil }
    var start = colon
    while start > text.lowerBound, isLetter(bytes[start - 1]) { start -= 1 }
    let domain = domainEnd(bytes, colon + 3..<text.upperBound, needsDot: false)
    guard let domain else { return nil }
    let end = trimmedEnd(bytes, colon..<spaceEnd(bytes, domain..<text.upperBound))
    return end > colon ? Found(range: start..<end, prefix: "") : nil
  }

  /// Whether `http://`, `https://` or `ftp://` and a host's first byte stand around the colon.
  static func hasScheme(_ bytes: [UInt8], in text: Range<Int>, colon: Int) -> Bool {
    guard colon + 3 < text.upperBound, bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/")
    else {
      return false
    }
    var start = colon
    while start > text.lowerBound, isLetter(bytes[start - 1]) { start -= 1 }
    let scheme = bytes[start..<colon]
    return ["http", "https", "ftp"].contains { $0.utf8.count == scheme.count && Safety.starts(scheme, $0) }
      && isHost(bytes, colon + 3, text.upperBound)
  }

  /// Whether `www.` behind this byte starts an address.
  static func allowsWeb(behind byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "("): true
    default: false
    }
  }

  private static func web(_ bytes: [UInt8], in text: Range<Int>, start: Int, startsFreely: Bool) -> Found? {
    guard start + 4 <= text.upperBound, bytes[start..<start + 4].elementsEqual("www.".utf8) else { return nil }
    if start > text.lowerBound {
      guard allowsWeb(behind: bytes[start - 1]) else { return nil }
    } else if !startsFreely {
      return nil
    }
    guard let domain = domainEnd(bytes, start..<text.upperBound, needsDot: true) else { return nil }
    let end = trimmedEnd(bytes, start..<spaceEnd(bytes, domain..<text.upperBound))
    return end > start ? Found(range: start..<end, prefix: "http://") : nil
  }

  private static func email(_ bytes: [UInt8], in text: Range<Int>, at: Int) -> Found? {
    var start = at
    while start > text.lowerBound, isAlphanumeric(bytes[start - 1]) || ".+-_".utf8.contains(bytes[start - 1]) {
      start -= 1
    }
    guard start < at else { return nil }
    var end = at + 1
    var dots = 0
    while end < text.upperBound {
      let byte = bytes[end]
      if byte == UInt8(ascii: "."), end + 1 < text.upperBound, isAlphanumeric(bytes[end + 1]) {
        dots += 1
      } else if !isAlphanumeric(byte), byte != UInt8(ascii: "-"), byte != UInt8(ascii: "_") {
        break
      }
      end += 1
    }
    guard dots > 0, isLetter(bytes[end - 1]), end == text.upperBound || bytes[end] != UInt8(ascii: "@") else {
      return nil
    }
    return Found(range: start..<end, prefix: "mailto:")
  }

  /// The end of a domain's letters, digits, dashes and dots; nil if it has an underscore in its last two parts, or no dot
  /// where one is needed.
  static func domainEnd(_ bytes: [UInt8], _ range: Range<Int>, needsDot: Bool) -> Int? {
    var dots = 0
    var underscores = (beforeLast: 0, last: 0)
    var index = range.lowerBound + 1
    // The last byte is not looked at: a dot there ends the sentence.
    while index < range.upperBound - 1 {
      switch bytes[index] {
      case UInt8(ascii: "_"): underscores.last += 1
      case UInt8(ascii: "."):
        dots += 1
        underscores = (underscores.last, 0)
      case UInt8(ascii: "-"): break
      default:
        guard isHost(bytes, index, range.upperBound) else { return accepted() }
      }
      index += 1
    }
    func accepted() -> Int? {
      if dots <= 10, underscores.beforeLast + underscores.last > 0 { return nil }
      return needsDot && dots == 0 ? nil : index
    }
    return accepted()
  }

  private static func spaceEnd(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    range.first { bytes[$0] <= 0x20 || bytes[$0] == UInt8(ascii: "<") } ?? range.upperBound
  }

  /// The end without the punctuation that belongs to the sentence: `?!.,:*_~'"`, a closing parenthesis too many, and
  /// what looks like a character reference.
  static func trimmedEnd(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    var end = range.upperBound
    var surplus = 0
    for index in range {
      if bytes[index] == UInt8(ascii: "(") { surplus -= 1 }
      if bytes[index] == UInt8(ascii: ")") { surplus += 1 }
    }
    while end > range.lowerBound {
      switch bytes[end - 1] {
      case UInt8(ascii: ")"):
        guard surplus > 0 else { return end }
        surplus -= 1
        end -= 1
      case UInt8(ascii: "?"), UInt8(ascii: "!"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"),
        UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "'"), UInt8(ascii: "\""):
        end -= 1
      case UInt8(ascii: ";"):
        var start = end - 2
        while start > range.lowerBound, isLetter(bytes[start]) { start -= 1 }
        let isReference = start < end - 2 && start >= range.lowerBound && bytes[start] == UInt8(ascii: "&")
        end = isReference ? start : end - 1
      default: return end
      }
    }
    return end
  }

  /// Whether a host name may hold what is at `index`; beyond ASCII everything but a few spaces and marks may be in it.
  private static func isHost(_ bytes: [UInt8], _ index: Int, _ end: Int) -> Bool {
    guard index < end else { return false }
    let byte = bytes[index]
    if byte < 0x80 { return isAlphanumeric(byte) }
    guard byte >= 0xC2 else { return true }
    let scalar = String(decoding: bytes[index..<min(index + 4, end)], as: UTF8.self).unicodeScalars.first
    switch scalar?.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .spaceSeparator:
      return false
    default: return true
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
