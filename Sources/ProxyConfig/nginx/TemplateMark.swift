/// Recognises files that are still templates: Jinja, Go templates, ERB, envsubst.
enum TemplateMark {
  /// The first `${NAME}` in capitals, which stands for a variable of the environment and not of nginx.
  static func environmentVariable(in word: ByteText) -> String? {
    var rest = word
    while let dollar = rest.firstIndex(of: UInt8(ascii: "$")) {
      rest = rest.from(dollar + 1)
      guard rest.first == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")) else { continue }
      let name = rest.upTo(end).from(1)
      let isCapital = name.allSatisfy { 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_") }
      if isCapital, let first = name.first, 0x41...0x5A ~= first { return name.string }
    }
    return nil
  }

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
