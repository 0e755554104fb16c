import ProxyConfig
import Trace

/// What becomes of the path before anything looks at it.
extension Run {
  /// Dots and doubled slashes (`ap_normalize_path`).
  func normalize(_ exchange: Exchange) throws -> Int? {
    if !exchange.uri.hasPrefix("/") { return 400 }
    if exchange.uri.isWatched, isPlain(exchange.uri) { return nil }
    var parts: [ByteText] = []
    let all = exchange.uri.from(1).pieces("/").map(Self.decodeUnreserved)
    for (index, part) in all.enumerated() {
      let isLast = index == all.count - 1
      if part == "." || part == ".." {
        if part == ".." {
          if parts.isEmpty { return 400 }
          parts.removeLast()
        }
        if isLast { parts.append("") }
      } else if part.isEmpty, !isLast, server.mergesSlashes {
        continue
      } else if part.isEmpty, isLast, server.mergesSlashes, parts.last?.isEmpty == true {
        continue
      } else {
        parts.append(part)
      }
    }
    exchange.uri = "/" + ByteText.joined(parts, separator: "/")
    return nil
  }

  /// Letters, digits and `-._~` need no percent sign.
  private static func decodeUnreserved(_ text: ByteText) -> ByteText {
    guard text.contains("%") else { return text }
    var result = ByteText()
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "%"), let byte = hexByte(text, index + 1), isUnreserved(byte) {
        result.append(byte)
        index += 3
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    0x41...0x5A ~= byte & 0xDF || 0x30...0x39 ~= byte || "-._~".utf8.contains(byte)
  }

  static func hexByte(_ text: ByteText, _ index: Int) -> UInt8? {
    guard index + 1 < text.count, let high = hexDigit(text[index]), let low = hexDigit(text[index + 1]) else {
      return nil
    }
    return high << 4 | low
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// Percent signs (`ap_unescape_url_ex`): a broken one is 400, a slash or a zero byte 404.
  func decode(_ exchange: Exchange, _ slashes: Settings.EncodedSlashes) -> Int? {
    let text = exchange.uri
    guard text.contains("%") else { return nil }
    var result = ByteText()
    var (index, isBroken, isForbidden) = (0, false, false)
    while index < text.count {
      guard text[index] == UInt8(ascii: "%") else {
        result.append(text[index])
        index += 1
        continue
      }
      guard let byte = Self.hexByte(text, index + 1) else {
        isBroken = true
        result.append(text[index])
        index += 1
        continue
      }
      index += 3
      if byte == 0 || byte == UInt8(ascii: "/") && slashes == .refused { isForbidden = true }
      if byte == UInt8(ascii: "/"), slashes == .kept { result += text[index - 3..<index] } else { result.append(byte) }
    }
    exchange.uri = result
    if isBroken { return 400 }
    if isForbidden { return 404 }
    return slashes == .decoded ? (try? normalize(exchange)) ?? nil : nil
  }
}
