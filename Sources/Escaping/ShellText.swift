/// A word of a command line for a POSIX shell (IEEE Std 1003.1, "Shell Command Language", 2.2 Quoting).
public enum ShellText {
  /// The word as it is when no shell would read anything into it, otherwise between single quotation marks.
  public static func word(_ text: String) -> String {
    if !text.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
    return "'" + text.replacing("'", with: "'\\''") + "'"
  }

  public static func line(_ words: [String]) -> String { words.map(word).joined(separator: " ") }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_-./:=@%+,".utf8.contains(byte)
    }
  }
}
