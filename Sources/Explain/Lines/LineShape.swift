internal import Content

/// What kind of line a text was found in: whose it is, and which part of it the program wrote itself.
struct LineShape {
  var format: LogFormat
  /// Where the program's own words begin, after what a collector put before them.
  var start: Int
  /// Where they end and the visitor's begin.
  var end: Int

  init(_ line: Bytes) {
    let prefix = LinePrefix(line)
    (format, start, end) = (.plain, prefix.end, line.count)
    if let tag = prefix.tag { format = Self.format(ofProgram: line[tag]) }
    recognise(line)
  }

  /// A line of nginx's error log without anything before it, whose own words end at `end`.
  init(nginxEnd end: Int) {
    (format, start, self.end) = (.nginx, 0, end)
  }

  private static func format(ofProgram tag: Bytes) -> LogFormat {
    if tag.hasText("nginx") { return .nginx }
    if tag.hasText("haproxy") { return .haproxy }
    if tag.hasText("php") { return .phpFPM }
    if tag.hasText("apache") || tag.hasText("httpd") { return .apache }
    if tag.hasText("caddy") { return .caddy }
    if tag.hasText("traefik") { return .traefik }
    if tag.hasText("varnish") { return .varnish }
    return .plain
  }

  private mutating func recognise(_ line: Bytes) {
    guard start < line.count else { return }
    switch line[start] {
    case UInt8(ascii: "{"): recogniseJSON(line)
    case UInt8(ascii: "["): recogniseBracket(line)
    case 0x30...0x39: recogniseDate(line)
    case UInt8(ascii: "t")
    where format == .plain && line.hasText("time=\"", at: start) && line.firstIndex(of: " level=", from: start) != nil:
      format = .traefik
    default:
      // Traefik's console log without the date, as some collectors keep it.
      if Self.isConsoleLevel(line, at: start) { format = .traefik }
    }
  }

  /// `DBG `, and the same in colour: `ESC[31mERRESC[0m `.
  private static func isConsoleLevel(_ line: Bytes, at start: Int) -> Bool {
    var start = start
    while start < line.count, line[start] == 0x1B { start = LinePrefix.afterColor(line, at: start) }
    let end = start + 3
    guard end < line.count, line[end] == UInt8(ascii: " ") || line[end] == 0x1B else { return false }
    return ["DBG", "INF", "WRN", "ERR", "FTL"].contains { line.hasText($0 as StaticString, at: start) }
  }

  private mutating func recogniseDate(_ line: Bytes) {
    if Self.isNginx(line, at: start) {
      format = .nginx
      end = line.firstIndex(of: ", client: ", from: start) ?? line.count
    } else if start + 24 < line.count, line[start + 4] == UInt8(ascii: "/"), line[start + 19] == UInt8(ascii: ".") {
      format = .caddy
      end = line.firstIndex(of: "\"request\": {", from: start) ?? line.count
    } else if start + 24 < line.count, line[start + 4] == UInt8(ascii: "-"), line[start + 10] == UInt8(ascii: "T") {
      let level = (line.firstIndex(of: UInt8(ascii: " "), from: start, to: start + 40) ?? start) + 1
      if Self.isConsoleLevel(line, at: level) { format = .traefik }
    }
  }

  /// `[Sun Nov 22 07:44:35.184753 2026] [proxy:error] …` is Apache's, with a time alone the kernel's (`dmesg -T`),
  /// `[22-Nov-2026 07:42:23] WARNING: …` PHP-FPM's and `[2026-11-22 07:47:13 +0000] [8916] [ERROR] …` gunicorn's.
  private mutating func recogniseBracket(_ line: Bytes) {
    guard start + 27 < line.count else { return }
    if line[start + 4] == UInt8(ascii: " "), line[start + 8] == UInt8(ascii: " "),
      line[start + 14] == UInt8(ascii: ":"),
      let close = line.firstIndex(of: UInt8(ascii: "]"), from: start + 20), line.hasText("] [", at: close)
    {
      format = .apache
      end = line.firstIndex(of: ", referer: ", from: start) ?? line.count
    } else if line[start + 3] == UInt8(ascii: "-"), line[start + 7] == UInt8(ascii: "-"),
      line[start + 12] == UInt8(ascii: " ")
    {
      format = .phpFPM
    } else if line[start + 5] == UInt8(ascii: "-"), line.hasText("] [", at: start + 26) {
      format = .gunicorn
    } else if Self.isCutNginx(line, at: start) {
      format = .nginx
      end = line.firstIndex(of: ", client: ", from: start) ?? line.count
    }
  }

