/// Text made safe for an XML 1.0 document, as element content or a quoted attribute value.
public enum XML {
  /// `text` with markup characters replaced by references, and without the characters XML 1.0 forbids (section 2.2).
  public static func escape(_ text: some StringProtocol) -> String {
    let allowed = text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
      default: false
      }
    }
    return HTML.escape(String(String.UnicodeScalarView(allowed)))
  }
}
