/// Reads request heads out of the bytes of a connection (RFC 9112, sections 2 to 5).
///
/// Strict where leniency has been used for attacks: no space before a colon, no folded lines, no control characters.
struct RequestReader: Sendable {
  /// The most bytes a head may have; a browser's is under 2 KB.
  static let limit = 32_768

  private var buffer: [UInt8] = []
  /// Where the search for the head's end goes on.
  private var searched = 0

  enum Outcome: Sendable {
    case request(Request)
    case incomplete
    /// What cannot be understood is answered once, and the connection is closed.
    case malformed(status: Int, String)
  }

  mutating func add(_ bytes: [UInt8]) {
    buffer += bytes
  }

  mutating func next() -> Outcome {
    // Empty lines in front of a request are skipped (section 2.2).
    let start = buffer.firstIndex { $0 != 0x0D && $0 != 0x0A } ?? buffer.count
    guard let end = headEnd(from: max(start, searched)) else {
      if buffer.count - start > Self.limit { return .malformed(status: 431, "The head of the request is too large.") }
      searched = max(start, buffer.count - 3)
      return .incomplete
    }
    let head = buffer[start..<end]
    buffer.removeSubrange(..<end)
    searched = 0
    if head.count > Self.limit { return .malformed(status: 431, "The head of the request is too large.") }
    return Self.parse(head)
  }

  /// Behind the first empty line at or after `index`.
  private func headEnd(from index: Int) -> Int? {
    var index = index
    while index < buffer.count {
      if buffer[index] == 0x0A {
        if index + 1 < buffer.count, buffer[index + 1] == 0x0A { return index + 2 }
        if index + 2 < buffer.count, buffer[index + 1] == 0x0D, buffer[index + 2] == 0x0A { return index + 3 }
      }
      index += 1
    }
    return nil
  }

  private static func parse(_ head: ArraySlice<UInt8>) -> Outcome {
    let bad = { (reason: String) in Outcome.malformed(status: 400, reason) }
    var lines = head.split(separator: 0x0A).map { $0.last == 0x0D ? $0.dropLast() : $0 }.filter { !$0.isEmpty }
    guard !lines.isEmpty else { return bad("The request is empty.") }
    let words = lines.removeFirst().split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(isToken), !words[1].isEmpty,
      words[1].allSatisfy({ 0x21...0x7E ~= $0 })
    else { return bad("The request line is not of the form METHOD /path HTTP/1.1.") }
    let version = text(words[2])
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      return .malformed(status: 505, "Only HTTP/1.1 and HTTP/1.0 are spoken here.")
    }
    var fields: [(String, String)] = []
    for line in lines {
      guard let colon = line.firstIndex(of: 0x3A), colon > line.startIndex, line[..<colon].allSatisfy(isToken),
        line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
      else { return bad("A header field is not of the form Name: value.") }
      let value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
      let end = value.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? value.startIndex
      fields.append((text(line[..<colon]), text(value[..<end])))
    }
    return .request(
      Request(text(words[0]), text(words[1]), fields: fields, isPersistentByDefault: version == "HTTP/1.1"))
  }

  /// A character of a token (RFC 9110, section 5.6.2).
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
