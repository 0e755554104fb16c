/// Values as bytes, one after another, to be read back by `PackedReader` in the same order.
///
/// Made for files that only this program on this machine reads again: numbers stand in the machine's own byte order.
public struct PackedWriter: Sendable {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  /// Makes room for so many bytes in all.
  public mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  public mutating func number(_ number: Int) {
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }

  public mutating func number(_ number: UInt64) {
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }

  public mutating func range(_ range: Range<Int>) {
    number(range.lowerBound)
    number(range.upperBound)
  }

  public mutating func flag(_ flag: Bool) {
    bytes.append(flag ? 1 : 0)
  }

  public mutating func text(_ text: String) {
    var text = text
    number(text.utf8.count)
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  public mutating func data(_ data: [UInt8]) {
    number(data.count)
    bytes.append(contentsOf: data)
  }

  public mutating func optional<Value>(_ value: Value?, _ write: (inout PackedWriter, Value) -> Void) {
    flag(value != nil)
    if let value { write(&self, value) }
  }

  public mutating func list<Value>(_ values: [Value], _ write: (inout PackedWriter, Value) -> Void) {
    number(values.count)
    for value in values { write(&self, value) }
  }

  public mutating func texts(_ texts: [String]) { list(texts) { $0.text($1) } }
  public mutating func numbers(_ numbers: [Int]) { list(numbers) { $0.number($1) } }

  /// Everything that `other` holds.
  public mutating func append(_ other: PackedWriter) {
    bytes.append(contentsOf: other.bytes)
  }

  /// Values without references, as they lie in memory.
  public mutating func table<Row: BitwiseCopyable>(_ rows: [Row]) {
    number(rows.count)
    number(MemoryLayout<Row>.stride)
    rows.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  /// Values without references as they lie in memory, and nothing else.
  public static func bytes<Row: BitwiseCopyable>(of rows: [Row]) -> [UInt8] {
    rows.withUnsafeBytes { Array($0) }
  }

  /// The same in pieces of about a megabyte.
  public static func pieces<Row: BitwiseCopyable & Sendable>(of rows: [Row]) -> [DeferredBytes] {
    let length = max(1, (1 << 20) / MemoryLayout<Row>.stride)
    return stride(from: 0, to: rows.count, by: length).map { start in
      { bytes(of: Array(rows[start..<min(start + length, rows.count)])) }
    }
  }
}
