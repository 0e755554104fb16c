/// A value for an environment variable that is set on another machine only, such that the configuration can be read.
struct CaddyUnsetVariable {
  /// What stands around the variable on its line.
  let before: ArraySlice<UInt8>
  let after: ArraySlice<UInt8>
  let name: String

  /// The variable from `open` to `close` among `bytes`.
  init(_ name: String, in bytes: ArraySlice<UInt8>, from open: Int, to close: Int) {
    let start = bytes[..<open].lastIndex(of: 0x0A).map { $0 + 1 } ?? bytes.startIndex
    let end = bytes[close...].firstIndex(of: 0x0A) ?? bytes.endIndex
    (before, after, self.name) = (bytes[start..<open], bytes[close..<end], name)
  }

  /// Empty for a variable that has its line to itself: it adds directives, or none.
  var value: String {
    if before.allSatisfy(Self.isBlank), after.allSatisfy(Self.isBlank) { return "" }
    if before.last == UInt8(ascii: ":") { return "8080" }
    let word = name.lowercased().replacing("_", with: "-").filter { $0.isLetter || $0.isNumber || $0 == "-" }
    let plain = word.isEmpty ? "variable" : word
    // A part of a longer word.
    if let next = after.first, next != UInt8(ascii: ":"), next != UInt8(ascii: "/"), !Self.isEnd(next) { return plain }
    if let last = before.last, last != UInt8(ascii: "."), !Self.isBlank(last), !Self.isEnd(last) { return plain }
    func speaks(of parts: String...) -> Bool { parts.contains { word.split(separator: "-").contains(Substring($0)) } }
    if speaks(of: "port") { return "8080" }
    if speaks(of: "email", "mail") { return "somebody@\(plain).example" }
    if speaks(of: "timeout", "interval", "duration", "ttl", "delay") { return "30s" }
    if speaks(of: "size") { return "10MB" }
    if speaks(of: "token", "key", "secret", "password", "hash", "user") { return plain }
    if speaks(of: "level") { return "INFO" }
    if speaks(of: "ip", "ips", "cidr", "range", "ranges", "proxies", "subnet", "network") { return "192.0.2.0/24" }
    if speaks(of: "root", "dir", "directory", "folder", "path", "file", "pages", "home") { return "/\(plain)" }
    if speaks(of: "code", "status") { return "503" }
    return plain + ".example"
  }

  /// One value for a variable wherever it stands in a file, so that all of them fit together: a port where one of them
  /// must be a port, else what the most telling of them asks for.
  static func value(of name: String, at places: [Range<Int>], in bytes: [UInt8]) -> String {
    let values = places.map { CaddyUnsetVariable(name, in: bytes[...], from: $0.lowerBound, to: $0.upperBound).value }
    if values.contains("8080") { return "8080" }
    return values.max { $0.utf8.count < $1.utf8.count } ?? ""
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  /// What may stand beside a word of its own.
  private static func isEnd(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",")
  }
}
