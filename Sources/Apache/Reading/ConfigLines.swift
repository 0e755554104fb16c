import Diagnostics
import ProxyConfig

/// One line as httpd reads it (`ap_cfg_getline`): lines that end in a backslash are put together, blanks at both ends are gone.
struct ConfigLine: Sendable {
  let bytes: [UInt8]
  /// Where each byte stands in the file, if the line was put together from several; else all follow the first.
  private let offsets: [Int]?
  private let start: Int

  init(bytes: [UInt8], start: Int, offsets: [Int]? = nil) {
    (self.bytes, self.start, self.offsets) = (bytes, start, offsets)
  }

  /// The same words as another text, such as after a macro's parameters are put in; all of it stands where the line stands.
  func replaced(with bytes: [UInt8]) -> ConfigLine {
    let all = place(0..<self.bytes.count)
    let last = max(all.lowerBound, all.upperBound - 1)
    return ConfigLine(
      bytes: bytes, start: all.lowerBound,
      offsets: (0..<bytes.count).map { min(all.lowerBound + $0, last) })
  }

  /// A range of the line as a range of the file.
  func place(_ range: Range<Int>) -> Range<Int> {
    guard let offsets else { return start + range.lowerBound..<start + range.upperBound }
    guard !offsets.isEmpty else { return start..<start }
    let from = offsets[min(range.lowerBound, offsets.count - 1)]
    let to = range.isEmpty ? from : offsets[min(range.upperBound, offsets.count) - 1] + 1
    return from..<max(from, to)
  }
}

/// Cuts a file into the lines that httpd sees; comments and empty lines are left out.
struct ConfigLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var index = 0

  init(_ source: Source) { bytes = source.bytes }

  mutating func next() -> ConfigLine? {
    while index < bytes.count {
      let line = nextLine()
      if let first = line.bytes.first, first != UInt8(ascii: "#") { return line }
    }
    return nil
  }

  private mutating func nextLine() -> ConfigLine {
    var pieces: [Range<Int>] = []
    while index < bytes.count {
      let start = index
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      index = Swift.min(end + 1, bytes.count)
      if end == bytes.count { index = bytes.count }
      var stop = end
      if end < bytes.count, stop > start, bytes[stop - 1] == 0x0D { stop -= 1 }
      let isContinued = end < bytes.count && stop > start && bytes[stop - 1] == UInt8(ascii: "\\")
      pieces.append(start..<(isContinued ? stop - 1 : stop))
      if !isContinued { break }
    }
    var text: [UInt8] = []
    for piece in pieces { text += bytes[piece] }
    let first = text.firstIndex { !Self.isBlank($0) } ?? text.count
    let last = text.lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? first
    let start = (pieces.first?.lowerBound ?? 0) + first
    guard pieces.count > 1 else { return ConfigLine(bytes: Array(text[first..<last]), start: start) }
    return ConfigLine(
      bytes: Array(text[first..<last]), start: start,
      offsets: Array(pieces.joined().dropFirst(first).prefix(last - first)))
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}

/// A word of a line and where it stands in it.
struct ConfigWord: Sendable {
  let range: Range<Int>
  let text: ByteText
  let quoting: Argument.Quoting
}

extension ConfigLine {
  /// The next word from `index` on, as `ap_getword_conf` takes it: quotation marks hold a word together, and a backslash makes
  /// another one or a quotation mark plain.
  func word(from index: inout Int) -> ConfigWord? {
    while index < bytes.count, ConfigLines.isBlank(bytes[index]) { index += 1 }
    guard index < bytes.count else { return nil }
    let start = index
    let mark = bytes[start]
    let isQuoted = mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'")
    let quote: UInt8? = isQuoted ? mark : nil
    var end = isQuoted ? start + 1 : start
    let backslash = UInt8(ascii: "\\")
    if let quote {
      while end < bytes.count, bytes[end] != quote {
        let isEscape =
          bytes[end] == backslash && end + 1 < bytes.count
          && (bytes[end + 1] == quote || bytes[end + 1] == backslash)
        end += isEscape ? 2 : 1
      }
    } else {
      while end < bytes.count, !ConfigLines.isBlank(bytes[end]) { end += 1 }
    }
    var text: [UInt8] = []
    var position = isQuoted ? start + 1 : start
    while position < end {
      if bytes[position] == backslash, position + 1 < end,
        bytes[position + 1] == backslash || bytes[position + 1] == quote
      {
        position += 1
      }
      text.append(bytes[position])
      position += 1
    }
    index = isQuoted && end < bytes.count ? end + 1 : end
    let quoting: Argument.Quoting = !isQuoted ? .none : mark == UInt8(ascii: "\"") ? .double : .single
    return ConfigWord(range: start..<index, text: ByteText(text), quoting: quoting)
  }

  /// The words of mod_rewrite, which reads its lines by itself (`parseargline`): nothing is taken out but the marks.
  func rewriteWord(from index: inout Int) -> ConfigWord? {
    while index < bytes.count, ConfigLines.isBlank(bytes[index]) { index += 1 }
    guard index < bytes.count else { return nil }
    let start = index
    let isQuoted = bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'")
    var end = isQuoted ? start + 1 : start
    while end < bytes.count {
      if isQuoted ? bytes[end] == bytes[start] : ConfigLines.isBlank(bytes[end]) { break }
      let isEscape = bytes[end] == UInt8(ascii: "\\") && end + 1 < bytes.count && ConfigLines.isBlank(bytes[end + 1])
      end += isEscape ? 2 : 1
    }
    end = Swift.min(end, bytes.count)
    let text = ByteText(bytes[(isQuoted ? start + 1 : start)..<end])
    index = isQuoted && end < bytes.count ? end + 1 : end
    let quoting: Argument.Quoting =
      !isQuoted ? .none : bytes[start] == UInt8(ascii: "\"") ? .double : .single
    return ConfigWord(range: start..<index, text: text, quoting: quoting)
  }
}
