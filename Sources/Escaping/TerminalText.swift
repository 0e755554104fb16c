/// Text from a stranger made harmless for a terminal.
public enum TerminalText {
  /// `text` with everything a terminal might obey made visible: C0 and C1 controls (among them ESC), DEL, and the
  /// characters that reorder or hide text (Unicode TR 36, "Bidirectional Text Spoofing"). Tabs become one space, so
  /// that a caret under the text stays in its column.
  public static func harmless(_ text: some StringProtocol) -> String {
    let text = String(text)
    // Most text is plain ASCII, and stays as it is.
    if isPlain(text) { return text }
    var harmless = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09: harmless += " "
      case 0x00...0x1F: harmless.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "?")
      case 0x7F: harmless += "\u{2421}"
      case 0x80...0x9F, 0xAD, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
        0xE0000...0xE0FFF:
        harmless += "\u{FFFD}"
      default: harmless.unicodeScalars.append(scalar)
      }
    }
    return harmless
  }

  private static func isPlain(_ text: String) -> Bool {
    for byte in text.utf8 where byte < 0x20 || byte >= 0x7F { return false }
    return true
  }
}
