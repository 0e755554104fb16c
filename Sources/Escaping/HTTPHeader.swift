/// Text made safe for an HTTP header field's value (RFC 9110, section 5.5).
public enum HTTPHeader {
  /// `text` with line breaks and other control characters turned into spaces and non-ASCII characters into `?`, so
  /// that it can neither end the field nor start another.
  public static func value(_ text: some StringProtocol) -> String {
    var value = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x20...0x7E: value.unicodeScalars.append(scalar)
      case 0x80...: value += "?"
      default: value += " "
      }
    }
    return value
  }
}
