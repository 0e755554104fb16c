import Diagnostics

/// Cuts an nginx configuration into statements, exactly as `ngx_conf_read_token` does.
///
/// White space is space, tab, CR and LF. A word is quoted only when a quotation mark is its first byte; `#` starts a
/// comment only where a word could start; `}` ends a block only there, so `a}b` is one word; `{` after `$` belongs to
/// the word. Unlike nginx, the lexer goes on after damage.
struct NginxLexer {
  /// How a statement ended.
  enum Ending: Hashable { case semicolon, blockStart, blockEnd, fileEnd }

  /// nginx reads through a buffer of this size; a word or comment must fit it (`NGX_CONF_BUFFER`).
  static let bufferSize = 4096

  let source: Source
  let shared: SharedSource
  let bytes: [UInt8]
  private(set) var position = 0
  private(set) var damage: [Diagnostic] = []

  init(_ source: Source, from start: Int = 0) {
    self.source = source
    shared = SharedSource(source)
    bytes = source.bytes
    position = start
  }

  /// Reads one statement's words.
  mutating func next(into words: inout [Argument]) -> Ending {
    words.removeAll(keepingCapacity: true)
    while position < bytes.count {
      let start = position
      switch bytes[position] {
      case 0x20, 0x09, 0x0D, 0x0A:
        position += 1
      case UInt8(ascii: "#"):
        skipComment()
      case UInt8(ascii: ";"):
        position += 1
        if words.isEmpty { report("unexpected-token", "unexpected \";\"", start..<position) } else { return .semicolon }
      case UInt8(ascii: "{"):
        position += 1
        if words.isEmpty { report("unexpected-token", "unexpected \"{\"", start..<position) }
        return .blockStart
      case UInt8(ascii: "}"):
        guard words.isEmpty else {
          report(
            "unterminated-directive", "unexpected \"}\": the directive before it has no \";\"",
            words[0].range.lowerBound..<words[words.count - 1].range.upperBound,
            help: "write \";\" after the last word")
          return .semicolon
        }
        position += 1
        return .blockEnd
      case UInt8(ascii: "\""): readQuoted(UInt8(ascii: "\""), .double, into: &words)
      case UInt8(ascii: "'"): readQuoted(UInt8(ascii: "'"), .single, into: &words)
      default: readBare(into: &words)
      }
    }
    guard words.isEmpty else {
      report(
        "unexpected-end", "unexpected end of file, expecting \";\" or \"}\"",
        words[0].range.lowerBound..<bytes.count)
      return .semicolon
    }
    return .fileEnd
  }

  /// Moves on past bytes somebody else has read, such as a block of Lua.
  mutating func skip(to offset: Int) {
    position = min(max(position, offset), bytes.count)
  }

  mutating func report(_ id: String, _ message: String, _ range: Range<Int>, help: String? = nil) {
    // A hundred problems say as much about a file as a million.
    guard damage.count < 100 else { return }
    damage.append(Diagnostic(id, .error, message, at: source.place(range), help: help))
  }

  private mutating func skipComment() {
    let start = position
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
    if position - start >= Self.bufferSize, start + Self.bufferSize < bytes.count {
      report(
        "too-long-token", "this comment line is longer than the 4,095 bytes nginx can read at once",
        start..<start + 40, help: "break the line")
    }
  }

  /// A word without quotation marks: up to white space, `;` or `{`, none of them escaped.
  private mutating func readBare(into words: inout [Argument]) {
    let start = position
    var hasEscape = false
    var afterDollar = false
    scan: while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0D, 0x0A, UInt8(ascii: ";"): break scan
      case UInt8(ascii: "{"):
        if !afterDollar { break scan }
        // `${`: the brace is part of the word, and another one right after it would be as well.
        position += 1
      case UInt8(ascii: "\\"):
        hasEscape = true
        afterDollar = false
        position += 2
      case UInt8(ascii: "$"):
        afterDollar = true
        position += 1
      default:
        afterDollar = false
        position += 1
      }
    }
    position = min(position, bytes.count)
    guard position < bytes.count else {
      // The end of the file cuts the word off; the caller reports it.
      words.append(word(start..<position, .none, hasEscape))
      return
    }
    let isSpace = bytes[position] <= 0x20
    checkLength(from: start, to: isSpace ? position + 1 : position)
    words.append(word(start..<position, .none, hasEscape))
  }

  private mutating func readQuoted(_ mark: UInt8, _ quoting: Argument.Quoting, into words: inout [Argument]) {
    let start = position
    var hasEscape = false
    position += 1
    while position < bytes.count, bytes[position] != mark {
      if bytes[position] == UInt8(ascii: "\\") {
        hasEscape = true
        position += 1
      }
      position += 1
    }
    guard position < bytes.count else {
      position = bytes.count
      if position - start > Self.bufferSize { checkLength(from: start + 1, to: position) }
      report(
        "unexpected-end", "this quotation mark is never closed", start..<start + 1,
        help: "write \(mark == UInt8(ascii: "\"") ? "\"" : "'") where the text ends")
      words.removeAll()
      return
    }
    position += 1
    checkLength(from: start + 1, to: position)
    words.append(word(start..<position, quoting, hasEscape))
    guard position < bytes.count else { return }
    switch bytes[position] {
    case 0x20, 0x09, 0x0D, 0x0A, UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: ")"): break
    default:
      report(
        "unexpected-token", "unexpected \"\(source.text(position..<position + 1))\" after a closing quotation mark",
        position..<position + 1, help: "put a space between the two, or both inside one pair of quotation marks")
    }
  }

  private mutating func checkLength(from start: Int, to end: Int) {
    guard end - start >= Self.bufferSize, start + Self.bufferSize < bytes.count else { return }
    report(
      "too-long-token", "this word is longer than the 4,095 bytes nginx can read at once", start..<start + 40,
      help: "split the text: `set $a \"…\"; set $b \"…\";` and use \"$a$b\"")
  }

  private func word(_ range: Range<Int>, _ quoting: Argument.Quoting, _ hasEscape: Bool) -> Argument {
    let inner = quoting == .none ? range : range.lowerBound + 1..<range.upperBound - 1
    guard hasEscape, inner.count <= Self.bufferSize else { return Argument(in: shared, range, quoting: quoting) }
    return Argument(in: shared, range, quoting: quoting, decoded: unescaped(inner))
  }

  /// `\"`, `\'`, `\\`, `\t`, `\r` and `\n` are translated; any other backslash stays.
  private func unescaped(_ range: Range<Int>) -> ByteText {
    var text = ByteText()
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < range.upperBound else {
        text.append(byte)
        continue
      }
      switch bytes[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): text.append(bytes[index])
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "n"): text.append(0x0A)
      default:
        text.append(byte)
        continue
      }
      index += 1
    }
    return text
  }
}
