internal import Content

/// What stands before a program's own words: put there by collectors, by terminals, and by people who quote a log, one
/// before the other in any number.
struct LinePrefix {
  /// Where the program's own words begin.
  private(set) var end = 0
  /// The program's name, if a prefix tells it.
  private(set) var tag: Range<Int>?

  /// More are nobody's log.
  private static let mostLayers = 6

  init(_ line: Bytes) {
    for _ in 0..<Self.mostLayers {
      let before = end
      skipMarks(line)
      skipCompose(line)
      skipContainerRuntime(line)
      skipBracketedName(line)
      skipNames(line)
      skipTime(line)
      if let program = SyslogPrefix(line, from: end) { (end, tag) = (program.end, program.tag) }
      if end == before { return }
    }
  }

  /// Blanks, colours (ECMA-48, SGR), Markdown's quotes, bullets and emphasis, and the frame that k9s draws.
  private mutating func skipMarks(_ line: Bytes) {
    while end < line.count {
      switch line[end] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ">"), UInt8(ascii: "*"), UInt8(ascii: "`"): end += 1
      case 0x1B: end = Self.afterColor(line, at: end)
      case 0xE2 where line.hasText("\u{2502}", at: end): end += 3
      default: return
      }
    }
  }

  /// `web-1  | ` (docker compose).
  private mutating func skipCompose(_ line: Bytes) {
    guard end + 10 < line.count, let bar = line.firstIndex(of: "| ", from: end, to: end + 48), bar > end,
      line[bar - 1] == UInt8(ascii: " "),
      line.firstIndex(of: UInt8(ascii: "["), from: end, to: bar) == nil
    else { return }
    end = bar + 2
  }

  /// `2026-11-22T07:42:23.1Z stderr F ` (Kubernetes, container runtime interface); `P` for a part of a line.
  private mutating func skipContainerRuntime(_ line: Bytes) {
    guard Self.isTime(line, at: end), let space = line.firstIndex(of: UInt8(ascii: " "), from: end, to: end + 40),
      line.hasText(" stdout ", at: space) || line.hasText(" stderr ", at: space), space + 10 < line.count,
      line[space + 9] == UInt8(ascii: " ")
    else { return }
    end = space + 10
  }

  /// `[pod/web-5d4f8/nginx] ` (`kubectl logs --prefix`).
  private mutating func skipBracketedName(_ line: Bytes) {
    guard end + 4 < line.count, line[end] == UInt8(ascii: "["),
      let close = line.firstIndex(of: UInt8(ascii: "]"), from: end, to: end + 160), close + 2 < line.count,
      line[close + 1] == UInt8(ascii: " "), let name = Self.nameEnd(line, from: end + 1), name == close,
      (end..<close).contains(where: { line[$0] == UInt8(ascii: "-") })
    else { return }
    end = close + 2
  }

  /// `web-5d4f8 nginx ` (stern) before a time or JSON.
  private mutating func skipNames(_ line: Bytes) {
    var next = end
    for _ in 0..<2 {
      guard let name = Self.nameEnd(line, from: next), name < line.count, line[name] == UInt8(ascii: " ") else {
        return
      }
      next = name + 1
      if Self.isTime(line, at: next) || line.hasText("{\"", at: next) {
        end = next
        return
      }
    }
  }

  /// A time by itself (`docker logs -t`, `kubectl logs --timestamps`, Docker Desktop), unless the program wrote it.
  private mutating func skipTime(_ line: Bytes) {
    guard Self.isTime(line, at: end),
      let space = line.firstIndex(of: UInt8(ascii: " "), from: end + 19, to: end + 40), space + 1 < line.count
    else { return }
    switch line[space + 1] {
    case UInt8(ascii: "{"), UInt8(ascii: "\""): end = space + 1
    case UInt8(ascii: "["), 0x1B, 0x30...0x39: if line[end + 10] == UInt8(ascii: "T") { end = space + 1 }
    default: if line.hasText("time=\"", at: space + 1) { end = space + 1 }
    }
  }

  /// Where a name of lower-case letters, digits and `-_./` ends, as pods and containers have; nil if there is none.
  private static func nameEnd(_ line: Bytes, from start: Int) -> Int? {
    guard start < line.count, (0x61...0x7A).contains(line[start]) else { return nil }
    var next = start
    while next < line.count {
      switch line[next] {
      case 0x61...0x7A, 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/"):
        next += 1
      default: return next
      }
    }
    return next
  }

  /// `2026-11-22…` or `2026/11/22…`, with room for the time of day.
  private static func isTime(_ line: Bytes, at start: Int) -> Bool {
    guard start + 20 < line.count, line.fixedNumber(at: start, digits: 4) > 0 else { return false }
    let separator = line[start + 4]
    return (separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/")) && line[start + 7] == separator
  }

  /// Behind an escape sequence that sets colours.
  static func afterColor(_ line: Bytes, at start: Int) -> Int {
    guard line.hasText("\u{1B}[", at: start) else { return start + 1 }
    var next = start + 2
    while next < line.count, line[next] == UInt8(ascii: ";") || (0x30...0x39).contains(line[next]) { next += 1 }
    return min(next + 1, line.count)
  }
}
