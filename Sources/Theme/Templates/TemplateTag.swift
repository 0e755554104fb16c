internal import Diagnostics

/// A Mustache tag in a template's text.
struct TemplateTag {
  enum Kind {
    case variable, unescaped, section, inverted, close, partial, comment
    /// A tag of Mustache that themes may not use: its sign.
    case unsupported(Character)
  }

  let kind: Kind
  let name: String
  /// The bytes of the name.
  let nameRange: Range<Int>
  let range: Range<Int>

  /// All tags in order. A tag that is not closed is reported and ends the scan.
  static func scan(_ source: Source, into report: inout Report) -> [TemplateTag] {
    var tags: [TemplateTag] = []
    let bytes = source.bytes
    var index = 0
    while let start = find([0x7B, 0x7B], in: bytes, from: index) {
      let isTriple = start + 2 < bytes.count && bytes[start + 2] == 0x7B
      let closing: [UInt8] = isTriple ? [0x7D, 0x7D, 0x7D] : [0x7D, 0x7D]
      guard let end = find(closing, in: bytes, from: start + closing.count) else {
        report.add(
          Diagnostic(
            "unclosed-tag", "the tag is not closed", at: source.place(start..<start + closing.count),
            help: "end it with `\(isTriple ? "}}}" : "}}")`"))
        return tags
      }
      let inner = start + closing.count..<end
      tags.append(tag(source, inner: inner, isTriple: isTriple, range: start..<end + closing.count))
      index = end + closing.count
    }
    return tags
  }

  private static func tag(_ source: Source, inner: Range<Int>, isTriple: Bool, range: Range<Int>) -> TemplateTag {
    let sign = inner.isEmpty ? nil : Character(Unicode.Scalar(source.bytes[inner.lowerBound]))
    let kind: Kind? =
      switch sign {
      case _ where isTriple: nil
      case "#": .section
      case "^": .inverted
      case "/": .close
      case ">": .partial
      case "!": .comment
      case "&": .unescaped
      case "=", "<", "$", "%", "*": .unsupported(sign ?? "=")
      default: nil
      }
    var name = (kind == nil ? inner.lowerBound : inner.lowerBound + 1)..<inner.upperBound
    while !name.isEmpty, source.bytes[name.lowerBound] <= 0x20 { name = name.lowerBound + 1..<name.upperBound }
    while !name.isEmpty, source.bytes[name.upperBound - 1] <= 0x20 { name = name.lowerBound..<name.upperBound - 1 }
    return TemplateTag(
      kind: kind ?? (isTriple ? .unescaped : .variable), name: source.text(name), nameRange: name, range: range)
  }

  private static func find(_ needle: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count >= needle.count else { return nil }
    var index = start
    while index <= bytes.count - needle.count {
      if bytes[index] == needle[0], bytes[index..<index + needle.count].elementsEqual(needle) { return index }
      index += 1
    }
    return nil
  }
}
