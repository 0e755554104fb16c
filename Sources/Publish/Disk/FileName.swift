/// Which names of an author's files can become addresses.
enum FileName {
  /// Why a file's name, or that of a folder above it, would not survive its way through texts, addresses and servers; nil
  /// for a sound one.
  static func trouble(_ path: String) -> String? {
    if isBroken(path) { return broken }
    var bytes = path.utf8.makeIterator()
    var isPlain = true
    while let byte = bytes.next() { if byte < 0x20 || byte >= 0x7F || byte == 0x25 || byte == 0x5C { isPlain = false } }
    if isPlain { return nil }
    for scalar in path.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: return "its name has a control character or a line break in it"
      case 0x202A...0x202E, 0x2066...0x2069: return "its name has a character in it that turns the order of others"
      case 0x5C: return "its name has a backslash in it, which browsers take for a slash"
      default: continue
      }
    }
    return isEncodedTwice(path)
      ? "its name reads like an address that is encoded already (%25, %2E, %2F, %5C), which servers refuse" : nil
  }

  /// Whether the name could not be read as text. What stands in its place is not the file's name.
  static func isBroken(_ path: String) -> Bool { path.unicodeScalars.contains("\u{FFFD}") }

  static let broken = "its name is not UTF-8"

  private static func isEncodedTwice(_ path: String) -> Bool {
    let bytes = Array(path.utf8)
    return bytes.indices.contains { index in
      guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count else { return false }
      let value = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
      return value.map { $0 < 0x20 || "./\\%".utf8.contains($0) } ?? false
    }
  }
}
