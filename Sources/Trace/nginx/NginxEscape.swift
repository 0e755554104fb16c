import Diagnostics
import ProxyConfig

/// Percent-encoding as nginx does it (`ngx_escape_uri`, `ngx_unescape_uri`).
enum NginxEscape {
  /// For a path in a redirect or in a request to an upstream (`NGX_ESCAPE_URI`): controls, bytes above ASCII, and
  /// `` "#%<>?\^`{|} `` with the space.
  static func uri(_ text: ByteText) -> ByteText { encode(text, special: uriSpecial) }

  /// For a value inside arguments: the same and `&+;`.
  static func argument(_ text: ByteText) -> ByteText { encode(text, special: argumentSpecial) }

  private static let uriSpecial = Set(" \"#%<>?\\^`{|}".utf8)
  private static let argumentSpecial = uriSpecial.union("&+;".utf8)
  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func encode(_ text: ByteText, special: Set<UInt8>) -> ByteText {
    // Whoever follows all requests sends none that need it.
    if text.isWatched { return text }
    var encoded = ByteText()
    for byte in text {
      if byte < 0x20 || byte >= 0x7F || special.contains(byte) {
        encoded.append(UInt8(ascii: "%"))
        encoded.append(digits[Int(byte >> 4)])
        encoded.append(digits[Int(byte & 15)])
      } else {
        encoded.append(byte)
      }
    }
    return encoded
  }

  /// What a `rewrite` to an external address does to its result: harmless escapes are undone up to the `?`
  /// (`NGX_UNESCAPE_REDIRECT`).
  static func undoneForRedirect(_ text: ByteText) -> ByteText {
    if text.isWatched { return text }
    var result = ByteText()
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "?") { return result + text.from(index) }
      guard byte == UInt8(ascii: "%"), index + 2 < text.count, let high = NginxRequestPath.hex(text[index + 1]),
        let low = NginxRequestPath.hex(text[index + 2])
      else {
        result.append(byte)
        index += 1
        continue
      }
      let decoded = high << 4 | low
      index += 3
      if decoded == UInt8(ascii: "?") {
        result.append(decoded)
        return result + text.from(index)
      }
      if decoded > UInt8(ascii: "%"), decoded < 0x7F {
        result.append(decoded)
      } else {
        result.append(contentsOf: text[index - 3..<index])
      }
    }
    return result
  }
}
