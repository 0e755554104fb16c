/// Recognises files that are still templates: Jinja, Go templates, ERB.
enum TemplateMark {
  /// The first mark of a template language outside comments and quotation marks: `{{`, `{%` or `<%`.
  static func find(in bytes: [UInt8]) -> Range<Int>? {
    var index = 0
    var quote: UInt8 = 0
    while index + 1 < bytes.count {
      let byte = bytes[index]
      if quote != 0 {
        if byte == UInt8(ascii: "\\") { index += 1 } else if byte == quote { quote = 0 }
      } else {
        switch byte {
        case UInt8(ascii: "{") where bytes[index + 1] == byte || bytes[index + 1] == UInt8(ascii: "%"),
          UInt8(ascii: "<") where bytes[index + 1] == UInt8(ascii: "%"):
          return index..<index + 2
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
          if index == 0 || bytes[index - 1] <= 0x20 { quote = byte }
        case UInt8(ascii: "#"):
          if index == 0 || bytes[index - 1] <= 0x20 {
            while index < bytes.count, bytes[index] != 0x0A { index += 1 }
          }
        case UInt8(ascii: "\\"): index += 1
        default: break
        }
      }
      index += 1
    }
    return nil
  }
}
