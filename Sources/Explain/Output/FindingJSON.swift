public import Content
internal import Escaping

/// A finding as one line of JSON:
/// `{"line": N, "component", "cause", "status", "article", "confidence", "text"}`, and before the text, where the line allows
/// other causes, `"also"` with their ids and `"note"` with what tells them apart.
public struct FindingJSON {
  /// Everything that does not depend on the line, by the signature's index: before the status, and after it.
  private let parts: [(head: [UInt8], tail: [UInt8])]

  /// `base` is the help site's address; without it articles are paths from the site's root.
  public init(_ catalogue: SignatureCatalogue, base: String?) {
    parts = catalogue.signatures.map { signature in
      let article = catalogue.article(for: signature).map { page in
        JSON.quoted(base.map { page.absolute(below: $0) } ?? page.text)
      }
      let also = signature.also.map(JSON.quoted).joined(separator: ",")
      let others =
        signature.also.isEmpty ? "" : "\"also\":[\(also)],\"note\":\(signature.note.map(JSON.quoted) ?? "null"),"
      return (
        Array(
          ",\"component\":\(JSON.quoted(signature.component)),\"cause\":\(JSON.quoted(signature.cause)),\"status\":"
            .utf8),
        Array(
          ",\"article\":\(article ?? "null"),\"confidence\":\"\(signature.confidence.rawValue)\",\(others)\"text\":\""
            .utf8)
      )
    }
  }

  /// Appends the finding's line, with its line break.
  public func write(_ finding: Finding, to output: inout [UInt8]) {
    let part = parts[finding.signature]
    output += "{\"line\":".utf8
    Self.write(finding.line, to: &output)
    output += part.head
    if let status = finding.status { Self.write(status, to: &output) } else { output += "null".utf8 }
    output += part.tail
    Self.write(finding.kept, to: &output)
    output += "\"}\n".utf8
  }

  private static func write(_ number: Int, to output: inout [UInt8]) {
    let start = output.count
    var rest = number
    repeat {
      output.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    output[start...].reverse()
  }

  /// The inside of a JSON string. Plain text is copied in runs; what a terminal might obey is escaped (RFC 8259, section
  /// 7), so that the line is harmless to look at and nothing is lost.
  private static func write(_ line: Bytes, to output: inout [UInt8]) {
    var run = 0
    var index = 0
    while index < line.count {
      switch line[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        line[run..<index].append(to: &output)
        output += [UInt8(ascii: "\\"), line[index]]
        run = index + 1
      case 0x80...:
        line[run..<index].append(to: &output)
        let end = line.endOfNonASCII(from: index)
        for scalar in line[index..<end].text.unicodeScalars { write(scalar, to: &output) }
        (run, index) = (end, end)
        continue
      case 0x00..<0x20, 0x7F:
        line[run..<index].append(to: &output)
        writeEscape(UInt16(line[index]), to: &output)
        run = index + 1
      default: break
      }
      index += 1
    }
    line[run..<line.count].append(to: &output)
  }

  private static func write(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
    let text = String(scalar)
    if TerminalText.harmless(text) == text {
      output += text.utf8
    } else {
      for unit in text.utf16 { writeEscape(unit, to: &output) }
    }
  }

  private static func writeEscape(_ unit: UInt16, to output: inout [UInt8]) {
    let digits = String(unit, radix: 16)
    output += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
  }
}