  /// `[error] 7#7: *1 …`: nginx's line without the time.
  private static func isCutNginx(_ line: Bytes, at start: Int) -> Bool {
    let levels: [StaticString] = ["[error] ", "[crit] ", "[warn] "]
    guard let level = levels.first(where: { line.hasText($0, at: start) }),
      let process = line.number(at: start + level.utf8CodeUnitCount)
    else { return false }
    return line.hasText("#", at: start + level.utf8CodeUnitCount + process.digits)
  }

  /// Caddy's and Traefik's JSON, and other programs' text wrapped in JSON by journald or Docker.
  private mutating func recogniseJSON(_ line: Bytes) {
    if let log = line.firstIndex(of: "{\"log\":\"", from: start, to: start + 8) {
      rewrap(line, from: log + 8)
    } else if let identifier = line.firstIndex(of: "\"SYSLOG_IDENTIFIER\":\"", from: start) {
      format = Self.format(ofProgram: line.from(identifier + 21))
      if let message = line.firstIndex(of: "\"MESSAGE\":\"", from: start) {
        let known = format
        rewrap(line, from: message + 11)
        if format == .plain { format = known }
      }
    } else if line.firstIndex(of: "\"logger\":\"http.", from: start) != nil
      || (line.firstIndex(of: "\"logger\":\"", from: start) != nil
        && line.firstIndex(of: "\"ts\":", from: start) != nil)
    {
      format = .caddy
    } else if line.firstIndex(of: "\"response_flags\":\"", from: start) != nil {
      format = .envoy
    } else if line.firstIndex(of: "\"level\":\"", from: start) != nil,
      line.firstIndex(of: "\"message\":\"", from: start) != nil
    {
      format = .traefik
    }
  }

  /// The text inside a JSON string is judged like a line of its own; JSON in it by names that are escaped.
  private mutating func rewrap(_ line: Bytes, from inner: Int) {
    guard inner < line.count else { return }
    start = inner
    if line[inner] != UInt8(ascii: "{") {
      recognise(line)
    } else if line.firstIndex(of: #"\"response_flags\":\""#, from: inner) != nil {
      format = .envoy
    } else if line.firstIndex(of: #"\"logger\":\""#, from: inner) != nil {
      format = .caddy
      end = line.firstIndex(of: #"\"request\":{"#, from: inner) ?? line.count
    }
  }

  /// `2026/11/22 07:41:00 [error] ` (nginx, `ngx_log_error_core`).
  @inline(__always)
  static func isNginx(_ line: Bytes, at start: Int) -> Bool {
    start + 24 < line.count && line[start + 4] == UInt8(ascii: "/") && line[start + 7] == UInt8(ascii: "/")
      && line[start + 20] == UInt8(ascii: "[")
  }

  /// What nginx writes between its own words and the visitor's.
  static let nginxEnd: StaticString = ", client: "

  /// Where the program's own words end in a line of nginx's error log: commas are rare in them.
  @inline(__always)
  static func nginxEnd(_ line: Bytes) -> Int {
    var next = 24
    while let comma = line.firstIndex(of: UInt8(ascii: ","), from: next) {
      if line.hasText(nginxEnd, at: comma) { return comma }
      next = comma + 1
    }
    return line.count
  }

  /// Whether a visitor wrote the text at `position`: it stands in the request that Caddy logs, or after the program's own
  /// words.
  func isForeign(_ position: Int, in line: Bytes) -> Bool {
    if position >= end { return true }
    if format == .envoy {
      // What a visitor wrote is escaped once more than Envoy's own fields.
      return start + 1 < line.count && line[start + 1] != UInt8(ascii: "\\") && line[position] == UInt8(ascii: "\\")
    }
    guard format == .caddy, let request = line.firstIndex(of: "\"request\":{", from: start), position > request else {
      return false
    }
    return position < JSONText.objectEnd(line, from: request + 10)
  }
}
