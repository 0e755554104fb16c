/// Where the lines of a source begin, to turn byte offsets into positions a person can find.
///
/// A line ends after LF, CRLF or a lone CR, as editors count.
public struct LineIndex: Sendable {
  /// Line and column as editors show them: both start at 1, and a column counts Unicode scalars.
  public struct Position: Sendable, Hashable {
    public let line: Int
    public let column: Int

    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  private let bytes: [UInt8]
  /// Offset of each line's first byte, ascending; the first is 0.
  private let starts: [Int]

  /// - Parameter end: Where to stop, if nobody asks for what lies behind; lines from there on count as one.
  public init(_ source: Source, upTo end: Int? = nil) {
    bytes = source.bytes
    var starts = [0]
    for index in 0..<min(end ?? bytes.count, bytes.count) {
      switch bytes[index] {
      case 0x0A: starts.append(index + 1)
      case 0x0D where index + 1 == bytes.count || bytes[index + 1] != 0x0A: starts.append(index + 1)
      default: break
      }
    }
    self.starts = starts
  }

  public var lineCount: Int { starts.count }

  /// The position of a byte offset; offsets past the end are taken as the end.
  public func position(at offset: Int) -> Position {
    let offset = min(max(offset, 0), bytes.count)
    let line = lineNumber(at: offset)
    let start = starts[line - 1]
    return Position(line: line, column: Self.scalarCount(bytes[start..<offset]) + 1)
  }

  /// The bytes of line `number` (from 1) without its line break.
  public func range(ofLine number: Int) -> Range<Int> {
    let start = starts[number - 1]
    var end = number < starts.count ? starts[number] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// The number of the line that holds `offset`.
  public func lineNumber(at offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// Scalars in well-formed UTF-8: the bytes that do not continue another. Stray continuation bytes are not counted.
  private static func scalarCount(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }
}
