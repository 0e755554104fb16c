/// Text made safe for the parts of a URL (RFC 3986).
public enum URLText {
  /// One path segment: everything but unreserved characters (section 2.3) and the harmless sub-delimiters is encoded.
  public static func segment(_ text: some StringProtocol) -> String { encode(String(text), keeping: inSegment) }

  /// A path: as `segment`, with `/` kept.
  public static func path(_ text: some StringProtocol) -> String { encode(String(text), keeping: inPath) }
  public static func path(_ text: String) -> String { encode(text, keeping: inPath) }

  /// Whether `path` would leave a text in UTF-8 as it is.
  public static func isPath(_ text: UnsafeBufferPointer<UInt8>) -> Bool { isKept(text, inPath) }

  /// A query's name or value (`application/x-www-form-urlencoded` without the plus for a space).
  public static func queryValue(_ text: some StringProtocol) -> String { encode(String(text), keeping: unreserved) }

  private static let unreserved = Kept("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
  private static let inSegment = unreserved.union("!$&'()*+,;=:@")
  private static let inPath = inSegment.union("/")

  /// A set of ASCII characters, a bit each: every link of every page asks.
  private struct Kept {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ characters: StaticString) { self = Kept().union(characters) }

    private init() {}

    func union(_ characters: StaticString) -> Kept {
      var union = self
      characters.withUTF8Buffer { for byte in $0 { union.add(byte) } }
      return union
    }

    private mutating func add(_ byte: UInt8) {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
    }

    @inline(__always)
    func has(_ byte: UInt8) -> Bool {
      byte < 0x80 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 != 0
    }
  }

  private static func isKept(_ text: UnsafeBufferPointer<UInt8>, _ kept: Kept) -> Bool {
    for byte in text where !kept.has(byte) { return false }
    return true
  }

  private static func encode(_ text: String, keeping kept: Kept) -> String {
    var text = text
    guard !text.withUTF8({ isKept($0, kept) }) else { return text }
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      if kept.has(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
