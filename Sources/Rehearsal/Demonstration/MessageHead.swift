/// The head of a request or an answer as its lines, of which some are changed on the way.
struct MessageHead {
  private(set) var lines: [String]

  /// The head that bytes begin with, and how long it is; nil when its end has not come yet, or it is none.
  static func first(of bytes: [UInt8]) -> (head: MessageHead, count: Int)? {
    let end = [UInt8]("\r\n\r\n".utf8)
    guard let start = bytes.indices.dropLast(3).first(where: { bytes[$0] == 13 && bytes[$0...].starts(with: end) })
    else { return nil }
    // Latin 1, so that every byte comes back as it was.
    let text = String(String.UnicodeScalarView(bytes[..<start].map { Unicode.Scalar($0) }))
    return (
      MessageHead(lines: text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)), start + 4
    )
  }

  /// The value of a field by its name in small letters; the first wins.
  func field(_ name: String) -> String? {
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name else { continue }
      return String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    return nil
  }

  /// Puts one field in the place of all of that name; nil removes them.
  mutating func set(_ name: String, _ value: String?) {
    let first = lines.removeFirst()
    lines.removeAll { $0.prefix { $0 != ":" }.lowercased() == name.lowercased() }
    lines.insert(first, at: 0)
    if let value { lines.append("\(name): \(value)") }
  }

  var bytes: [UInt8] {
    (lines.joined(separator: "\r\n") + "\r\n\r\n").unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }
}
