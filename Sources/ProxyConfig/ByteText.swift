/// Text as a proxy sees it: bytes, compared byte by byte, with no idea of an encoding.
///
/// Configuration files, request paths and file names may hold bytes that are not UTF-8; a `String` would repair them and
/// would call two different spellings of `é` equal.
public struct ByteText: Sendable, Hashable {
  public var bytes: [UInt8]

  public init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  public init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The text as a person may read it: invalid UTF-8 is repaired.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The text with `A`–`Z` made small and everything else left alone.
  public var lowercased: ByteText {
    ByteText(bytes.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 })
  }

  public func hasPrefix(_ prefix: ByteText) -> Bool { bytes.starts(with: prefix.bytes) }

  public func hasSuffix(_ suffix: ByteText) -> Bool {
    bytes.count >= suffix.count && bytes[(bytes.count - suffix.count)...].elementsEqual(suffix.bytes)
  }

  /// The value of a plain decimal number, or nil.
  public var number: Int? {
    guard !isEmpty, count < 18, allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

extension ByteText: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  public init() { bytes = [] }
  public var startIndex: Int { 0 }
  public var endIndex: Int { bytes.count }

  public subscript(position: Int) -> UInt8 {
    get { bytes[position] }
    set { bytes[position] = newValue }
  }

  /// A copy of part of the text; positions start at 0 again.
  public subscript(range: Range<Int>) -> ByteText {
    get { ByteText(bytes[range]) }
    set { bytes.replaceSubrange(range, with: newValue.bytes) }
  }

  public mutating func replaceSubrange(_ range: Range<Int>, with other: some Collection<UInt8>) {
    bytes.replaceSubrange(range, with: other)
  }

  /// The text from `offset` on; empty when there is nothing left.
  public func from(_ offset: Int) -> ByteText {
    offset < count ? self[Swift.max(0, offset)..<count] : ByteText()
  }

  /// The first `length` bytes, or all when there are fewer.
  public func upTo(_ length: Int) -> ByteText { self[0..<Swift.min(Swift.max(0, length), count)] }
}

extension ByteText: ExpressibleByStringLiteral, CustomStringConvertible, Comparable {
  public init(stringLiteral text: String) { self.init(text) }
  public var description: String { string }
  public static func + (left: ByteText, right: ByteText) -> ByteText { ByteText(left.bytes + right.bytes) }
  public static func += (left: inout ByteText, right: ByteText) { left.bytes += right.bytes }
  public static func < (left: ByteText, right: ByteText) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}
