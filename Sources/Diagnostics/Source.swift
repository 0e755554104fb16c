/// A text somebody wrote, kept as the bytes it was read as, together with the name it is shown under.
///
/// Copies share the bytes. Everything that points into a source does so by byte range; line and column are worked out
/// only when they are shown.
public struct Source: Sendable {
  /// The path as the user would type it; relative paths stay relative.
  public let name: String
  public let bytes: [UInt8]

  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  public init(name: String, text: some StringProtocol) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// The text of a range, invalid UTF-8 repaired; out-of-range bounds are clamped.
  public func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  public func place(_ range: Range<Int>) -> Place {
    Place(source: self, range: range)
  }
}

/// A range of bytes in a source. An empty range is a spot between two bytes.
public struct Place: Sendable {
  public let source: Source
  public let range: Range<Int>

  public init(source: Source, range: Range<Int>) {
    self.source = source
    self.range = range.clamped(to: 0..<source.bytes.count)
  }

  /// A place that stands for a whole file, shown as its line 1, column 1; also for files that could not be read.
  public init(file name: String) {
    self.init(source: Source(name: name, bytes: []), range: 0..<0)
  }

  public var text: String { source.text(range) }

  /// Whether both are the same bytes of the same file.
  public func isSame(as other: Place) -> Bool { range == other.range && source.name == other.source.name }
}
