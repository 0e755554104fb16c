/// Text made safe for a quoted string in a proxy's configuration language.
public enum ConfigText {
  /// A double-quoted nginx string. nginx has no escape for `$`, so a text with one is refused: the caller must pass it
  /// through a variable.
  public static func nginx(_ text: some StringProtocol) -> String? {
    guard !text.utf8.contains(UInt8(ascii: "$")) else { return nil }
    return "\"" + backslashed(text) + "\""
  }

  /// A double-quoted Caddyfile string, with placeholders (`{…}`) disarmed.
  public static func caddy(_ text: some StringProtocol) -> String {
    "\"" + backslashed(text).replacing("{", with: "\\{").replacing("}", with: "\\}") + "\""
  }

  private static func backslashed(_ text: some StringProtocol) -> String {
    var quoted = ""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar.value < 0x20 ? " " : scalar)
    }
    return quoted
  }
}
