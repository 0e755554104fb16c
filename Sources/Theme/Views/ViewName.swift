/// A view's or a template's name for a value, with a number made of it: names are told apart by their numbers first.
struct ViewName: Sendable {
  let text: String
  let number: UInt64

  init(text: String, number: UInt64) { (self.text, self.number) = (text, number) }

  init(_ text: String) { self.init(text: text, number: Self.number(of: text)) }

  static func number(of text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { number(UnsafeRawBufferPointer($0)) }
  }

  /// The first eight bytes and the last, mixed; a shorter name is a number by itself.
  @inline(__always)
  private static func number(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let count = bytes.count
    guard count < 8 else {
      let first = bytes.loadUnaligned(as: UInt64.self)
      let last = bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      return (first &* 0x9E37_79B9_7F4A_7C15) ^ (last << 31 | last >> 33) ^ UInt64(count)
    }
    guard count >= 4 else { return bytes.reduce(UInt64(count)) { $0 << 8 | UInt64($1) } }
    let first = bytes.loadUnaligned(as: UInt32.self)
    let last = bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
    return UInt64(first) << 32 | UInt64(last)
  }
}
