import Diagnostics
import ProxyConfig

/// A request's path as nginx understands it: decoded, with `.`, `..` and doubled slashes resolved
/// (`ngx_http_parse_complex_uri`).
struct NginxRequestPath {
  let path: ByteText
  let arguments: ByteText
  /// There was a percent sign or a plus, so groups are encoded again when they are put into arguments.
  let isQuoted: Bool

  private enum State { case usual, slash, dot, dotDot }

  /// Nil when the path leads out of the root, holds a zero byte or a broken escape.
  init?(_ target: ByteText, mergesSlashes: Bool) {
    var path = ByteText()
    var state = State.usual
    var quoted = false
    var index = 0
    var arguments = ByteText()
    reading: while index < target.count {
      var byte = target[index]
      var isLiteral = false
      index += 1
      if byte == UInt8(ascii: "%") {
        guard index + 1 < target.count, let high = Self.hex(target[index]), let low = Self.hex(target[index + 1]) else {
          return nil
        }
        byte = high << 4 | low
        if byte == 0 { return nil }
        index += 2
        quoted = true
        // These three lose their special meaning when they were encoded; dots and slashes do not.
        isLiteral = byte == UInt8(ascii: "%") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "?")
      }
      if byte == UInt8(ascii: "+") { quoted = true }
      // What follows a number sign is for the browser.
      if !isLiteral, byte == UInt8(ascii: "#") { break reading }
      if !isLiteral, byte == UInt8(ascii: "?") {
        arguments = ByteText(target.from(index).prefix { $0 != UInt8(ascii: "#") })
        break reading
      }
      guard Self.step(&path, &state, isLiteral ? 0x61 : byte, stored: byte, mergesSlashes) else { return nil }
    }
    guard Self.close(&path, state) else { return nil }
    self.path = path
    self.arguments = arguments
    isQuoted = quoted
  }

  private static func step(
    _ path: inout ByteText, _ state: inout State, _ byte: UInt8, stored: UInt8, _ merges: Bool
  ) -> Bool {
    let isSlash = byte == UInt8(ascii: "/")
    let isDot = byte == UInt8(ascii: ".")
    switch state {
    case .usual:
      path.append(stored)
      if isSlash { state = .slash }
    case .slash:
      if isSlash {
        if !merges { path.append(stored) }
      } else {
        path.append(stored)
        state = isDot ? .dot : .usual
      }
    case .dot:
      if isSlash {
        path.removeLast()
        state = .slash
      } else {
        path.append(stored)
        state = isDot ? .dotDot : .usual
      }
    case .dotDot:
      if isSlash {
        guard up(&path) else { return false }
        state = .slash
      } else {
        path.append(stored)
        state = .usual
      }
    }
    return true
  }

  /// Takes `/..` and the segment before it away, the slash in front of that segment stays.
  private static func up(_ path: inout ByteText) -> Bool {
    guard path.count >= 4 else { return false }
    path.removeLast(3)
    while let last = path.last, last != UInt8(ascii: "/") { path.removeLast() }
    return !path.isEmpty
  }

  private static func close(_ path: inout ByteText, _ state: State) -> Bool {
    switch state {
    case .usual, .slash: return true
    case .dot:
      path.removeLast()
      return true
    case .dotDot: return up(&path)
    }
  }

  static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
