import Diagnostics

/// Cuts a Caddyfile into words (`caddyconfig/caddyfile/lexer.go`).
///
/// A word ends at a blank; `"…"` knows `\"`, `` `…` `` nothing at all, `<<MARK` starts a heredoc since 2.7; `#` is a comment at
/// the start of a word only; a backslash before a line break joins lines.
struct CaddyLexer {
  let source: CaddyExpandedSource
  private let file: String
  private let release: CaddyRelease
  let bytes: [UInt8]
  var position = 0
  var line = 1
  var skippedLines = 0

  init(_ source: CaddyExpandedSource, file: String, release: CaddyRelease) {
    self.source = source
    bytes = source.bytes
    self.file = file
    self.release = release
    if source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  mutating func tokens() throws(CaddyRefusal) -> [CaddyToken] {
    var tokens: [CaddyToken] = []
    while let token = try next() { tokens.append(token) }
    return tokens
  }

  func token(_ value: [UInt8], _ quote: CaddyToken.Quote, line: Int, from start: Int) -> CaddyToken {
    CaddyToken(
      text: CaddyLexer.repaired(value), quote: quote, line: line, place: source.place(start..<max(start, position)),
      file: file)
  }

  /// Go reads runes: a byte that is no UTF-8 becomes U+FFFD.
  private static func repaired(_ value: [UInt8]) -> ByteText {
    value.allSatisfy { $0 < 0x80 } ? ByteText(value) : ByteText(String(decoding: value, as: UTF8.self))
  }

  /// The blanks of Go's `unicode.IsSpace`, and how many bytes they take.
  private func space(at index: Int) -> Int {
    let byte = bytes[index]
    if byte == 0x20 || 0x09...0x0D ~= byte { return 1 }
    guard byte >= 0xC2, index + 1 < bytes.count else { return 0 }
    if byte == 0xC2 { return bytes[index + 1] == 0x85 || bytes[index + 1] == 0xA0 ? 2 : 0 }
    guard index + 2 < bytes.count else { return 0 }
    switch (byte, bytes[index + 1], bytes[index + 2]) {
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9), (0xE2, 0x80, 0xAF),
      (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
      return 3
    default: return 0
    }
  }

  private mutating func next() throws(CaddyRefusal) -> CaddyToken? {
    var value: [UInt8] = []
    var (isComment, isEscaped, isHeredocEscaped) = (false, false, false)
    var tokenLine = line
    var start = position
    while position < bytes.count {
      let byte = bytes[position]
      if release.isModern, !isHeredocEscaped, value.count > 1, value[0] == UInt8(ascii: "<"),
        value[1] == UInt8(ascii: "<")
      {
        // Everything up to a blank or the line's end is the heredoc's mark.
        position += 1
        if byte == 0x20 {
          position -= 1
          let result = token(value, .none, line: tokenLine, from: start)
          position += 1
          return result
        }
        if byte == 0x0D { continue }
        if byte == 0x0A { return try heredoc(value, line: tokenLine, from: start) }
        value.append(byte)
        continue
      }
      if !isEscaped, byte == UInt8(ascii: "\\") {
        isEscaped = true
        position += 1
        continue
      }
      let blank = space(at: position)
      if blank > 0 {
        position += blank
        if byte == 0x0D { continue }
        if byte == 0x0A {
          if isEscaped {
            skippedLines += 1
            isEscaped = false
          } else {
            line += 1 + skippedLines
            skippedLines = 0
          }
          isComment = false
        }
        if !value.isEmpty {
          let end = position
          position -= blank
          defer { position = end }
          return token(value, .none, line: tokenLine, from: start)
        }
        continue
      }
      if byte == UInt8(ascii: "#"), value.isEmpty { isComment = true }
      if isComment {
        skipComment()
        continue
      }
      if value.isEmpty {
        (tokenLine, start) = (line, position)
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "`") {
          return quoted(byte, startsEscaped: isEscaped, line: tokenLine, from: start)
        }
      }
      if isEscaped {
        if release.isModern, byte == UInt8(ascii: "<") {
          isHeredocEscaped = true
        } else {
          value.append(UInt8(ascii: "\\"))
        }
        isEscaped = false
      }
      value.append(byte)
      position += 1
    }
    return value.isEmpty ? nil : token(value, .none, line: tokenLine, from: start)
  }

  /// A comment ends with its line; the backslash of an unfinished escape in it still joins lines, as in Caddy.
  private mutating func skipComment() {
    position += 1
    while position < bytes.count, bytes[position] != 0x0A, bytes[position] != UInt8(ascii: "\\") { position += 1 }
  }

  private mutating func quoted(_ mark: UInt8, startsEscaped: Bool, line tokenLine: Int, from start: Int) -> CaddyToken?
  {
    var value: [UInt8] = []
    var isEscaped = startsEscaped
    let isDouble = mark == UInt8(ascii: "\"")
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if !isEscaped, isDouble, byte == UInt8(ascii: "\\") {
        isEscaped = true
        continue
      }
      if isDouble, isEscaped {
        if byte != mark { value.append(UInt8(ascii: "\\")) }
        isEscaped = false
      } else if byte == mark {
        return token(value, isDouble ? .double : .backtick, line: tokenLine, from: start)
      }
      if byte == 0x0A {
        line += 1 + skippedLines
        skippedLines = 0
      }
      value.append(byte)
    }
    // Never closed: Caddy takes what there is as a plain word.
    return value.isEmpty ? nil : token(value, .none, line: tokenLine, from: start)
  }
}
