/// Searching and cutting, byte by byte, as Go's `strings` package does.
extension ByteText {
  public func contains(_ part: ByteText) -> Bool {
    guard let origin else { return offset(of: part) != nil }
    let part = part.bytes
    return origin.isCertain(toHold: part) ?? asked(.contains(part)) { TextTest.contains(part).holds(for: storage) }
  }

  /// Where `part` begins for the first time, from `start` on.
  public func offset(of part: ByteText, from start: Int = 0) -> Int? {
    guard let first = part.bytes.first else { return start <= count ? start : nil }
    var index = start
    let last = count - part.count
    while index <= last {
      if bytes[index] == first, bytes[index..<index + part.count].elementsEqual(part.bytes) { return index }
      index += 1
    }
    return nil
  }

  public func lastOffset(of byte: Character) -> Int? {
    byte.asciiValue.flatMap { bytes.lastIndex(of: $0) }
  }

  public func count(of part: ByteText) -> Int {
    guard !part.isEmpty else { return count + 1 }
    var (found, index) = (0, 0)
    while let offset = offset(of: part, from: index) { (found, index) = (found + 1, offset + part.count) }
    return found
  }

  /// Every `part`, or the first `limit`, replaced.
  public func replacing(_ part: ByteText, with other: ByteText, limit: Int? = nil) -> ByteText {
    guard !part.isEmpty, !isWatched || contains(part), let first = offset(of: part) else { return self }
    if other.isWatched, limit == nil {
      return pieces(part).reduce(into: (ByteText(), true)) { result, piece in
        result = (result.1 ? piece : result.0 + other + piece, false)
      }.0
    }
    var result: [UInt8] = []
    var (index, next, left) = (0, Optional(first), limit ?? .max)
    while let offset = next, left > 0 {
      result += bytes[index..<offset]
      result += other.bytes
      index = offset + part.count
      next = self.offset(of: part, from: index)
      left -= 1
    }
    result += bytes[index...]
    return ByteText(result)
  }

  /// The pieces between the separators, empty ones too; at most `limit` of them.
  public func pieces(_ separator: ByteText, limit: Int = .max) -> [ByteText] {
    var pieces: [ByteText] = []
    var index = 0
    while pieces.count + 1 < limit, let offset = offset(of: separator, from: index) {
      pieces.append(self[index..<offset])
      index = offset + separator.count
    }
    pieces.append(from(index))
    return pieces
  }

  /// What stands before and after the first `separator`; nil when there is none.
  public func cut(_ separator: ByteText) -> (before: ByteText, after: ByteText)? {
    if isWatched, separator.storage.count == 1 {
      let byte = separator.storage[0]
      return contains(byte) ? (before(byte), after(byte)) : nil
    }
    return offset(of: separator).map { (self[0..<$0], from($0 + separator.count)) }
  }

  public func without(prefix: ByteText) -> ByteText { hasPrefix(prefix) ? from(prefix.count) : self }
  public func without(suffix: ByteText) -> ByteText {
    !suffix.isEmpty && hasSuffix(suffix) ? withoutEnd(suffix.count) : self
  }

  /// The text without the blanks at both ends.
  public var trimmed: ByteText {
    guard let first = bytes.firstIndex(where: { !Self.isBlank($0) }),
      let last = bytes.lastIndex(where: { !Self.isBlank($0) })
    else { return ByteText() }
    return self[first..<last + 1]
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

  /// A decimal number with an optional sign, as Go's `strconv.Atoi` reads it.
  public var integer: Int? {
    guard let first = bytes.first else { return nil }
    let digits = first == UInt8(ascii: "-") || first == UInt8(ascii: "+") ? from(1) : self
    guard let value = digits.number else { return nil }
    return first == UInt8(ascii: "-") ? -value : value
  }

  public static func joined(_ parts: some Sequence<ByteText>, separator: ByteText) -> ByteText {
    var result = ByteText()
    for (index, part) in parts.enumerated() {
      if index > 0 { result += separator }
      result += part
    }
    return result
  }

  /// ASCII letters in either case are the same.
  public func equalsIgnoringCase(_ other: ByteText) -> Bool {
    if isWatched || other.isWatched { return lowercased == other.lowercased }
    return count == other.count && (bytes == other.bytes || lowercased == other.lowercased)
  }

  /// In small letters as Go sees them, those beyond ASCII too.
  public var inSmallLetters: ByteText {
    isASCII ? lowercased : ByteText(string.lowercased())
  }

  /// Whether there are no letters beyond ASCII, as in everything that is sent where all requests are followed at once.
  public var isASCII: Bool { isWatched || storage.allSatisfy { $0 < 0x80 } }
}
