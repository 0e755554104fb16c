extension PatternReader {
  /// What follows a backslash outside a class.
  mutating func readEscape() throws(Pattern.Refusal) -> PatternTree {
    position += 1
    guard position < bytes.count else { throw invalid("ends with a backslash") }
    if let set = takeClassEscape() { return .set(set) }
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "b"): position += 1; return .assertion(.wordEdge)
    case UInt8(ascii: "B"): position += 1; return .assertion(.noWordEdge)
    case UInt8(ascii: "A"): position += 1; return .assertion(.start)
    case UInt8(ascii: "z"): position += 1; return .assertion(.end)
    case UInt8(ascii: "Z"): position += 1; return .assertion(.endBeforeNewline)
    case UInt8(ascii: "K"): position += 1; return .keepOut
    case UInt8(ascii: "N"): position += 1; return .set(.notLineFeed)
    case UInt8(ascii: "k"):
      position += 1
      if take("<") { return try readNamedReference(until: ">") }
      if take("{") { return try readNamedReference(until: "}") }
      if take("'") { return try readNamedReference(until: "'") }
      throw invalid("has \\k without a name")
    case UInt8(ascii: "1")...UInt8(ascii: "9"):
      let start = position
      while position < bytes.count, bytes[position] >= 0x30, bytes[position] <= 0x39 { position += 1 }
      let number = ByteText(bytes[start..<position]).number ?? 0
      guard number < 10 else { throw unsupported("a back reference beyond \\9") }
      return reference(to: number)
    case UInt8(ascii: "g"), UInt8(ascii: "p"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "R"),
      UInt8(ascii: "G"),
      UInt8(ascii: "C"):
      throw unsupported("\\\(Character(Unicode.Scalar(byte)))")
    default: return literal(try readEscapedByte())
    }
  }

  /// `\d` and its kin, in and out of classes.
  private mutating func takeClassEscape() -> ByteSet? {
    let set: ByteSet
    switch bytes[position] {
    case UInt8(ascii: "d"): set = .digits
    case UInt8(ascii: "D"): set = ByteSet.digits.inverted
    case UInt8(ascii: "w"): set = .words
    case UInt8(ascii: "W"): set = ByteSet.words.inverted
    case UInt8(ascii: "s"): set = .spaces
    case UInt8(ascii: "S"): set = ByteSet.spaces.inverted
    case UInt8(ascii: "h"): set = .horizontal
    case UInt8(ascii: "H"): set = ByteSet.horizontal.inverted
    case UInt8(ascii: "v"): set = .vertical
    case UInt8(ascii: "V"): set = ByteSet.vertical.inverted
    default: return nil
    }
    position += 1
    return set
  }

  /// A backslash sequence that stands for one byte; the backslash is behind us.
  private mutating func readEscapedByte() throws(Pattern.Refusal) -> UInt8 {
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "e"): return 0x1B
    case UInt8(ascii: "a"): return 0x07
    case UInt8(ascii: "0"): return readDigits(radix: 8, most: 2)
    case UInt8(ascii: "x"):
      guard take("{") else { return readDigits(radix: 16, most: 2) }
      let value = readDigits(radix: 16, most: 2)
      guard take("}") else { throw unsupported("a character beyond one byte") }
      return value
    case UInt8(ascii: "c"):
      guard position < bytes.count else { throw invalid("ends with \\c") }
      position += 1
      let letter = bytes[position - 1]
      return (letter >= 0x61 && letter <= 0x7A ? letter & 0xDF : letter) ^ 0x40
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
      throw invalid("has the unknown sequence \\\(Character(Unicode.Scalar(byte)))")
    default: return byte
    }
  }

  private mutating func readDigits(radix: UInt8, most: Int) -> UInt8 {
    var value = 0
    for _ in 0..<most {
      guard position < bytes.count, let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue, digit < radix
      else { break }
      value = value * Int(radix) + digit
      position += 1
    }
    return UInt8(truncatingIfNeeded: value)
  }

  /// `[…]`.
  mutating func readClass() throws(Pattern.Refusal) -> ByteSet {
    position += 1
    let isNegated = take("^")
    var set = ByteSet()
    var isFirst = true
    while position < bytes.count, isFirst || !peek("]") {
      isFirst = false
      if let named = try takePosixClass() {
        set.formUnion(named)
        continue
      }
      if take("\\Q") || take("\\E") { continue }
      guard let low = try readMember(into: &set) else { continue }
      guard peek("-"), position + 1 < bytes.count, bytes[position + 1] != UInt8(ascii: "]") else {
        set.insert(low)
        continue
      }
      position += 1
      guard let high = try readMember(into: &set) else {
        // A class after the hyphen, as in `[a-\d]`: the hyphen is a plain one.
        set.insert(low)
        set.insert(UInt8(ascii: "-"))
        continue
      }
      guard low <= high else { throw invalid("has a range out of order in a class") }
      for byte in low...high { set.insert(byte) }
    }
    guard take("]") else { throw invalid("has a class that is never closed") }
    if flags.ignoresCase { set = set.caseless }
    return isNegated ? set.inverted : set
  }

  /// One byte of a class; nil when it was a class of its own, which is added to `set`.
  private mutating func readMember(into set: inout ByteSet) throws(Pattern.Refusal) -> UInt8? {
    let byte = bytes[position]
    position += 1
    guard byte == UInt8(ascii: "\\") else { return byte }
    guard position < bytes.count else { throw invalid("ends with a backslash") }
    if let escape = takeClassEscape() {
      set.formUnion(escape)
      return nil
    }
    if take("b") { return 0x08 }
    if bytes[position] >= UInt8(ascii: "1"), bytes[position] <= UInt8(ascii: "7") {
      return readDigits(radix: 8, most: 3)
    }
    if peek("p") || peek("P") { throw unsupported("\\p") }
    return try readEscapedByte()
  }

  /// `[:alpha:]` and its kin.
  private mutating func takePosixClass() throws(Pattern.Refusal) -> ByteSet? {
    guard peek("[:"), let end = bytes[position...].firstIndex(of: UInt8(ascii: "]")),
      bytes[end - 1] == UInt8(ascii: ":"), end > position + 2
    else { return nil }
    var name = String(decoding: bytes[position + 2..<end - 1], as: UTF8.self)
    let isNegated = name.hasPrefix("^")
    if isNegated { name.removeFirst() }
    guard let set = Self.posixClasses[name] else { throw invalid("has the unknown class [:\(name):]") }
    position = end + 1
    return isNegated ? set.inverted : set
  }

  private static let posixClasses: [String: ByteSet] = [
    "alpha": ByteSet(Array(0x41...0x5A) + Array(0x61...0x7A)), "digit": .digits, "word": .words, "space": .spaces,
    "alnum": ByteSet(Array(0x30...0x39) + Array(0x41...0x5A) + Array(0x61...0x7A)), "upper": ByteSet(0x41...0x5A),
    "lower": ByteSet(0x61...0x7A), "blank": ByteSet([0x20, 0x09]), "cntrl": ByteSet(Array(0x00...0x1F) + [0x7F]),
    "graph": ByteSet(0x21...0x7E), "print": ByteSet(0x20...0x7E), "ascii": ByteSet(0x00...0x7F),
    "punct": ByteSet(Array(0x21...0x2F) + Array(0x3A...0x40) + Array(0x5B...0x60) + Array(0x7B...0x7E)),
    "xdigit": ByteSet(Array(0x30...0x39) + Array(0x41...0x46) + Array(0x61...0x66)),
  ]
}
