/// Finds its way in a line of JSON without parsing all of it.
enum JSONText {
  /// The string value of a member that is written `"name":"value"`, without unescaping; nil if there is none.
  static func string(_ name: StaticString, in line: Bytes, from start: Int = 0) -> Range<Int>? {
    guard let key = line.firstIndex(of: name, from: start) else { return nil }
    var next = key + name.utf8CodeUnitCount
    while next < line.count, line[next] == UInt8(ascii: " ") || line[next] == UInt8(ascii: ":") { next += 1 }
    guard next < line.count, line[next] == UInt8(ascii: "\"") else { return nil }
    let first = next + 1
    next = first
    while next < line.count, line[next] != UInt8(ascii: "\"") { next += line[next] == UInt8(ascii: "\\") ? 2 : 1 }
    return first..<min(next, line.count)
  }

  /// Where the number of a member `"name":123` begins.
  static func number(_ name: StaticString, in line: Bytes) -> Int? {
    guard let key = line.firstIndex(of: name) else { return nil }
    var next = key + name.utf8CodeUnitCount
    while next < line.count, [UInt8(ascii: " "), UInt8(ascii: ":"), UInt8(ascii: "\"")].contains(line[next]) {
      next += 1
    }
    return next < line.count && (0x30...0x39).contains(line[next]) ? next : nil
  }

  /// The end of the object that opens at `start`.
  static func objectEnd(_ line: Bytes, from start: Int) -> Int {
    var depth = 0
    var isString = false
    var next = start
    while next < line.count {
      switch line[next] {
      case UInt8(ascii: "\\") where isString: next += 1
      case UInt8(ascii: "\""): isString.toggle()
      case UInt8(ascii: "{") where !isString: depth += 1
      case UInt8(ascii: "}") where !isString:
        depth -= 1
        if depth <= 0 { return next }
      default: break
      }
      next += 1
    }
    return line.count
  }
}
