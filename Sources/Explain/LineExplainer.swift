internal import Content

/// Tells for one line after the other whether a signature knows it.
struct LineExplainer {
  private let catalogue: SignatureCatalogue
  /// For nginx's error log, by far the most common.
  private let nginxMatcher: Matcher
  /// The matcher's own, at hand without counting references.
  private let nginxFilter: GramFilter
  private var skimmer: Skimmer
  /// For everything else, once there is any.
  private var otherMatcher: Matcher?
  private var nginxMessages = NginxMessages()
  private let statuses: [Int?]
  private var time: LineTime
  private(set) var lines = 0
  private(set) var unexplained = [Int](repeating: 0, count: 1000)
  /// The line is longer than the buffer, and whether a piece of it was known.
  private var longLine: (isOpen: Bool, isKnown: Bool) = (false, false)

  /// Where nginx's words begin, behind the time.
  private static let nginxStart = 20
  init(_ catalogue: SignatureCatalogue, year: Int, latest: Int) {
    nginxMatcher = Matcher(catalogue, formats: LogFormat.nginx.bit)
    nginxFilter = nginxMatcher.filter
    skimmer = Skimmer(nginxFilter)
    self.catalogue = catalogue
    statuses = catalogue.signatures.map(\.status)
    time = LineTime(year: year, latest: latest)
  }

  /// Explains the complete lines of `chunk` and returns where the rest begins.
  mutating func explain(_ chunk: Bytes, _ each: (Finding) -> Void) -> Int {
    var start = 0
    if longLine.isOpen {
      guard let end = chunk.firstIndex(of: 0x0A) else { return 0 }
      finish(chunk[0..<end], each)
      start = end + 1
    }
    skimmer.begin(chunk, from: start)
    let before = lines
    while let stop = skimmer.next() {
      lines = before + skimmer.lines
      let line = Self.withoutReturn(Bytes(chunk.base + stop.line.lowerBound, count: stop.line.count))
      if let nginx = stop.nginx {
        let end = min(nginx.words, line.count)
        _ = explainNginx(line, nginx.gram..<max(nginx.gram, end + Matcher.reach), end, each)
      } else {
        _ = explainOther(line, each)
      }
    }
    lines = before + skimmer.lines
    return skimmer.rest
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
    if line.count >= Skimmer.shortestLine, !longLine.isKnown { _ = explain(line: Self.withoutReturn(line), each) }
    longLine = (false, false)
  }

  private static func withoutReturn(_ line: Bytes) -> Bytes {
    line.count > 0 && line[line.count - 1] == 0x0D ? Bytes(line.base, count: line.count - 1) : line
  }

  private mutating func explain(line: Bytes, _ each: (Finding) -> Void) -> Bool {
    guard line.count > 0 else { return false }
    guard LineShape.isNginx(line, at: 0) else { return explainOther(line, each) }
    let end = LineShape.nginxEnd(line)
    let limit = end + Matcher.reach
    guard let first = nginxFilter.next(in: line, from: Self.nginxStart, before: limit) else { return false }
    return explainNginx(line, first..<max(first, limit), end, each)
  }

  /// A line of nginx's in which a gram of some text stands; `end` is where nginx's own words end.
  private mutating func explainNginx(
    _ line: Bytes, _ range: Range<Int>, _ end: Int, _ each: (Finding) -> Void
  ) -> Bool {
    let shape = LineShape(nginxEnd: end)
    guard end < line.count, let start = NginxMessages.start(in: line), start < end,
      !nginxMatcher.mayBegin(before: start, in: line, from: range.lowerBound)
    else { return explainText(line, nginxMatcher, range, shape, each) }
    let message = Bytes(line.base + start, count: end - start)
    let hash = message.hash
    let best: Matcher.Hit?
    if let known = nginxMessages.look(message, hash) {
      var own = known.own
      own?.captures = known.own?.captures.moved(by: start) ?? .init()
      best =
        known.open.isEmpty
        ? own : nginxMatcher.best(of: own, or: nginxMessages.open[known.open], in: line, start..<end)
    } else {
      let hits = nginxMatcher.hits(in: line, range, message: start..<end)
      nginxMessages.remember(message, hash, hits, start: start)
      best = hits.best
    }
    guard let best else { return false }
    return tell(line, shape, best.signature, best.captures, nginxMatcher, each)
  }

  private mutating func explainOther(_ line: Bytes, _ each: (Finding) -> Void) -> Bool {
    guard line.count > 0 else { return false }
    let matcher = otherMatcher ?? Matcher(catalogue, formats: ~0)
    otherMatcher = matcher
    if line[0] != UInt8(ascii: "{"), let access = AccessLine(line) { return explain(access, line, matcher, each) }
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
    let wanted = matcher.traits[signature].fields.statuses
    if !wanted.isEmpty {
      guard let status = details.status, wanted.contains(status) else { return false }
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

  private mutating func explain(
    _ access: AccessLine, _ line: Bytes, _ matcher: Matcher, _ each: (Finding) -> Void
  ) -> Bool {
    guard
      let signature = Self.signature(ofDetailsIn: access, line, matcher)
        ?? matcher.fields.signature(of: access, in: line)
    else {
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

  /// What Envoy itself says about the answer, more exact than its flags.
  private static func signature(ofDetailsIn access: AccessLine, _ line: Bytes, _ matcher: Matcher) -> Int? {
    guard let details = access.details else { return nil }
    let hit = matcher.best(in: line[0..<details.upperBound], from: details.lowerBound, before: details.upperBound) {
      signature, position in
      matcher.traits[signature].formats & LogFormat.envoy.bit != 0 && position >= details.lowerBound
        ? details.upperBound : nil
    }
    return hit?.signature
  }
}
