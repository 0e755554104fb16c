/// Makes ids from headings by GitHub's rule: lower case, only letters, marks, digits, `_` and `-` kept, spaces as `-`,
/// and `-1`, `-2` behind the ones that occurred before.
struct HeadingIDs {
  private var occurrences: [String: Int] = [:]

  mutating func make(from text: ArraySlice<UInt8>) -> String {
    let base = Self.slug(text)
    var id = base
    while occurrences[id] != nil {
      let count = occurrences[base, default: 0] + 1
      occurrences[base] = count
      id = "\(base)-\(count)"
    }
    occurrences[id] = 0
    return id
  }

  private static func slug(_ text: ArraySlice<UInt8>) -> String {
    var slug: [UInt8] = []
    slug.reserveCapacity(text.count)
    for byte in text {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        slug.append(byte)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): slug.append(byte | 0x20)
      case 0x20, 0x0A: slug.append(UInt8(ascii: "-"))
      case 0x80...: return fullSlug(String(decoding: text, as: UTF8.self))
      default: break
      }
    }
    return slug.isEmpty ? "section" : String(decoding: slug, as: UTF8.self)
  }

  private static func fullSlug(_ text: String) -> String {
    var slug = ""
    for scalar in text.lowercased().unicodeScalars {
      if scalar == " " || scalar == "\n" {
        slug += "-"
      } else if scalar == "-" || isWord(scalar) {
        slug.unicodeScalars.append(scalar)
      }
    }
    return slug.isEmpty ? "section" : slug
  }

  /// The regular expression class `\p{Word}` of Ruby, which GitHub uses.
  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .connectorPunctuation:
      true
    default: false
    }
  }
}
