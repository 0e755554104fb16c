/// Text made safe for an XML 1.0 document, as element content or a quoted attribute value.
public enum XML {
  /// `text` with markup characters replaced by references, and without the characters XML 1.0 forbids (section 2.2).
  public static func escape(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(where: isSuspect) else { return HTML.escape(text) }
    let allowed = text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
      default: false
      }
    }
    return HTML.escape(String(String.UnicodeScalarView(allowed)))
  }

  /// The same for the usual kind of text, which is looked through as bytes.
  public static func escape(_ text: String) -> String {
    var text = text
    return text.withUTF8({ $0.contains(where: isSuspect) }) ? escape(text[...]) : HTML.escape(text)
  }

  /// Whether a byte may be part of a forbidden character: a control character, or U+FFFE and U+FFFF, which begin with EF.
  private static func isSuspect(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x9 && byte != 0xA && byte != 0xD || byte == 0xEF
  }
}
