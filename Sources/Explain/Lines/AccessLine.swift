internal import Content

/// A line of an access log: what its fixed fields say. Text signatures are not looked for in it, because visitors write
/// most of it.
struct AccessLine {
  let format: LogFormat
  let status: Int
  /// HAProxy's four letters, such as `SC--`.
  var termination: Range<Int>?
  /// Envoy's response flags; HAProxy's server; for a load balancer of AWS the status the target sent.
  var flags: Range<Int>?
  var upstream: Range<Int>?
  /// The request's target.
  var path: Range<Int>?
  /// Why Envoy answered as it did, in its own words.
  var details: Range<Int>?
  /// Where the time of day stands.
  var time = 0

  init(
    format: LogFormat, status: Int, termination: Range<Int>? = nil, flags: Range<Int>? = nil,
    upstream: Range<Int>? = nil, path: Range<Int>? = nil, time: Int = 0
  ) {
    (self.format, self.status, self.termination, self.flags) = (format, status, termination, flags)
    (self.upstream, self.path, self.time) = (upstream, path, time)
  }

  /// Where the bracket of the time may still open: after a syslog prefix, a host and a long IPv6 address.
  private static let prefix = 240

  /// Nil for every other line.
  init?(_ line: Bytes) {
    if let envoy = AccessLine(envoy: line) {
      self = envoy
      return
    }
    if line.hasText("http"), let alb = AccessLine(alb: line) ?? AccessLine(alb: line, kind: 5) {
      self = alb
      return
    }
    if line.hasText("h2 "), let alb = AccessLine(alb: line, kind: 2) {
      self = alb
      return
    }
    var bracket = -1
    for _ in 0..<3 {
      guard let next = line.firstIndex(of: UInt8(ascii: "["), from: bracket + 1, to: Self.prefix) else { return nil }
      bracket = next
      // [22/Nov/2026:07:42:23
      guard bracket + 24 < line.count else { return nil }
      if line[bracket + 3] == UInt8(ascii: "/"), line[bracket + 7] == UInt8(ascii: "/"),
        line[bracket + 12] == UInt8(ascii: ":")
      {
        guard let close = line.firstIndex(of: UInt8(ascii: "]"), from: bracket + 21, to: bracket + 40),
          close + 3 < line.count
        else { return nil }
        if line[close + 2] == UInt8(ascii: "\"") {
          self.init(combined: line, bracket: bracket, quote: close + 2)
        } else {
          self.init(haproxy: line, bracket: bracket, after: close + 2)
        }
        return
      }
    }
    return nil
  }

  /// `… [22/Nov/2026:07:42:23 +0000] "GET / HTTP/1.1" 502 157 …` (Apache, "Common Log Format").
  private init?(combined line: Bytes, bracket: Int, quote: Int) {
    guard let (status, _) = Self.status(line, afterQuoteAt: quote) else { return nil }
    (format, self.status, time) = (.access, status, bracket + 1)
    if status >= 400 { path = Self.path(line, quote: quote) }
  }

  /// `… [date] frontend backend/server 0/0/-1/-1/0 503 217 - - SC-- 1/1/0/0/0 0/0 "GET / HTTP/1.1"` (HAProxy,
  /// configuration manual, section 8.2.3), or with three timers and no status for TCP (section 8.2.2).
  private init?(haproxy line: Bytes, bracket: Int, after start: Int) {
    let (fields, _) = Self.fields(of: line, from: start, most: 8)
    guard fields.count >= 5,
      let slash = line.firstIndex(of: UInt8(ascii: "/"), from: fields[1].lowerBound, to: fields[1].upperBound),
      line.firstIndex(of: UInt8(ascii: "/"), from: fields[2].lowerBound, to: fields[2].upperBound) != nil
    else { return nil }
    format = .haproxy
    time = bracket + 1
    upstream = fields[1]
    flags = slash + 1..<fields[1].upperBound
    if fields.count == 8, fields[7].count == 4 {
      status = line.number(at: fields[3].lowerBound)?.value ?? 0
      termination = fields[7]
      if let quote = line.firstIndex(of: UInt8(ascii: "\""), from: fields[7].upperBound) {
        path = Self.path(line, quote: quote)
      }
    } else if fields[4].count == 2 {
      status = 0
      termination = fields[4]
    } else {
      return nil
    }
  }

  /// `http 2026-11-22T… app/name/id client:port target:port 0.0 0.0 0.0 502 - …` (AWS, "Access log entries").
  private init?(alb line: Bytes, kind: Int = 4) {
    guard line.count > kind + 24, line[kind] == UInt8(ascii: " "), line[kind + 5] == UInt8(ascii: "-"),
      line[kind + 11] == UInt8(ascii: "T")
    else { return nil }
    let (fields, from) = Self.fields(of: line, from: 0, most: 10)
    guard fields.count == 10, let status = line.number(at: fields[8].lowerBound), status.digits == 3 else { return nil }
    (format, self.status, flags, upstream, time) = (.alb, status.value, fields[9], fields[4], kind + 1)
    if let quote = line.firstIndex(of: UInt8(ascii: "\""), from: from) { path = Self.path(line, quote: quote) }
  }

  /// At most `most` fields, parted by blanks, and where the line goes on.
  private static func fields(of line: Bytes, from start: Int, most: Int) -> (fields: [Range<Int>], end: Int) {
    var fields: [Range<Int>] = []
    var from = start
    while fields.count < most, from < line.count {
      let end = line.firstIndex(of: UInt8(ascii: " "), from: from) ?? line.count
      if end > from { fields.append(from..<end) }
      from = end + 1
    }
    return (fields, from)
  }

  /// The status after a request in quotation marks, and where it ends.
  static func status(_ line: Bytes, afterQuoteAt quote: Int) -> (Int, Int)? {
    var end = quote
    while let next = line.firstIndex(of: UInt8(ascii: "\""), from: end + 1) {
      end = next
      if line[next - 1] == UInt8(ascii: "\\") { continue }
      guard next + 4 < line.count, line[next + 1] == UInt8(ascii: " ") else { return nil }
      guard let status = line.number(at: next + 2), status.value < 1000 else { return nil }
      return (status.value, next + 2 + status.digits)
    }
    return nil
  }

  /// The target in `"GET /path HTTP/1.1"`.
  static func path(_ line: Bytes, quote: Int) -> Range<Int>? {
    let limit = quote + 4096
    guard let start = line.firstIndex(of: UInt8(ascii: " "), from: quote, to: quote + 24) else { return nil }
    var end = start + 1
    while end < min(line.count, limit), line[end] != UInt8(ascii: " "), line[end] != UInt8(ascii: "\"") { end += 1 }
    return start + 1..<end
  }
}
