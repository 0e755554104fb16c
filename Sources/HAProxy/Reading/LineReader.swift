import Diagnostics
import ProxyConfig

/// One line of a configuration, cut into words.
struct Line {
  let words: [Argument]
  let range: Range<Int>
}

/// Cuts a file into lines of words as `parse_line` does: quotes, escapes, variables of the environment and comments (manual,
/// sections 2.2 and 2.3).
struct LineReader {
  private let shared: SharedSource
  private let bytes: [UInt8]
  private var position = 0
  /// What `"$NAME"` stands for; `setenv` adds to it while the file is read.
  var environment: [String: String]
  private(set) var problems: [Diagnostic] = []

  init(_ shared: SharedSource, environment: [String: String]) {
    self.shared = shared
    bytes = shared.source.bytes
    self.environment = environment
  }

  /// The next line that says something; nil at the end of the file.
  mutating func next() -> Line? {
    while position < bytes.count {
      let start = position
      let words = readWords()
      let end = position
      if position < bytes.count {
        position += 1
      } else if !words.isEmpty {
        refuse("the last line does not end with a line feed", start..<end, help: "end the file with an empty line")
      }
      if let first = words.first, let last = words.last {
        return Line(words: words, range: first.range.lowerBound..<last.range.upperBound)
      }
    }
    return nil
  }

  private mutating func refuse(_ message: String, _ range: Range<Int>, help: String) {
    problems.append(
      Diagnostic(
        "haproxy-refuses", message, at: shared.source.place(range), notes: ["HAProxy refuses such a file"], help: help))
  }

  /// Reads up to the line feed, which stays.
  private mutating func readWords() -> [Argument] {
    var words: [Argument] = []
    while position < bytes.count, bytes[position] != 0x0A {
      let byte = bytes[position]
      if byte == UInt8(ascii: "#") {
        while position < bytes.count, bytes[position] != 0x0A { position += 1 }
      } else if Self.isBlank(byte) {
        position += 1
      } else {
        words.append(readWord())
      }
    }
    return words
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

  private mutating func readWord() -> Argument {
    let start = position
    var value: [UInt8] = []
    var quote: UInt8?
    scan: while position < bytes.count, bytes[position] != 0x0A {
      let byte = bytes[position]
      switch (byte, quote) {
      case (UInt8(ascii: "\""), nil), (UInt8(ascii: "'"), nil): quote = byte
      case (_, byte): quote = nil
      case (UInt8(ascii: "\\"), nil), (UInt8(ascii: "\\"), UInt8(ascii: "\"")):
        value += escaped()
        continue scan
      case (UInt8(ascii: "$"), UInt8(ascii: "\"")):
        value += variable()
        continue scan
      case (UInt8(ascii: "#"), nil): break scan
      case (_, nil) where Self.isBlank(byte): break scan
      default: value.append(byte)
      }
      position += 1
    }
    if quote != nil {
      refuse("a quotation mark is not closed on its line", start..<position, help: "close it")
    }
    let isPlain = value.elementsEqual(bytes[start..<position])
    return Argument(in: shared, start..<position, decoded: isPlain ? nil : ByteText(value))
  }

  /// What a backslash and what follows it stand for.
  private mutating func escaped() -> [UInt8] {
    let next = position + 1 < bytes.count ? bytes[position + 1] : 0x0A
    let meant: [UInt8: UInt8] = [
      UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09, UInt8(ascii: " "): 0x20,
      UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "\""): 0x22, UInt8(ascii: "'"): 0x27, UInt8(ascii: "#"): 0x23,
      UInt8(ascii: "$"): 0x24,
    ]
    if let byte = meant[next] {
      position += 2
      return [byte]
    }
    if next == UInt8(ascii: "x"), position + 3 < bytes.count,
      let byte = UInt8(String(decoding: bytes[position + 2...position + 3], as: UTF8.self), radix: 16)
    {
      position += 4
      return [byte]
    }
    position += 1
    return [UInt8(ascii: "\\")]
  }

  /// The value of `$NAME` or `${NAME}` or `${NAME-default}`; nothing when it is not set.
  private mutating func variable() -> [UInt8] {
    position += 1
    let hasBraces = position < bytes.count && bytes[position] == UInt8(ascii: "{")
    if hasBraces { position += 1 }
    func isName(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || ByteText([byte]).string.allSatisfy(\.isLetter)
        || 0x30...0x39 ~= byte
    }
    let start = position
    while position < bytes.count, isName(bytes[position]) { position += 1 }
    let name = String(decoding: bytes[start..<position], as: UTF8.self)
    guard hasBraces else { return Array((environment[name] ?? "").utf8) }
    let rest = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "}"), bytes[position] != 0x0A { position += 1 }
    var fallback = bytes[rest..<position]
    if position < bytes.count, bytes[position] == UInt8(ascii: "}") { position += 1 }
    if fallback.starts(with: "[*]".utf8) { fallback = fallback.dropFirst(3) }
    if let value = environment[name] { return Array(value.utf8) }
    return fallback.first == UInt8(ascii: "-") ? Array(fallback.dropFirst()) : []
  }
}
