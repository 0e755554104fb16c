/// What syslog and journald put before a program's own words: `Nov 22 07:42:23 host haproxy[123]: `, or the same with an
/// ISO 8601 time or a weekday and a zone (RFC 3164, section 4.1; journalctl, `-o short`, `short-iso` and `short-full`), and
/// `<134>1 2026-11-22T07:42:23Z host haproxy 123 - - ` (RFC 5424, section 6).
struct SyslogPrefix {
  /// The program's name.
  let tag: Range<Int>
  /// Where its own words begin.
  let end: Int

  init?(_ line: Bytes, from start: Int) {
    var next = start
    var isVersioned = false
    if next < line.count, line[next] == UInt8(ascii: "<"),
      let close = line.firstIndex(of: UInt8(ascii: ">"), from: next, to: next + 5)
    {
      isVersioned = line.hasText("1 ", at: close + 1)
      next = close + (isVersioned ? 3 : 1)
    }
    guard let host = Self.timeEnd(line, from: next) else { return nil }
    guard let afterHost = line.firstIndex(of: UInt8(ascii: " "), from: host, to: host + 80) else { return nil }
    // `journalctl --no-hostname` leaves the host out.
    let tagStart = line[afterHost - 1] == UInt8(ascii: ":") ? host : afterHost + 1
    guard let program = isVersioned ? Self.fields(line, from: afterHost + 1) : Self.tag(line, from: tagStart) else {
      return nil
    }
    (tag, end) = program
  }

  /// Where the host begins behind the time.
  private static func timeEnd(_ line: Bytes, from start: Int) -> Int? {
    guard line.count > start + 26 else { return nil }
    if line[start + 3] == UInt8(ascii: " "), line[start + 6] == UInt8(ascii: " "), isClock(line, at: start + 7) {
      // Nov 22 07:42:23
      return (line.firstIndex(of: UInt8(ascii: " "), from: start + 15) ?? start + 15) + 1
    }
    if line[start + 4] == UInt8(ascii: "-"), line[start + 10] == UInt8(ascii: "T") {
      // 2026-11-22T07:42:23+00:00
      return line.firstIndex(of: UInt8(ascii: " "), from: start + 19, to: start + 40).map { $0 + 1 }
    }
    if line[start + 3] == UInt8(ascii: " "), line[start + 8] == UInt8(ascii: "-"), isClock(line, at: start + 15),
      let zone = line.firstIndex(of: UInt8(ascii: " "), from: start + 23, to: start + 40)
    {
      // Sun 2026-11-22 07:42:23 UTC
      return line.firstIndex(of: UInt8(ascii: " "), from: zone + 1, to: zone + 12).map { $0 + 1 }
    }
    return nil
  }

  private static func isClock(_ line: Bytes, at start: Int) -> Bool {
    line[start + 2] == UInt8(ascii: ":") && line[start + 5] == UInt8(ascii: ":")
      && (line[start + 8] == UInt8(ascii: " ") || line[start + 8] == UInt8(ascii: "."))
  }

  /// `haproxy[123]: `.
  private static func tag(_ line: Bytes, from start: Int) -> (Range<Int>, Int)? {
    var position = start
    while position < line.count, position < start + 63 {
      let byte = line[position]
      if byte == UInt8(ascii: ":") || byte == UInt8(ascii: "[") { break }
      if byte <= 0x20 { return nil }
      position += 1
    }
    guard position < line.count, position > start,
      let colon = line.firstIndex(of: ": ", from: position, to: position + 16)
    else { return nil }
    return (start..<position, colon + 2)
  }

  /// `haproxy 123 - - `: name, process, message id and structured data.
  private static func fields(_ line: Bytes, from start: Int) -> (Range<Int>, Int)? {
    guard let name = line.firstIndex(of: UInt8(ascii: " "), from: start, to: start + 49),
      let process = line.firstIndex(of: UInt8(ascii: " "), from: name + 1, to: name + 130),
      let message = line.firstIndex(of: UInt8(ascii: " "), from: process + 1, to: process + 34),
      message + 2 < line.count
    else { return nil }
    var end = message + 2
    if line[message + 1] == UInt8(ascii: "[") {
      guard let close = line.firstIndex(of: "] ", from: message + 1) else { return nil }
      end = close + 1
    }
    if line.hasText(" \u{FEFF}", at: end) { end += 3 }
    return (start..<name, min(end + 1, line.count))
  }
}
