/// Text made safe for the parts of a URL (RFC 3986).
public enum URLText {
  /// One path segment: everything but unreserved characters (section 2.3) and the harmless sub-delimiters is encoded.
  public static func segment(_ text: some StringProtocol) -> String { encode(text, keeping: inSegment) }

  /// A path: as `segment`, with `/` kept.
  public static func path(_ text: some StringProtocol) -> String { encode(text, keeping: inPath) }

  /// A query's name or value (`application/x-www-form-urlencoded` without the plus for a space).
  public static func queryValue(_ text: some StringProtocol) -> String { encode(text, keeping: unreserved) }

  private static let unreserved = Kept("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
  private static let inSegment = unreserved.union("!$&'()*+,;=:@")
  private static let inPath = inSegment.union("/")

  /// A set of ASCII characters, a bit each: every link of every page asks.
  private struct Kept {
    private var bits = SIMD2<UInt64>()

    init(_ characters: StaticString) { self = Kept().union(characters) }

    private init() {}

    func union(_ characters: StaticString) -> Kept {
      var union = self
      characters.withUTF8Buffer { for byte in $0 { union.bits[Int(byte >> 6)] |= 1 << UInt64(byte & 63) } }
      return union
    }

    func has(_ byte: UInt8) -> Bool { byte < 0x80 && bits[Int(byte >> 6)] & 1 << UInt64(byte & 63) != 0 }
  }

  private static func encode(_ text: some StringProtocol, keeping kept: Kept) -> String {
    guard !text.utf8.allSatisfy(kept.has) else { return String(text) }
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
