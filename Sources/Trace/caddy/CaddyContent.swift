import ProxyConfig

/// Serves a file's content as Go does: conditions first, then ranges (`http.ServeContent`).
///
/// This is what empties an error page: a condition that says "not modified" writes no body, and the status around it stays
/// the error's.
struct CaddyContent {
  private let run: CaddyRun
  private let path: String
  private let status: FileStatus
  private let etag: ByteText?

  init(_ run: CaddyRun, path: String, status: FileStatus, etag: ByteText?) {
    self.run = run
    self.path = path
    self.status = status
    self.etag = etag
  }

  private enum Verdict { case none, yes, no }

  private func header(_ name: ByteText) -> ByteText { run.requestHeaders.first(name) }

  func serve(to sink: CaddySink) throws(CaddyInterruption) {
    if let modified = status.modified, modified > 0 {
      run.client.headers.set("Last-Modified", ByteText(CaddyHTTPDate.text(modified / 1_000_000_000)))
    }
    guard let range = try passConditions(sink) else { return }
    let size = status.size
    var part = 0..<size
    var code = 200
    if !range.isEmpty {
      switch CaddyRange.parse(range, size: size) {
      case .whole: break
      case .one(let wanted):
        part = wanted
        code = 206
        run.client.headers.set("Content-Range", ByteText("bytes \(wanted.lowerBound)-\(wanted.upperBound - 1)/\(size)"))
        run.tell("the visitor asks for a part only and gets \(wanted.count) of the page's \(size) bytes")
      case .several: throw .unknown("how an answer in several parts is put together")
      case .outside, .malformed:
        let isOutside = CaddyRange.parse(range, size: size) == .outside
        if isOutside { run.client.headers.set("Content-Range", ByteText("bytes */\(size)")) }
        run.tell("the range asked for lies outside the page, so Go writes an error instead of it")
        for name: ByteText in ["Cache-Control", "Content-Encoding", "Etag", "Last-Modified"] where run.release.isModern {
          run.client.headers.remove(name)
        }
        run.client.headers.set("Content-Type", "text/plain; charset=utf-8")
        try sink.writeHeader(416)
        try sink.write(.builtin(isOutside ? "invalid range: failed to overlap\n" : "invalid range\n"))
        return
      }
    }
    run.client.headers.set("Accept-Ranges", "bytes")
    if run.client.headers.first("Content-Encoding").isEmpty {
      run.client.headers.set("Content-Length", ByteText(String(part.count)))
    }
    try sink.writeHeader(code)
    if run.method != "HEAD" { try sink.write(.file(path, part)) }
  }

  /// The range to serve, or nil when a condition has answered (`checkPreconditions`).
  private func passConditions(_ sink: CaddySink) throws(CaddyInterruption) -> ByteText? {
    var verdict = try ifMatch()
    if verdict == .none { verdict = try ifUnmodifiedSince() }
    if verdict == .no {
      run.tell("a condition of the request fails, so no body is sent")
      try sink.writeHeader(412)
      return nil
    }
    let isReading = run.method == "GET" || run.method == "HEAD"
    switch try ifNoneMatch() {
    case .no:
      run.tell("If-None-Match matches the page, so no body is sent")
      if isReading { try notModified(sink) } else { try sink.writeHeader(412) }
      return nil
    case .none:
      if isReading, try ifModifiedSince() == .no {
        run.tell("the page is older than If-Modified-Since, so no body is sent")
        try notModified(sink)
        return nil
      }
    case .yes: break
    }
    let range = header("Range")
    if !range.isEmpty, !header("If-Range").isEmpty {
      guard isReading else { return range }
      return try ifRange() == .no ? "" : range
    }
    return range
  }

  private func notModified(_ sink: CaddySink) throws(CaddyInterruption) {
    for name: ByteText in ["Content-Type", "Content-Length", "Content-Encoding"] { run.client.headers.remove(name) }
    if !run.client.headers.first("Etag").isEmpty { run.client.headers.remove("Last-Modified") }
    try sink.writeHeader(304)
  }

  private func tags(_ text: ByteText) -> [ByteText] {
    text.pieces(",").map(\.trimmed).filter { !$0.isEmpty }
  }

  private func knownTag() throws(CaddyInterruption) -> ByteText {
    let set = run.client.headers.first("Etag")
    if !set.isEmpty { return set }
    if let etag { return etag }
    throw .unknown("the page's entity tag, as its time is not known")
  }

