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
    if !block.contains(cursor) { cursor = block.lowerBound }
  }

  /// Where `bytes` stand next in the current block, behind one of the bytes in `after` if that is not empty.
  mutating func find(_ bytes: ArraySlice<UInt8>, after: StaticBytes = .anything) -> Place? {
    guard let range = search(bytes, in: cursor..<block.upperBound, after: after) else { return nil }
    cursor = range.upperBound
    return source.place(range)
  }

  /// The same, or the block's first line.
  mutating func findOrBlock(_ bytes: ArraySlice<UInt8>, after: StaticBytes = .anything) -> Place {
    find(bytes, after: after) ?? place(ofLine: blockLine)
  }

  /// Where the destination of a link stands: in the block, else in a link definition (`]: destination`), else the
  /// block's first line.
  mutating func findDestination(_ bytes: ArraySlice<UInt8>) -> Place {
    if bytes.isEmpty { return place(ofLine: blockLine) }
    if let place = find(bytes, after: .destinationStart) { return place }
    var from = body.lowerBound
    while let range = search(bytes, in: from..<body.upperBound, after: .definitionStart) {
      var before = range.lowerBound - 1
      while before > body.lowerBound, source.bytes[before] <= 0x20 || source.bytes[before] == UInt8(ascii: "<") {
        before -= 1
      }
      if before > body.lowerBound, source.bytes[before] == UInt8(ascii: ":"),
        source.bytes[before - 1] == UInt8(ascii: "]")
      {
        return source.place(range)
      }
      from = range.upperBound
    }
    return place(ofLine: blockLine)
  }

  /// What may stand in front of the bytes looked for.
  enum StaticBytes {
    case anything, destinationStart, definitionStart

    func allows(_ byte: UInt8) -> Bool {
      switch self {
      case .anything: true
      case .destinationStart: byte == UInt8(ascii: "(") || byte == UInt8(ascii: "<") || byte <= 0x20
      case .definitionStart: byte == UInt8(ascii: ":") || byte == UInt8(ascii: "<") || byte <= 0x20
      }
    }
  }

  private func search(_ wanted: ArraySlice<UInt8>, in range: Range<Int>, after: StaticBytes) -> Range<Int>? {
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
