/// A text as a YAML scalar (YAML 1.2.2, chapter 7).
public enum YAMLText {
  /// As it is where no reader would take it for anything else, otherwise between double quotation marks.
  ///
  /// - Parameter isInFlow: between braces or brackets, where a comma or a colon says more than in a line of its own.
  public static func scalar(_ text: String, isInFlow: Bool) -> String {
    isPlain(text, isInFlow) ? text : "\"" + quoted(text) + "\""
  }

  /// A text for the rest of a comment's line: spaces in the place of control characters, of which U+0085, and with them
  /// U+2028 and U+2029, end a line for readers of YAML 1.1 (section 4.2).
  public static func comment(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.value {
          case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: " "
          default: scalar
          }
        }))
  }

  private static func isPlain(_ text: String, _ isInFlow: Bool) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, let last = bytes.last, isWordByte(first) || first == UInt8(ascii: "/") else {
      return false
    }
    guard last != UInt8(ascii: " "), last != UInt8(ascii: ":"), !isOtherKind(text) else { return false }
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: ":") where isInFlow || index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: " "):
        return false
      case UInt8(ascii: ","), UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"):
        if isInFlow || byte == UInt8(ascii: "#") { return false }
      case _ where isWordByte(byte): break
      default: if !" ./:_@%+=-()~;*".utf8.contains(byte) { return false }
      }
    }
    return true
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }

  /// Whether a reader would see a number, a truth value, nothing or a date.
  private static func isOtherKind(_ text: String) -> Bool {
    let words = ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf"]
    if words.contains(text.lowercased()) { return true }
    guard text.utf8.first.map({ $0 >= 0x30 && $0 <= 0x39 }) == true else { return false }
    return text.utf8.allSatisfy { byte in
      (byte >= 0x30 && byte <= 0x39) || "-:.eExXaAbBcCdDfF_+TZ ".utf8.contains(byte)
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _
      where scalar.value < 0x20 || 0x7F...0xA0 ~= scalar.value || [0x85, 0x2028, 0x2029, 0xFEFF].contains(scalar.value):
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
