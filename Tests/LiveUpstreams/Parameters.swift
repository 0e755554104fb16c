/// The parameters that a proxy sends in place of a request, in the languages that have them.
enum Parameters {
  static func read(_ bytes: [UInt8], _ module: String) -> [(name: String, value: String)] {
    switch module {
    case "fastcgi": fastCGI(bytes)
    case "scgi": scgi(bytes)
    default: uwsgi(bytes)
    }
  }

  /// Records of type 4 (`FCGI_PARAMS`), put together: lengths of one or four bytes, name, value.
  private static func fastCGI(_ bytes: [UInt8]) -> [(name: String, value: String)] {
    var stream: [UInt8] = []
    var at = 0
    while at + 8 <= bytes.count {
      let length = Int(bytes[at + 4]) << 8 | Int(bytes[at + 5])
      let end = min(at + 8 + length, bytes.count)
      if bytes[at + 1] == 4 { stream += bytes[at + 8..<end] }
      at = end + Int(bytes[at + 6])
    }
    var pairs: [(name: String, value: String)] = []
    var rest = stream[...]
    func length() -> Int? {
      guard let first = rest.popFirst() else { return nil }
      guard first & 0x80 != 0 else { return Int(first) }
      guard rest.count >= 3 else { return nil }
      let more = rest.prefix(3).reduce(Int(first & 0x7F)) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(3)
      return more
    }
    while let name = length(), let value = length(), rest.count >= name + value {
      pairs.append((text(rest.prefix(name)), text(rest.dropFirst(name).prefix(value))))
      rest = rest.dropFirst(name + value)
    }
    return pairs
  }

  /// A netstring of names and values, each with a zero at its end.
  private static func scgi(_ bytes: [UInt8]) -> [(name: String, value: String)] {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), let length = Int(text(bytes[..<colon])) else {
      return []
    }
    let parts = bytes[(colon + 1)...].prefix(length).split(separator: 0, omittingEmptySubsequences: false)
    return stride(from: 0, to: parts.count - 1, by: 2).map { (text(parts[$0]), text(parts[$0 + 1])) }
  }

  /// Four bytes, then names and values with lengths of two bytes, the low one first.
  private static func uwsgi(_ bytes: [UInt8]) -> [(name: String, value: String)] {
    guard bytes.count >= 4 else { return [] }
    var rest = bytes.dropFirst(4).prefix(Int(bytes[1]) | Int(bytes[2]) << 8)
    var words: [String] = []
    while rest.count >= 2 {
      let length = Int(rest[rest.startIndex]) | Int(rest[rest.startIndex + 1]) << 8
      words.append(text(rest.dropFirst(2).prefix(length)))
      rest = rest.dropFirst(2 + length)
    }
    return stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) }
  }

  private static func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
}
