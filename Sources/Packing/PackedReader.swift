/// Reads what `PackedWriter` wrote. Nothing in the bytes is trusted: where they end too early or make no sense,
/// `isDamaged` is set, every further value is empty, and whoever reads throws the result away.
public struct PackedReader: Sendable {
  private let bytes: [UInt8]
  /// Where the next value begins.
  public private(set) var index: Int
  public private(set) var isDamaged = false

  public init(_ bytes: [UInt8], from index: Int = 0) {
    self.bytes = bytes
    self.index = index
  }

  /// Whether everything was read and made sense.
  public var isDone: Bool { !isDamaged && index == bytes.count }

  /// To be called by readers that find a value which cannot be.
  public mutating func reject() {
    isDamaged = true
    index = bytes.count
  }

  public mutating func number() -> Int { Int(truncatingIfNeeded: unsigned()) }

  public mutating func unsigned() -> UInt64 {
    guard bytes.count - index >= 8 else {
      reject()
      return 0
    }
    defer { index += 8 }
    return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index, as: UInt64.self) }
  }

  /// An empty one at 0 where the bounds make none.
  public mutating func range() -> Range<Int> {
    let (lower, upper) = (number(), number())
    guard lower <= upper else {
      reject()
      return 0..<0
    }
    return lower..<upper
  }

  public mutating func flag() -> Bool {
    guard index < bytes.count, bytes[index] < 2 else {
      reject()
      return false
    }
    defer { index += 1 }
    return bytes[index] == 1
  }

  public mutating func text() -> String {
    guard let range = range(number(), of: 1) else { return "" }
    return bytes.withUnsafeBytes { String(decoding: $0[range], as: UTF8.self) }
  }

  /// The lines of a text that are not empty.
  public mutating func lines() -> [String] {
    guard let range = range(number(), of: 1), !range.isEmpty else { return [] }
    return bytes[range].split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  public mutating func data() -> [UInt8] {
    guard let range = range(number(), of: 1) else { return [] }
    return Array(bytes[range])
  }

  public mutating func optional<Value>(_ read: (inout PackedReader) -> Value) -> Value? {
    flag() ? read(&self) : nil
  }

  public mutating func list<Value>(_ read: (inout PackedReader) -> Value) -> [Value] {
    let count = number()
    // Each value takes a byte at least, so a count that is too large is noticed before anything is reserved for it.
    guard count >= 0, count <= bytes.count - index else {
      reject()
      return []
    }
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count where !isDamaged { values.append(read(&self)) }
    return values
  }

  public mutating func texts() -> [String] { list { $0.text() } }
  public mutating func numbers() -> [Int] { list { $0.number() } }

  /// Rows of `Row` as `PackedWriter.table` wrote them.
  public mutating func table<Row: BitwiseCopyable>(_ row: Row.Type) -> [Row] {
    let count = number()
    guard number() == MemoryLayout<Row>.stride, let range = range(count, of: MemoryLayout<Row>.stride), count > 0 else {
      return []
    }
    return [Row](unsafeUninitializedCapacity: count) { rows, filled in
      bytes.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rows).copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[range]))
      }
      filled = count
    }
  }

  /// Rows as `PackedWriter.bytes(of:)` laid them out; what is left over is not read.
  public static func rows<Row: BitwiseCopyable>(of row: Row.Type, in bytes: [UInt8]) -> [Row] {
    let stride = MemoryLayout<Row>.stride
    let count = bytes.count / stride
    return [Row](unsafeUninitializedCapacity: count) { rows, filled in
      bytes.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rows).copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<(count * stride)]))
      }
      filled = count
    }
  }

  /// The next `count` pieces of `size` bytes each.
  private mutating func range(_ count: Int, of size: Int) -> Range<Int>? {
    let (length, isTooLong) = count.multipliedReportingOverflow(by: size)
    guard count >= 0, !isTooLong, length <= bytes.count - index else {
      reject()
      return nil
    }
    defer { index += length }
    return index..<index + length
  }
}
