internal import Content

/// Tells for one line after the other whether a signature knows it.
struct LineExplainer {
  /// For nginx's error log, by far the most common, and for everything else.
  private let nginxMatcher: Matcher
  private let matcher: Matcher
  /// The matcher's own, at hand without counting references.
  private let nginxFilter: GramFilter
  private let nginxReach: Int
  private var nginxMessages = NginxMessages()
  private let statuses: [Int?]
  private var time: LineTime
  private(set) var lines = 0
  private(set) var unexplained = [Int](repeating: 0, count: 1000)
  /// The line is longer than the buffer, and whether a piece of it was known.
  private var longLine: (isOpen: Bool, isKnown: Bool) = (false, false)

  /// Where nginx's words begin, behind the time.
  private static let nginxStart = 20
  /// No signature fits into less.
  private static let shortestLine = 8

  init(_ catalogue: SignatureCatalogue, year: Int) {
    nginxMatcher = Matcher(catalogue, formats: LogFormat.nginx.bit)
    nginxFilter = nginxMatcher.filter
    nginxReach = nginxMatcher.reach
    matcher = Matcher(catalogue, formats: ~0)
    statuses = catalogue.signatures.map(\.status)
    time = LineTime(year: year)
  }

  /// Explains the complete lines of `chunk` and returns where the rest begins.
  mutating func explain(_ chunk: Bytes, _ each: (Finding) -> Void) -> Int {
    var start = 0
    while let end = chunk.firstIndex(of: 0x0A, from: start) {
      lines += 1
      if longLine.isOpen {
        if !longLine.isKnown { _ = explain(line: Self.withoutReturn(chunk[start..<end]), each) }
        longLine = (false, false)
      } else if end - start >= Self.shortestLine {
        _ = explain(line: Self.withoutReturn(Bytes(chunk.base + start, count: end - start)), each)
      }
      start = end + 1
    }
    return start
  }

  /// Explains a piece of a line that goes on beyond it.
  mutating func explainPiece(_ piece: Bytes, _ each: (Finding) -> Void) {
    longLine.isOpen = true
    guard !longLine.isKnown else { return }
    lines += 1
    longLine.isKnown = explain(line: piece, each)
    lines -= 1
  }

  mutating func finish(_ line: Bytes, _ each: (Finding) -> Void) {
    guard line.count > 0 || longLine.isOpen else { return }
    lines += 1
    if line.count >= Self.shortestLine, !longLine.isKnown { _ = explain(line: Self.withoutReturn(line), each) }
    longLine = (false, false)
  }

  private static func withoutReturn(_ line: Bytes) -> Bytes {
    line.count > 0 && line[line.count - 1] == 0x0D ? Bytes(line.base, count: line.count - 1) : line
  }

  @inline(__always)
  private mutating func explain(line: Bytes, _ each: (Finding) -> Void) -> Bool {
    // Most lines of an error log are nginx's, and most of those tell of nothing known: they are passed over without
    // another look.
    if LineShape.isNginx(line, at: 0) {
      let end = LineShape.nginxEnd(line)
      let limit = end + nginxReach
      guard let first = nginxFilter.next(in: line, from: Self.nginxStart, before: limit) else { return false }
      return explainNginx(line, first..<max(first, limit), end, each)
    }
    return explainOther(line, each)
  }

  /// A line of nginx's in which a gram of some text stands; `end` is where nginx's own words end.
  private mutating func explainNginx(
    _ line: Bytes, _ range: Range<Int>, _ end: Int, _ each: (Finding) -> Void
  ) -> Bool {
    let shape = LineShape(nginxEnd: end)
    guard nginxMatcher.endsWithWords, end < line.count, let start = NginxMessages.start(in: line), start < end,
      !nginxMatcher.mayBegin(before: start, in: line, from: range.lowerBound)
    else { return explainText(line, nginxMatcher, range, shape, each) }
    let message = Bytes(line.base + start, count: end - start)
    let hash = message.hash
    switch nginxMessages.look(message, hash) {
    case .known(let signature?): return tell(line, shape, signature, .init(), nginxMatcher, each)
    case .known(nil): return false
    case .unknown: break
    }
    let (hit, isOwn) = nginxMatcher.best(in: line, range, message: start..<end)
    if isOwn { nginxMessages.remember(message, hash, hit?.signature) }
    guard let hit else { return false }
    return tell(line, shape, hit.signature, hit.captures, nginxMatcher, each)
  }

  private mutating func explainOther(_ line: Bytes, _ each: (Finding) -> Void) -> Bool {
    if line[0] != UInt8(ascii: "{"), let access = AccessLine(line) { return explain(access, line, each) }
    return explainText(line, matcher, 0..<line.count, nil, each)
  }

  private mutating func explainText(
    _ line: Bytes, _ matcher: Matcher, _ range: Range<Int>, _ known: LineShape?, _ each: (Finding) -> Void
  ) -> Bool {
    var shape = known
    let hit = matcher.best(in: line, from: range.lowerBound, before: range.upperBound) { signature, position in
      let known = shape ?? LineShape(line)
      shape = known
      if matcher.traits[signature].formats & known.format.bit == 0 || known.isForeign(position, in: line) { return nil }
      return known.end
    }
    guard let hit, let shape else { return false }
    return tell(line, shape, hit.signature, hit.captures, matcher, each)
  }

  private mutating func tell(
    _ line: Bytes, _ shape: LineShape, _ signature: Int, _ captures: CompiledText.Captures, _ matcher: Matcher,
    _ each: (Finding) -> Void
  ) -> Bool {
    let details = LineDetails(line, shape, captures)
    if let status = details.status {
      let wanted = matcher.traits[signature].fields.statuses
      if !wanted.isEmpty, !wanted.contains(status) { return false }
    }
    each(
      Finding(
        line: lines, signature: signature, status: details.status ?? statuses[signature],
        time: timeOf(line, shape), bytes: line, upstream: details.upstream, path: details.path))
    return true
  }

  /// The program's own time if its words begin with one, else the collector's.
  private mutating func timeOf(_ line: Bytes, _ shape: LineShape) -> Int? {
    if shape.start > 0, let seconds = time.seconds(of: line, from: shape.start) { return seconds }
    return time.seconds(of: line, from: 0)
  }

  private mutating func explain(_ access: AccessLine, _ line: Bytes, _ each: (Finding) -> Void) -> Bool {
    guard let signature = matcher.fields.signature(of: access, in: line) else {
      if access.status >= 500, access.status < 600 { unexplained[access.status] += 1 }
      return false
    }
    each(
      Finding(
        line: lines, signature: signature, status: access.status >= 100 ? access.status : statuses[signature],
        time: time.seconds(of: line, from: access.time), bytes: line, upstream: access.upstream,
        path: access.path.map { LineDetails.withoutQuery(line, $0) }))
    return true
  }
}
