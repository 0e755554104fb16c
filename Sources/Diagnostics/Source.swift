public import Packing

/// A text somebody wrote, kept as the bytes it was read as, together with the name it is shown under.
///
/// Copies share the bytes. Everything that points into a source does so by byte range; line and column are worked out
/// only when they are shown.
public struct Source: Sendable {
  /// The path as the user would type it; relative paths stay relative.
  public let name: String
  private let text: Text

  private enum Text: Sendable {
    case held([UInt8])
    case shelved(ShelvedBytes)
  }

  public init(name: String, bytes: [UInt8]) {
    (self.name, text) = (name, .held(bytes))
  }

  /// A text that is in memory only while somebody works with it.
  public init(name: String, shelved bytes: ShelvedBytes) {
    (self.name, text) = (name, .shelved(bytes))
  }

  public var bytes: [UInt8] {
    switch text {
    case .held(let bytes): bytes
    case .shelved(let shelved): shelved.bytes
    }
  }

  /// How many bytes there are.
  public var count: Int {
    switch text {
    case .held(let bytes): bytes.count
    case .shelved(let shelved): shelved.count
    }
  }

  /// The same text lying in `store`, if that has room.
  public func shelved(in store: any ByteStore) -> Source {
    guard case .held(let bytes) = text, let shelved = ShelvedBytes(bytes, in: store) else { return self }
    return Source(name: name, shelved: shelved)
  }

  /// Keeps a text that lies in a store in memory until `release`.
  public func hold() { if case .shelved(let shelved) = text { shelved.hold() } }
  public func release() { if case .shelved(let shelved) = text { shelved.release() } }

  public init(name: String, text: some StringProtocol) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// The text of a range, invalid UTF-8 repaired; out-of-range bounds are clamped.
  public func text(_ range: Range<Int>) -> String {
    let bytes = bytes
    return String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
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
    self.range = range.clamped(to: 0..<source.count)
  }

  /// A place that stands for a whole file, shown as its line 1, column 1; also for files that could not be read.
  public init(file name: String) {
    self.init(source: Source(name: name, bytes: []), range: 0..<0)
  }

  public var text: String { source.text(range) }

  /// Whether both are the same bytes of the same file.
  public func isSame(as other: Place) -> Bool { range == other.range && source.name == other.source.name }
}
