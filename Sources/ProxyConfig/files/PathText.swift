/// Path arithmetic on text alone; nothing here looks at a disk.
public enum PathText {
  /// `path` without `.`, `..`, doubled and trailing slashes.
  public static func normal(_ path: String) -> String {
    if isNormal(path.utf8) { return path }
    var parts: [Substring] = []
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !isAbsolute {
        parts.append(part)
      }
    }
    return (isAbsolute ? "/" : "") + parts.joined(separator: "/")
  }

  /// Whether an absolute path certainly has nothing to be taken out; most have not.
  private static func isNormal(_ path: String.UTF8View) -> Bool {
    let slash = UInt8(ascii: "/")
    guard path.first == slash else { return false }
    var previous: UInt8 = 0
    for byte in path {
      if previous == slash, byte == slash || byte == UInt8(ascii: ".") { return false }
      previous = byte
    }
    return previous != slash || path.count == 1
  }

  /// The directory a path is in: `/a/b` is in `/a`, `b` is in the empty path.
  public static func parent(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  public static func name(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// `path` seen from `base`; absolute paths stay as they are.
  public static func join(_ base: String, _ path: String) -> String {
    if path.utf8.first == UInt8(ascii: "/") || base.isEmpty { return path }
    return base.utf8.last == UInt8(ascii: "/") ? base + path : base + "/" + path
  }
}
