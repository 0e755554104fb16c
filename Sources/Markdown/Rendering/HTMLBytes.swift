internal import Escaping

/// Escaping as libcmark does it, byte by byte, with runs copied whole.
enum HTMLBytes {
  /// Text for element content and double-quoted attributes: `& < > "` become references (libcmark's
  /// `houdini_escape_html0`, which leaves the apostrophe alone).
  static func appendText(_ bytes: [UInt8], _ range: Range<Int>, to output: inout [UInt8]) {
    HTML.append(bytes, range, to: &output)
  }

  static func appendText(_ text: String, to output: inout [UInt8]) {
    let bytes = Array(text.utf8)
    appendText(bytes, 0..<bytes.count, to: &output)
  }

  /// A URL for a double-quoted attribute: what a URL may not hold is percent-encoded as UTF-8, `&` and `'` become
  /// references (libcmark's `houdini_escape_href`). Percent signs stay as they are.
  static func appendURL(_ url: some Sequence<UInt8>, to output: inout [UInt8]) {
    for byte in url {
      if isURLSafe(byte) {
        output.append(byte)
      } else if byte == UInt8(ascii: "&") {
        output.append(contentsOf: "&amp;".utf8)
      } else if byte == UInt8(ascii: "'") {
        output.append(contentsOf: "&#x27;".utf8)
      } else {
        output.append(UInt8(ascii: "%"))
        output.append(hexDigit(byte >> 4))
        output.append(hexDigit(byte & 15))
      }
    }
  }

  private static func isURLSafe(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
      UInt8(ascii: "+"), UInt8(ascii: "!"), UInt8(ascii: "*"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: ","), UInt8(ascii: "%"), UInt8(ascii: "#"), UInt8(ascii: "@"), UInt8(ascii: "?"),
      UInt8(ascii: "="), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "$"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
