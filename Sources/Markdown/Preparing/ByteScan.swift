internal import Escaping

/// One pass over a text's bytes: where its lines start, whether it is sound, and which of our own constructs can occur
/// in it at all, so that later passes are skipped where they would find nothing.
struct ByteScan {
  /// Offset of each line's first byte in the scanned bytes; a line ends after LF, CRLF or a lone CR.
  private(set) var lineStarts: [Int32] = [0]
  /// Bytes that are not UTF-8 (each ill-formed sequence once), and control characters other than white space with U+FFFE and
  /// U+FFFF, which are no characters, in ascending order.
  private(set) var illFormed: [Range<Int>] = []
  private(set) var controls: [Range<Int>] = []
  private(set) var hasTilde = false
  /// `[^`, which footnotes start with.
  private(set) var hasCaret = false
  /// `]:`, which definitions have.
  private(set) var hasDefinition = false
  /// `://`, `www.` or `@` where a link may come of it: not in angle brackets, nor as the destination of a link.
  private(set) var hasAddress = false
  /// Where such a `://` or `www.` is: its colon or its dot.
  private(set) var addresses: [Int32] = []
  /// U+FDC0 to U+FDFF, among them the noncharacters that `AddressGuard` uses.
  private(set) var hasNoncharacter = false
  private(set) var openBrackets = 0
  /// A backslash in front of a byte that our own passes give a meaning to.
  private(set) var hasEscape = false

  init(_ bytes: [UInt8]) {
    lineStarts.reserveCapacity(bytes.count / 32 + 8)
    var index = 0
    let count = bytes.count
    while true {
      index = Self.nextMark(in: bytes, from: index)
      guard index < count else { break }
      let byte = bytes[index]
      if byte >= 128 {
        let length = UTF8Length.ofScalar(in: bytes, at: index)
        if length > 0 {
          if byte == 0xEF, bytes[index + 1] == 0xB7 { hasNoncharacter = true }
          if byte == 0xC2, bytes[index + 1] < 0xA0 { controls.append(index..<index + 2) }
          if byte == 0xEF, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE { controls.append(index..<index + 3) }
          index += length
        } else {
          illFormed.append(index..<index - length)
          index -= length
        }
        continue
      }
      switch byte {
      case 0x0A: lineStarts.append(Int32(truncatingIfNeeded: index + 1))
      case 0x0D:
        if index + 1 == count || bytes[index + 1] != 0x0A { lineStarts.append(Int32(truncatingIfNeeded: index + 1)) }
      case 0x09, 0x0C: break
      case 0..<0x20, 0x7F: controls.append(index..<index + 1)
      default: note(byte, at: index, in: bytes)
      }
      index += 1
    }
  }

  /// The next byte that matters: control characters, LF, CR, `.`, `:`, `@`, `[`, backslash, `~`, and what is not ASCII.
  private static func nextMark(in bytes: [UInt8], from start: Int) -> Int {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe EightBytes.skip(bytes, from: start) { eight in
        let punctuation =
          eight.marks(of: UInt8(ascii: ".")) | eight.marks(of: UInt8(ascii: ":")) | eight.marks(of: UInt8(ascii: "@"))
          | eight.marks(of: UInt8(ascii: "[")) | eight.marks(of: UInt8(ascii: "\\"))
          | eight.marks(of: UInt8(ascii: "~")) | eight.marks(of: 0x7F)
        // A tab is among those below 32, and is passed over by who asked.
        return eight.marks(below: 32) | eight.marksAboveASCII | punctuation
      }
    }
  }

  private mutating func note(_ byte: UInt8, at index: Int, in bytes: [UInt8]) {
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0
    switch byte {
    case UInt8(ascii: "~"): hasTilde = true
    case UInt8(ascii: "@"): hasAddress = true
    case UInt8(ascii: "["):
      openBrackets += 1
      if next == UInt8(ascii: "^") { hasCaret = true }
    case UInt8(ascii: ":"):
      if next == UInt8(ascii: "/"), isBare(schemeBefore: index, in: bytes) { noteAddress(at: index) }
      if index > 0, bytes[index - 1] == UInt8(ascii: "]") { hasDefinition = true }
    case UInt8(ascii: "."):
      if index > 2, bytes[index - 1] == UInt8(ascii: "w") { noteAddress(at: index) }
    case UInt8(ascii: "\\"): if EscapeGuard.kind(of: next) != nil { hasEscape = true }
    default: break
    }
  }

  private mutating func noteAddress(at index: Int) {
    hasAddress = true
    addresses.append(Int32(truncatingIfNeeded: index))
  }

  private func isBare(schemeBefore colon: Int, in bytes: [UInt8]) -> Bool {
    var start = colon
    while start > 0, bytes[start - 1] | 0x20 >= UInt8(ascii: "a"), bytes[start - 1] | 0x20 <= UInt8(ascii: "z") {
      start -= 1
    }
    guard start > 0 else { return true }
    if bytes[start - 1] == UInt8(ascii: "<") {
      // In angle brackets only if they are closed before white space.
      return bytes[colon...].first { $0 <= 0x20 || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
        != UInt8(ascii: ">")
    }
    return start < 2 || bytes[start - 1] != UInt8(ascii: "(") || bytes[start - 2] != UInt8(ascii: "]")
  }
}

/// The shape of UTF-8 (Unicode standard, table 3-7).
enum UTF8Length {
  /// The number of bytes of the scalar that starts at `index`; if there is none, minus the number of bytes to skip: the
  /// longest start of a scalar, at least one.
  static func ofScalar(in bytes: [UInt8], at index: Int) -> Int {
    let lead = bytes[index]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return -1
    }
    guard index + 1 < bytes.count, second.contains(bytes[index + 1]) else { return -1 }
    var at = 2
    while at < length {
      guard index + at < bytes.count, bytes[index + at] & 0xC0 == 0x80 else { return -at }
      at += 1
    }
    return length
  }
}
