internal import Escaping

/// CSS without comments and needless white space. Nothing is renamed, merged or reordered.
enum MinifiedCSS {
  static func text(_ css: String) -> String {
    var output: [UInt8] = []
    var quote: UInt8?
    var pendingSpace = false
    let bytes = Array(css.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if let open = quote {
        output.append(byte)
        if byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
          index += 1
          output.append(bytes[index])
        } else if byte == open {
          quote = nil
        }
      } else if byte == UInt8(ascii: "/"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "*") {
        index = endOfComment(bytes, from: index + 2)
        pendingSpace = true
        continue
      } else if byte == 0x20 || (0x09...0x0D).contains(byte) {
        pendingSpace = true
      } else {
        if pendingSpace, let last = output.last, !tightAfter.contains(last), !tightBefore.contains(byte) {
          output.append(0x20)
        }
        pendingSpace = false
        if byte == UInt8(ascii: "}"), output.last == UInt8(ascii: ";") { output.removeLast() }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
        output.append(byte)
      }
      index += 1
    }
    // No text of a style sheet may end the element it stands in.
    return String(decoding: output, as: UTF8.self).substituting("</", by: "<\\/")
  }

  /// White space after these means nothing. A colon is among them because a selector never has a space after one.
  private static let tightAfter = Set("{};,:(".utf8)
  /// White space before these means nothing. A colon is not among them: `a :hover` is not `a:hover`.
  private static let tightBefore = Set("{};,)".utf8)

  private static func endOfComment(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") { return index + 2 }
      index += 1
    }
    return bytes.count
  }
}
