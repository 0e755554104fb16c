/// Text as a proxy sees it: bytes, compared byte by byte, with no idea of an encoding.
///
/// Configuration files, request paths and file names may hold bytes that are not UTF-8; a `String` would repair them and
/// would call two different spellings of `é` equal.
///
/// A text that is made of a request may be *watched*: it knows where it came from (``origin``), and whatever is found out
/// about it is noted there. To look at its bytes in any other way is noted, too: nothing follows from that for other requests.
public struct ByteText: Sendable {
  var storage: [UInt8]
  /// Where the text came from, where all requests are followed at once; nil otherwise, and for the words of a
  /// configuration.
  public internal(set) var origin: TextOrigin?

  public var bytes: [UInt8] {
    get {
      origin?.peek(storage)
      return storage
    }
    set { (storage, origin) = (newValue, nil) }
  }

  public init(_ bytes: some Sequence<UInt8>) {
    storage = Array(bytes)
  }

  public init(_ text: String) {
    storage = Array(text.utf8)
  }

  init(_ storage: [UInt8], from origin: TextOrigin?) {
    (self.storage, self.origin) = (storage, origin)
  }

  /// The text as a `String`: invalid UTF-8 is repaired.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The same to be shown or sent, and not to be examined.
  public var shown: String { String(decoding: storage, as: UTF8.self) }

  /// The text with `A`–`Z` made small and everything else left alone.
  public var lowercased: ByteText {
    if case .joined = origin?.source { return parts.reduce(ByteText()) { $0 + $1.lowercased } }
    return ByteText(
      storage.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, from: origin.map { $0.derived(.small($0)) })
  }

  public func hasPrefix(_ prefix: ByteText) -> Bool {
    let prefix = ByteText(prefix.bytes)
    if origin != nil {
      let start = constantStart
      if !prefix.storage.starts(with: start.prefix(prefix.storage.count)) { return false }
      if start.count >= prefix.storage.count { return true }
    }
    if let part = firstPart(longerThan: prefix) { return part.hasPrefix(prefix) }
    return asked(.prefix(prefix.storage)) { storage.starts(with: prefix.storage) }
  }

  public func hasSuffix(_ suffix: ByteText) -> Bool {
    let suffix = ByteText(suffix.bytes)
    if let end = constantEnd, end.count >= suffix.count { return ByteText(end).hasSuffix(suffix) }
    return asked(.suffix(suffix.storage)) {
      storage.count >= suffix.count && storage.suffix(suffix.count) == suffix.storage[...]
    }
  }

  public func contains(_ byte: UInt8) -> Bool {
    if let known = origin?.isCertain(toHold: [byte]) { return known }
    if let part = origin?.part(with: byte) { return ByteText(part.now, from: part).contains(byte) }
    return asked(.contains([byte])) { storage.contains(byte) }
  }

  public var isEmpty: Bool {
    if let origin, origin.isNeverEmpty { return false }
    return asked(.equals([])) { storage.isEmpty }
  }

  /// The value of a plain decimal number, or nil.
  public var number: Int? {
    guard !isEmpty, count < 18, allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

extension ByteText: Hashable {
  public static func == (left: ByteText, right: ByteText) -> Bool {
    if left.origin === right.origin { return left.origin != nil || left.storage == right.storage }
    return right.origin == nil
      ? left.canBe(right.storage) && left.asked(.equals(right.storage)) { left.storage == right.storage }
      : right.asked(.equals(left.bytes)) { left.storage == right.storage }
  }

  public func hash(into hasher: inout Hasher) { bytes.hash(into: &hasher) }
}

extension ByteText: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  public init() { storage = [] }
  public var startIndex: Int { 0 }
  public var endIndex: Int {
    origin?.peek(storage)
    return storage.count
  }

  public subscript(position: Int) -> UInt8 {
    get {
      origin?.peek(storage)
      return storage[position]
    }
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

  public mutating func append(_ byte: UInt8) {
    if origin != nil { self += ByteText([byte]) } else { storage.append(byte) }
  }

  /// The text from `offset` on; empty when there is nothing left.
  public func from(_ offset: Int) -> ByteText {
    let start = Swift.max(0, offset)
    guard start > 0 || origin == nil else { return self }
    let rest = Array(storage.dropFirst(start))
    if case .joined(let pieces) = origin?.source, case .text(let text) = pieces[0], text.count >= start {
      let head: [TextOrigin.Piece] = text.count > start ? [.text(Array(text[start...]))] : []
      return ByteText(rest, from: origin?.joined(head + pieces[1...]))
    }
    if case .joined(let pieces) = origin?.source, case .text(let text) = pieces[0] {
      let tail = ByteText(Array(storage[text.count...]), from: origin?.joined(Array(pieces[1...])))
      return tail.from(start - text.count)
    }
    return ByteText(rest, from: origin.map { $0.derived(.from(start, $0)) })
  }

  /// The first `length` bytes, or all when there are fewer.
  public func upTo(_ length: Int) -> ByteText {
    let end = Swift.max(0, length)
    // What stands in the configuration is the same whatever is sent.
    if case .joined(let pieces) = origin?.source, case .text(let text) = pieces[0], text.count >= end {
      return ByteText(Array(text.prefix(end)))
    }
    return ByteText(Array(storage.prefix(end)), from: origin.map { $0.derived(.upTo(end, $0)) })
  }
}

extension ByteText: ExpressibleByStringLiteral, CustomStringConvertible, Comparable {
  public init(stringLiteral text: String) { self.init(text) }
  public var description: String { shown }

  public static func + (left: ByteText, right: ByteText) -> ByteText {
    ByteText(left.storage + right.storage, from: TextOrigin.joined(left, right))
  }

  public static func += (left: inout ByteText, right: ByteText) {
    if left.origin != nil || right.origin != nil {
      left = left + right
    } else {
      left.storage += right.storage
    }
  }

  public static func < (left: ByteText, right: ByteText) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}
