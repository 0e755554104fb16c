import Diagnostics

/// A body made fit for libcmark: short enough, sound, its escapes visible. Its lines are the body's lines.
struct PreparedText {
  private(set) var bytes: [UInt8]
  /// What is in the body as it was written.
  let scan: ByteScan
  /// What is in `bytes`.
  private var current: ByteScan
  let map: BodyMap
  /// Offset of each line's first byte in `bytes`.
  var lineStarts: [Int32] { current.lineStarts }
  /// Whether `EscapeGuard.restore` must follow.
  private(set) var hasGuardedEscapes = false
  /// Whether `AddressGuard.restore` must follow.
  private(set) var hasGuardedAddresses = false
  /// The footnote definitions, which `bytes` holds as list items.
  private(set) var footnotes: FootnoteMarkers?

  /// Returns nil if the text would take libcmark too long; the report says why.
  init?(_ source: Source, body: Range<Int>, options: MarkdownOptions, into report: inout Report) {
    let body = body.clamped(to: 0..<source.bytes.count)
    guard body.count <= options.maximumBytes else {
      report.add(Self.tooLong(source, body, limit: options.maximumBytes))
      return nil
    }
    bytes = body.count == source.bytes.count ? source.bytes : Array(source.bytes[body])
    scan = ByteScan(bytes)
    current = scan
    map = BodyMap(source: source, body: body, lineStarts: scan.lineStarts)
    Self.reportIllFormed(scan, source, body, into: &report)
    if !scan.illFormed.isEmpty || !scan.controls.isEmpty {
      let text = String(decoding: bytes.map { $0 == 0 ? 0xFF : $0 }, as: UTF8.self)
      replaceBytes(Array(text.utf8))
    }
    if let excess = NestingLimit.firstExcess(in: bytes, scan: current) {
      report.add(Self.tooDeep(excess, map))
      return nil
    }
    guardMarkup(options.extensions)
  }

  private mutating func guardMarkup(_ extensions: MarkdownOptions.Extensions) {
    if !extensions.isEmpty, scan.hasEscape, let guarded = EscapeGuard.protect(bytes) {
      replaceBytes(guarded)
      hasGuardedEscapes = true
    }
    if extensions.contains(.bareLinks), scan.hasAddress, let guarded = AddressGuard.protect(bytes, scan: current) {
      replaceBytes(guarded)
      hasGuardedAddresses = true
    }
    if extensions.contains(.footnotes), scan.hasCaret, scan.hasDefinition,
      let markers = FootnoteMarkers(bytes, lineStarts: lineStarts)
    {
      footnotes = markers
      replaceBytes(markers.bytes)
    }
  }

  private mutating func replaceBytes(_ new: [UInt8]) {
    bytes = new
    current = ByteScan(new)
  }

  private static func tooLong(_ source: Source, _ body: Range<Int>, limit: Int) -> Diagnostic {
    Diagnostic(
      "text-too-long", .error, "the text has \(body.count) bytes, \(limit) are allowed",
      at: source.place(body.lowerBound..<body.lowerBound),
      notes: ["Some texts take a Markdown parser time that grows with the square of their length."],
      help: "split it into several articles")
  }

  private static func tooDeep(_ excess: NestingLimit.Excess, _ map: BodyMap) -> Diagnostic {
    switch excess {
    case .nesting(let line):
      Diagnostic(
        "nesting-too-deep", .error, "lists and quotes are nested too deeply",
        at: map.place(ofLine: Int32(truncatingIfNeeded: line)),
        notes: [
          "A line may open \(NestingLimit.markersPerLine) of them, and less in a text with very many blank lines.",
          "Such depth takes a Markdown parser more time than a build should; the text is left out.",
        ],
        help: "escape the marks with a backslash if they are meant as text")
    case .brackets(let line):
      Diagnostic(
        "too-many-brackets", .error,
        "more than \(NestingLimit.bracketsPerBlock) opening brackets stand without a blank line between them",
        at: map.place(ofLine: Int32(truncatingIfNeeded: line)),
        notes: ["Such a text takes a Markdown parser more time than a build should; it is left out."],
        help: "put a blank line between paragraphs")
    }
  }

  private static func reportIllFormed(
    _ scan: ByteScan, _ source: Source, _ body: Range<Int>, into report: inout Report
  ) {
    for range in scan.illFormed.prefix(10) {
      let place = source.place(range.lowerBound + body.lowerBound..<range.upperBound + body.lowerBound)
      let digits = String(source.bytes[place.range.lowerBound], radix: 16, uppercase: true)
      report.add(
        Diagnostic(
          "invalid-utf8", .error, "the byte 0x\(digits) is not UTF-8 here", at: place,
          notes: ["The page would show a replacement character."], help: "save the file as UTF-8"))
    }
    for range in scan.controls.prefix(10) {
      let place = source.place(range.lowerBound + body.lowerBound..<range.upperBound + body.lowerBound)
      guard source.bytes[place.range.lowerBound] != 0 else {
        report.add(
          Diagnostic(
            "invalid-utf8", .error, "the text holds a NUL byte", at: place,
            notes: ["HTML does not allow it; the page would show a replacement character."], help: "remove the byte"))
        continue
      }
      let isCharacter = source.bytes[place.range.lowerBound] != 0xEF
      let kind = isCharacter ? "control character" : "code point that is no character"
      report.add(
        Diagnostic(
          "control-character", .error, "the text holds a \(kind)", at: place,
          notes: ["HTML does not allow it, and a terminal may obey it where the text is read there."],
          help: isCharacter ? "remove it; a log line can show it as `\\x1b` or `^[`" : "remove it"))
    }
  }
}
