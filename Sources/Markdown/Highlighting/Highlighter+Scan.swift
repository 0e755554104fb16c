extension Highlighter {
  /// Colours token by token.
  mutating func scan() {
    while index < end {
      let byte = bytes[index]
      switch byte {
      case 0x0A:
        index += 1
        isLineStart = true
        isStatementStart = !isContinued
      case 0x20, 0x09, 0x0D: index += 1
      default:
        scanToken(byte)
        isLineStart = false
      }
    }
  }

  /// Whether a backslash keeps the statement of the line that has just ended going.
  private var isContinued: Bool {
    index >= 2 && bytes[index - 2] == UInt8(ascii: "\\") && grammar.firstWord != .ordinary
  }

  private mutating func scanToken(_ byte: UInt8) {
    if scanComment() { return }
    if isLineStart, grammar.hasSections, scanSection(byte) { return }
    if grammar.quotes.utf8.contains(byte) { return scanString(byte) }
    if grammar.sigils.utf8.contains(byte), scanVariable(byte) { return }
    if isWordByte(byte) { return scanWord(byte) }
    index += 1
    switch byte {
    case UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"): isStatementStart = true
    case UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: "("): isStatementStart = grammar.firstWord == .command
    case UInt8(ascii: "$"), UInt8(ascii: "-"), UInt8(ascii: ","): break
    default: if grammar.firstWord != .key { isStatementStart = false }
    }
  }

  private mutating func scanComment() -> Bool {
    let isFree = isLineStart || bytes[index - 1] <= 0x20 || !grammar.commentsNeedSpace
    if isFree, grammar.lineComments.contains(where: { starts($0, at: index) }) {
      let start = index
      index = lineEnd(from: index)
      put(start..<index, as: .comment)
      return true
    }
    guard let comment = grammar.blockComment, starts(comment.open, at: index) else { return false }
    let start = index
    index += comment.open.utf8.count
    while index < end, !starts(comment.close, at: index) { index += 1 }
    index = min(end, index + comment.close.utf8.count)
    put(start..<index, as: .comment)
    return true
  }

  /// `<Directory /srv>`, `</Directory>` or `[Service]`.
  private mutating func scanSection(_ byte: UInt8) -> Bool {
    guard byte == UInt8(ascii: "<") || byte == UInt8(ascii: "[") else { return false }
    let start = index
    if byte == UInt8(ascii: "[") {
      index = lineEnd(from: index)
      while index > start, bytes[index - 1] <= 0x20 { index -= 1 }
    } else {
      index += 1
      if index < end, bytes[index] == UInt8(ascii: "/") { index += 1 }
      index = wordEnd(from: index)
    }
    put(start..<index, as: .attribute)
    isStatementStart = false
    return true
  }

  private mutating func scanString(_ quote: UInt8) {
    let start = index
    index += 1
    while index < end, bytes[index] != quote {
      if bytes[index] == 0x0A, !grammar.hasLongStrings { break }
      if bytes[index] == UInt8(ascii: "\\"), grammar.hasEscapes, index + 1 < end { index += 1 }
      index += 1
    }
    if index < end, bytes[index] == quote { index += 1 }
    index = min(index, end)
    let isKey = grammar.firstWord == .key && isFollowedByColon(index)
    put(start..<index, as: isKey ? .attribute : .string)
    if grammar.firstWord != .key { isStatementStart = false }
  }

  /// `$name`, `${name}`, `{placeholder}`, `%{name}` or `@name`.
  private mutating func scanVariable(_ sigil: UInt8) -> Bool {
    let start = index
    var position = index + 1
    let isBraced = sigil == UInt8(ascii: "{") || position < end && bytes[position] == UInt8(ascii: "{")
    if isBraced {
      // A name is short; looking further would take quadratic time for a line of braces.
      let limit = min(end, position + 80)
      while position < limit, bytes[position] > 0x20, bytes[position] != UInt8(ascii: "}") { position += 1 }
      guard position < limit, bytes[position] == UInt8(ascii: "}") else { return false }
      position += 1
    } else {
      while position < end, isWordByte(bytes[position]) { position += 1 }
      guard position > index + 1 else { return false }
    }
    index = position
    put(start..<index, as: .variable)
    if grammar.firstWord != .key { isStatementStart = false }
    return true
  }

  private mutating func scanWord(_ byte: UInt8) {
    let start = index
    index = wordEnd(from: index)
    let hash = WordSet.hash(bytes, start..<index, ignoringCase: grammar.ignoresCase)
    let isFirst = isStatementStart
    isStatementStart = false
    if grammar.keywords.contains(hash) {
      put(start..<index, as: .keyword)
      if grammar.firstWord == .command { isStatementStart = true }
    } else if grammar.firstWord == .key, isFollowedByColon(index) {
      put(start..<index, as: .attribute)
    } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      put(start..<index, as: .number)
    } else if isFirst, grammar.firstWord == .directive || grammar.firstWord == .command {
      // `NAME=value` in front of a command is no command yet.
      if index < end, bytes[index] == UInt8(ascii: "=") {
        put(start..<index, as: .attribute)
      } else {
        put(start..<index, as: .keyword)
      }
    } else if grammar.constants.contains(hash) {
      put(start..<index, as: .builtin)
    }
  }

  /// Whether the next mark says that what stood in front is a key.
  private func isFollowedByColon(_ position: Int) -> Bool {
    var position = position
    while position < end, bytes[position] == 0x20 { position += 1 }
    guard position < end else { return false }
    if bytes[position] == UInt8(ascii: "=") { return grammar.hasSections }
    return bytes[position] == UInt8(ascii: ":") && !grammar.hasSections
  }
}
