/// What syslog and journald put before a program's own words: `Nov 22 07:42:23 host haproxy[123]: `, or the same with an
/// ISO 8601 time (RFC 3164, section 4.1; journalctl, `-o short` and `short-iso`).
struct SyslogPrefix {
  /// The program's name.
  let tag: Range<Int>
  /// Where its own words begin.
  let end: Int

  init?(_ line: Bytes, from start: Int) {
    var next = start
    if next < line.count, line[next] == UInt8(ascii: "<"),
      let close = line.firstIndex(of: UInt8(ascii: ">"), from: next, to: next + 5)
    {
      next = close + 1
    }
    if line.count > next + 20, line[next + 3] == UInt8(ascii: " "), line[next + 6] == UInt8(ascii: " "),
      line[next + 9] == UInt8(ascii: ":"), line[next + 12] == UInt8(ascii: ":"),
      line[next + 15] == UInt8(ascii: " ")
        || line[next + 15] == UInt8(ascii: ".")
    {
      next = (line.firstIndex(of: UInt8(ascii: " "), from: next + 15) ?? next + 15) + 1
    } else if line.count > next + 26, line[next + 4] == UInt8(ascii: "-"), line[next + 10] == UInt8(ascii: "T"),
      let space = line.firstIndex(of: UInt8(ascii: " "), from: next + 19, to: next + 40)
    {
      next = space + 1
    } else {
      return nil
    }
    // The host, then the tag, which ends in a colon.
    guard let host = line.firstIndex(of: UInt8(ascii: " "), from: next, to: next + 80) else { return nil }
    var position = host + 1
    while position < line.count, position < host + 64 {
      let byte = line[position]
      if byte == UInt8(ascii: ":") || byte == UInt8(ascii: "[") { break }
      if byte <= 0x20 { return nil }
      position += 1
    }
    guard position < line.count, position > host + 1,
      let colon = line.firstIndex(of: ": ", from: position, to: position + 16)
    else { return nil }
    tag = host + 1..<position
    end = colon + 2
  }
}
