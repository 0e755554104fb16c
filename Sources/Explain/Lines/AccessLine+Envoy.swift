internal import Content

extension AccessLine {
  /// `[2026-11-22T07:42:23.843Z] "GET / HTTP/1.1" 503 UF 0 91 3 - … "10.0.0.5:8080"` (Envoy, "Default format string"), also
  /// with what Istio adds to it, behind a collector's prefix, and without the time.
  init?(envoy line: Bytes) {
    guard let quote = line.firstIndex(of: UInt8(ascii: "\""), to: Self.longestPrefix), quote + 12 < line.count,
      (0x41...0x5A).contains(line[quote + 1]) || line[quote + 1] == UInt8(ascii: "-"),
      !Self.isCommonFormat(line, before: quote)
    else { return nil }
    guard let (status, end) = Self.status(line, afterQuoteAt: quote), let flags = Self.flags(line, from: end + 1) else {
      return nil
    }
    let bracket = Self.bracket(line, before: quote)
    if bracket == nil {
      // Without the time a dash is too little to tell Envoy's line by.
      let isEnvoy = line[flags.lowerBound] != UInt8(ascii: "-") || line.hasText(" via_upstream ", at: flags.upperBound)
      guard isEnvoy, LinePrefix(line).end == quote else { return nil }
    }
    self.init(
      format: .envoy, status: status, flags: flags, upstream: Self.upstream(line, from: flags.upperBound),
      path: Self.path(line, quote: quote), time: bracket.map { $0 + 1 } ?? 0)
    details = Self.details(line, from: flags)
  }

  /// A prefix and the time come before the request.
  private static let longestPrefix = 160

  /// Where the bracket of `[2026-11-22T07:42:23.843Z] ` opens that ends at `quote`.
  private static func bracket(_ line: Bytes, before quote: Int) -> Int? {
    guard quote >= 22, line[quote - 2] == UInt8(ascii: "]"), line[quote - 1] == UInt8(ascii: " ") else { return nil }
    for open in (max(0, quote - 36)...quote - 22).reversed() where line[open] == UInt8(ascii: "[") {
      return line[open + 5] == UInt8(ascii: "-") && line[open + 11] == UInt8(ascii: "T") ? open : nil
    }
    return nil
  }

  /// Whether `[10/Oct/2026:13:55:36 -0700] ` ends there, as in other programs' access logs: most lines that come here.
  private static func isCommonFormat(_ line: Bytes, before quote: Int) -> Bool {
    quote >= 29 && line[quote - 29] == UInt8(ascii: "[") && line[quote - 26] == UInt8(ascii: "/")
  }

  /// Flags with commas, or `-`; more must follow them.
  private static func flags(_ line: Bytes, from start: Int) -> Range<Int>? {
    guard let end = line.firstIndex(of: UInt8(ascii: " "), from: start, to: start + 40), end > start,
      end + 1 < line.count
    else { return nil }
    let flags = start..<end
    let isFlags = flags.allSatisfy { (0x41...0x5A).contains(line[$0]) || line[$0] == UInt8(ascii: ",") }
    return isFlags || (flags.count == 1 && line[start] == UInt8(ascii: "-")) ? flags : nil
  }

  /// `upstream_reset_before_response_started{…}` (`%RESPONSE_CODE_DETAILS%`), which Istio writes behind the flags; none
  /// where no flag says that something failed.
  private static func details(_ line: Bytes, from flags: Range<Int>) -> Range<Int>? {
    let start = flags.upperBound + 1
    guard line[flags.lowerBound] != UInt8(ascii: "-"), start < line.count, (0x61...0x7A).contains(line[start]) else {
      return nil
    }
    return start..<(line.firstIndex(of: UInt8(ascii: " "), from: start) ?? line.count)
  }

  /// The last text in quotation marks that is an address.
  private static func upstream(_ line: Bytes, from start: Int) -> Range<Int>? {
    var found: Range<Int>?
    var next = start
    while let open = line.firstIndex(of: UInt8(ascii: "\""), from: next) {
      guard let close = line.firstIndex(of: UInt8(ascii: "\""), from: open + 1) else { break }
      found = open + 1..<close
      next = close + 1
    }
    return found.flatMap { !$0.isEmpty && line[$0.lowerBound] != UInt8(ascii: "-") ? $0 : nil }
  }
}
