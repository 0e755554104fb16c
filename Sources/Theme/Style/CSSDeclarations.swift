internal import Diagnostics

/// The custom properties a style sheet declares, each with the rules around it and its place.
///
/// No full CSS parser: braces, semicolons and comments are all it knows, which is what the tokens file consists of.
struct CSSDeclarations {
  struct CustomProperty {
    let name: String
    let value: String
    /// The preludes of the blocks around it, outermost first: `["@media print", ":root"]`.
    let context: [String]
    /// The value's bytes.
    let place: Place
  }

  let customProperties: [CustomProperty]

  init(_ source: Source) {
    let bytes = Self.withoutComments(source.bytes)
    var found: [CustomProperty] = []
    var context: [String] = []
    var start = 0
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "{"):
        context.append(Self.text(bytes, start..<index))
        start = index + 1
      case UInt8(ascii: ";"), UInt8(ascii: "}"):
        if let property = Self.property(bytes, start..<index, context, source) { found.append(property) }
        if bytes[index] == UInt8(ascii: "}") { _ = context.popLast() }
        start = index + 1
      default: break
      }
    }
    customProperties = found
  }

  private static func property(
    _ bytes: [UInt8], _ range: Range<Int>, _ context: [String], _ source: Source
  ) -> CustomProperty? {
    guard let colon = bytes[range].firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = text(bytes, range.lowerBound..<colon)
    guard name.hasPrefix("--") else { return nil }
    var value = colon + 1..<range.upperBound
    while !value.isEmpty, bytes[value.lowerBound] <= 0x20 { value = value.lowerBound + 1..<value.upperBound }
    while !value.isEmpty, bytes[value.upperBound - 1] <= 0x20 { value = value.lowerBound..<value.upperBound - 1 }
    return CustomProperty(name: name, value: text(bytes, value), context: context, place: source.place(value))
  }

  /// Trimmed, with white space inside collapsed to single spaces.
  private static func text(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    let words = bytes[range].split { $0 == 0x20 || (0x09...0x0D).contains($0) }
    return String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)
  }

  /// Comments overwritten by spaces, so that offsets stay.
  private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    var index = 0
    var inComment = false
    while index < bytes.count {
      let pair = index + 1 < bytes.count ? (bytes[index], bytes[index + 1]) : (bytes[index], 0)
      if !inComment, pair == (UInt8(ascii: "/"), UInt8(ascii: "*")) {
        inComment = true
        result[index] = 0x20
        result[index + 1] = 0x20
        index += 2
      } else if inComment, pair == (UInt8(ascii: "*"), UInt8(ascii: "/")) {
        inComment = false
        result[index] = 0x20
        result[index + 1] = 0x20
        index += 2
      } else {
        if inComment { result[index] = 0x20 }
        index += 1
      }
    }
    return result
  }
}