  private func ifMatch() throws(CaddyInterruption) -> Verdict {
    let text = header("If-Match")
    if text.isEmpty { return .none }
    for tag in tags(text) {
      if tag == "*" { return .yes }
      if tag == (try knownTag()), tag.hasPrefix("\"") { return .yes }
    }
    return .no
  }

  private func ifNoneMatch() throws(CaddyInterruption) -> Verdict {
    let text = header("If-None-Match")
    if text.isEmpty { return .none }
    for tag in tags(text) {
      if tag == "*" { return .no }
      guard tag.without(prefix: "W/").hasPrefix("\"") else { break }
      if tag.without(prefix: "W/") == (try knownTag()).without(prefix: "W/") { return .no }
    }
    return .yes
  }

  private func seconds() throws(CaddyInterruption) -> Int {
    guard let modified = status.modified else { throw .unknown("when the page was last changed") }
    return modified / 1_000_000_000
  }

  private func ifUnmodifiedSince() throws(CaddyInterruption) -> Verdict {
    let text = header("If-Unmodified-Since")
    guard !text.isEmpty, let date = CaddyHTTPDate.seconds(text.string) else { return .none }
    return try seconds() <= date ? .yes : .no
  }

  private func ifModifiedSince() throws(CaddyInterruption) -> Verdict {
    let text = header("If-Modified-Since")
    guard !text.isEmpty, let date = CaddyHTTPDate.seconds(text.string) else { return .none }
    return try seconds() <= date ? .no : .yes
  }

  private func ifRange() throws(CaddyInterruption) -> Verdict {
    let text = header("If-Range")
    if text.hasPrefix("\"") || text.hasPrefix("W/\"") {
      return try text == knownTag() && text.hasPrefix("\"") ? .yes : .no
    }
    guard let date = CaddyHTTPDate.seconds(text.string) else { return .no }
    return try seconds() == date ? .yes : .no
  }
}

/// The `Range` header (Go's `parseRange`).
enum CaddyRange: Hashable {
  case whole
  case one(Range<Int>)
  case several
  case outside
  case malformed

  static func parse(_ text: ByteText, size: Int) -> CaddyRange {
    guard text.hasPrefix("bytes=") else { return .malformed }
    var ranges: [Range<Int>] = []
    var isOutside = false
    for piece in text.from(6).pieces(",") {
      let piece = piece.trimmed
      if piece.isEmpty { continue }
      guard let (start, end) = piece.cut("-") else { return .malformed }
      let (first, last) = (start.trimmed, end.trimmed)
      if first.isEmpty {
        guard let length = last.number else { return .malformed }
        ranges.append(max(0, size - length)..<size)
        continue
      }
      guard let from = first.number else { return .malformed }
      guard last.isEmpty || last.number.map({ $0 >= from }) ?? false else { return .malformed }
      if from >= size {
        isOutside = true
        continue
      }
      ranges.append(from..<min(size, last.isEmpty ? size : (last.number ?? size) + 1))
    }
    if ranges.isEmpty { return isOutside ? size == 0 ? .whole : .outside : .whole }
    if ranges.reduce(0, { $0 + $1.count }) > size { return .whole }
    return ranges.count == 1 ? .one(ranges[0]) : .several
  }
}

/// Dates of HTTP in the preferred form (RFC 9110, section 5.6.7).
enum CaddyHTTPDate {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

  /// Seconds since 1970; nil when the text is no such date.
  static func seconds(_ text: String) -> Int? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), 1...31 ~= day,
      let month = months.firstIndex(of: String(parts[2])), let year = Int(parts[3]), 1...9999 ~= year
    else { return nil }
    let clock = parts[4].split(separator: ":").compactMap { Int($0) }
    guard clock.count == 3, 0...23 ~= clock[0], 0...59 ~= clock[1], 0...60 ~= clock[2] else { return nil }
    return daysSince1970(year, month + 1, day) * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
  }

  static func text(_ seconds: Int) -> String {
    let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    let rest = seconds - days * 86_400
    // Civil date from days, by eras of 400 years.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let weekday = Self.days[((days % 7) + 7) % 7]
    return "\(weekday), \(two(day)) \(months[month - 1]) \(year) \(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60)) GMT"
  }

  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
