/// Text made safe for the parts of a URL (RFC 3986).
public enum URLText {
  /// One path segment: everything but unreserved characters (section 2.3) and the harmless sub-delimiters is encoded.
  public static func segment(_ text: some StringProtocol) -> String {
    encode(text) { isUnreserved($0) || "!$&'()*+,;=:@".utf8.contains($0) }
  }

  /// A path: as `segment`, with `/` kept.
  public static func path(_ text: some StringProtocol) -> String {
    encode(text) { isUnreserved($0) || "!$&'()*+,;=:@/".utf8.contains($0) }
  }

  /// A query's name or value (`application/x-www-form-urlencoded` without the plus for a space).
  public static func queryValue(_ text: some StringProtocol) -> String {
    encode(text, keeping: isUnreserved)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func encode(_ text: some StringProtocol, keeping isKept: (UInt8) -> Bool) -> String {
    guard !text.utf8.allSatisfy(isKept) else { return String(text) }
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      if isKept(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
