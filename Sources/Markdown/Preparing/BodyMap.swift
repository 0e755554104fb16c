import Diagnostics

/// The body of a source: from a line of the body or bytes found in it to a place in the source.
///
/// libcmark's lines of blocks are trusted, its columns of inlines are not (they are wrong behind multi-line code spans,
/// link definitions and lazy lines), so an inline's place is found by searching the bytes it was written with.
struct BodyMap {
  let source: Source
  let body: Range<Int>
  /// Offsets relative to the body's start.
  let lineStarts: [Int32]
  /// Where the last search ended; inlines are looked up in document order.
  private var cursor = 0
  private var block = 0..<0
  /// The bytes that may yet be read by searches without success; without a bound, a long paragraph of links that are
  /// defined elsewhere would be read once for each.
  private var patience = 8_000_000
  private var definitions: [ArraySlice<UInt8>: Range<Int>]?
  private var blockLine: Int32 = 1

  init(source: Source, body: Range<Int>, lineStarts: [Int32]) {
    self.source = source
    self.body = body
    self.lineStarts = lineStarts
  }

  /// The bytes of lines `first` to `last` (from 1) in the source, without the last line break.
  func lines(_ first: Int32, _ last: Int32) -> Range<Int> {
    let first = min(max(Int(first), 1), lineStarts.count)
    let last = min(max(Int(last), first), lineStarts.count)
    let start = body.lowerBound + Int(lineStarts[first - 1])
    var end = last < lineStarts.count ? body.lowerBound + Int(lineStarts[last]) : body.upperBound
    while end > start, source.bytes[end - 1] == 0x0A || source.bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// A line without the white space around it.
  func place(ofLine line: Int32) -> Place {
    var range = lines(line, line)
    while range.lowerBound < range.upperBound, source.bytes[range.lowerBound] <= 0x20 {
      range = range.lowerBound + 1..<range.upperBound
    }
    return source.place(range)
  }

  /// Declares where the next inlines stand.
  mutating func enterBlock(_ first: Int32, _ last: Int32) {
    block = lines(first, last)
    blockLine = first
    if cursor < block.lowerBound || cursor > block.upperBound { cursor = block.lowerBound }
  }

  /// Where `bytes` stand next in the current block, behind one of the bytes in `after` if that is not empty.
  mutating func find(_ bytes: ArraySlice<UInt8>, after: Before = .anything) -> Place? {
    guard patience > 0 else { return nil }
    guard let range = search(bytes, in: cursor..<block.upperBound, after: after) else {
      patience -= block.upperBound - cursor
      return nil
    }
    cursor = range.upperBound
    return source.place(range)
  }

  /// The same, or the block's first line.
  mutating func findOrBlock(_ bytes: ArraySlice<UInt8>, after: Before = .anything) -> Place {
    find(bytes, after: after) ?? place(ofLine: blockLine)
  }

  /// Where the destination of a link stands: in the block, else in a link definition (`]: destination`), else the
  /// block's first line.
  mutating func findDestination(_ bytes: ArraySlice<UInt8>) -> Place {
    if bytes.isEmpty { return place(ofLine: blockLine) }
    if let place = find(bytes, after: .destinationStart) { return place }
    if definitions == nil { definitions = Self.definitions(in: source, body) }
    if let range = definitions?[bytes] { return source.place(range) }
    return place(ofLine: blockLine)
  }

  /// The destinations of what looks like a link definition, `]: destination`; the first counts (CommonMark, section 6.3).
  private static func definitions(in source: Source, _ body: Range<Int>) -> [ArraySlice<UInt8>: Range<Int>] {
    var found: [ArraySlice<UInt8>: Range<Int>] = [:]
    let bytes = source.bytes
    var index = body.lowerBound
    while index + 1 < body.upperBound {
      guard bytes[index] == UInt8(ascii: "]"), bytes[index + 1] == UInt8(ascii: ":") else {
        index += 1
        continue
      }
      var start = index + 2
      while start < body.upperBound, bytes[start] <= 0x20 { start += 1 }
      let isBracketed = start < body.upperBound && bytes[start] == UInt8(ascii: "<")
      if isBracketed { start += 1 }
      var end = start
      while end < body.upperBound, isBracketed ? bytes[end] != UInt8(ascii: ">") : bytes[end] > 0x20 { end += 1 }
      if found[bytes[start..<end]] == nil { found[bytes[start..<end]] = start..<end }
      index = max(end, index + 2)
    }
    return found
  }

  /// What may stand in front of the bytes looked for.
  enum Before {
    case anything, destinationStart

    func allows(_ byte: UInt8) -> Bool {
      switch self {
      case .anything: true
      case .destinationStart: byte == UInt8(ascii: "(") || byte == UInt8(ascii: "<") || byte <= 0x20
      }
    }
  }

  private func search(_ wanted: ArraySlice<UInt8>, in range: Range<Int>, after: Before) -> Range<Int>? {
    guard let first = wanted.first, range.count >= wanted.count else { return nil }
    let bytes = source.bytes
    var index = range.lowerBound
    let last = range.upperBound - wanted.count
    while index <= last {
      if bytes[index] == first, index == 0 || after.allows(bytes[index - 1]) {
        var length = 1
        while length < wanted.count, bytes[index + length] == wanted[wanted.startIndex + length] { length += 1 }
        if length == wanted.count { return index..<index + length }
      }
      index += 1
    }
    return nil
  }
}
