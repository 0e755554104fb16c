internal import Content

/// Upstream, path and status of a line that a text signature knows, as far as the line tells them.
struct LineDetails {
  var upstream: Range<Int>?
  var path: Range<Int>?
  var status: Int?

  init(_ line: Bytes, _ shape: LineShape, _ captures: CompiledText.Captures) {
    upstream = captures.upstream
    path = captures.path
    switch shape.format {
    case .nginx: readNginx(line, from: shape.end)
    case .caddy: readCaddy(line, from: shape.start)
    case .envoy: readEnvoy(line, from: shape.start)
    default: break
    }
    upstream = upstream.map { Self.address(line, $0) }.flatMap { $0.isEmpty ? nil : $0 }
    path = path.map { Self.withoutQuery(line, $0) }
  }

  /// `, client: …, server: …, request: "GET /x HTTP/1.1", upstream: "http://10.0.0.5:80/x", host: "…"` (nginx,
  /// `ngx_http_upstream_log_error`).
  private mutating func readNginx(_ line: Bytes, from start: Int) {
    var next = start
    while let open = line.firstIndex(of: UInt8(ascii: "\""), from: next) {
      guard let close = line.firstIndex(of: UInt8(ascii: "\""), from: open + 1) else { return }
      if line.hasText("request: ", at: open - 9) {
        path = AccessLine.path(line, quote: open)
      } else if line.hasText("upstream: ", at: open - 10) {
        upstream = open + 1..<close
        return
      }
      next = close + 1
    }
  }

  private mutating func readCaddy(_ line: Bytes, from start: Int) {
    path = JSONText.string("\"uri\"", in: line, from: start) ?? path
    upstream = JSONText.string("\"upstream\"", in: line, from: start) ?? upstream
    let end = line.firstIndex(of: "\"request\":{", from: start).map { JSONText.objectEnd(line, from: $0 + 10) } ?? start
    if let found = JSONText.number("\"status\"", in: line.from(end)) { status = line.number(at: end + found)?.value }
  }

  /// Envoy's access log as JSON, with the names that Istio and Envoy's examples give the fields.
  private mutating func readEnvoy(_ line: Bytes, from start: Int) {
    path = JSONText.string("\"path\"", in: line, from: start)
    upstream = JSONText.string("\"upstream_host\"", in: line, from: start)
    let line = line.from(start)
    // The second inside another program's JSON.
    let code = JSONText.number("response_code\"", in: line) ?? JSONText.number(#"response_code\""#, in: line)
    status = code.flatMap { line.number(at: $0)?.value }
  }

  /// `http://10.0.0.5:80/x` becomes `10.0.0.5:80`, `fastcgi://unix:/run/php.sock:` becomes `unix:/run/php.sock`.
  private static func address(_ line: Bytes, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    if let scheme = line.firstIndex(of: "://", from: start, to: min(range.upperBound, start + 16)) {
      start = scheme + 3
    }
    if line.hasText("unix:", at: start) {
      return start..<(line.firstIndex(of: UInt8(ascii: ":"), from: start + 5, to: range.upperBound) ?? range.upperBound)
    }
    // A signature captures what stands behind it.
    if line.hasText("unix:/", at: start - 5) { return start - 5..<range.upperBound }
    if start == range.lowerBound { return range }
    return start..<(line.firstIndex(of: UInt8(ascii: "/"), from: start, to: range.upperBound) ?? range.upperBound)
  }

  static func withoutQuery(_ line: Bytes, _ range: Range<Int>) -> Range<Int> {
    range
      .lowerBound..<(line.firstIndex(of: UInt8(ascii: "?"), from: range.lowerBound, to: range.upperBound)
      ?? range.upperBound)
  }
}
