internal import Content

/// A text of a signature as bytes, ready to be held against a line.
struct CompiledText {
  /// The signature's index in the catalogue.
  let signature: Int
  let pieces: [[UInt8]]
  let gaps: [SignatureText.Variable]
  let literalBytes: Int
  /// The piece that the filter looks for.
  var anchor = 0
  /// A variable part may be a whole stack trace, but not the rest of a file without line breaks.
  static let longestGap = 2048

  init(signature: Int, _ text: SignatureText, escaped: Bool = false) {
    self.signature = signature
    pieces = text.pieces.map { Array((escaped ? Self.jsonEscaped($0) : $0).utf8) }
    gaps = text.gaps
    literalBytes = text.literalBytes
  }

  /// The spots of the variable parts that are shown.
  struct Captures {
    var upstream: Range<Int>?
    var path: Range<Int>?

    mutating func note(_ name: String, _ range: Range<Int>) {
      switch name {
      case "upstream": upstream = range
      case "path": path = range
      default: break
      }
    }
  }

  /// What the variable parts hold when the text stands in `line` with its anchor piece at `start`; nil if it does not.
  func match(_ line: Bytes, anchorAt start: Int) -> Captures? {
    guard line.hasText(pieces[anchor], at: start) else { return nil }
    var captures = Captures()
    var end = start + pieces[anchor].count
    for index in anchor..<pieces.count - 1 {
      guard let next = next(index + 1, in: line, after: end) else { return nil }
      captures.note(gaps[index].name, end..<next)
      end = next + pieces[index + 1].count
    }
    if gaps.count == pieces.count, let last = gaps.last { captures.note(last.name, end..<Self.wordEnd(line, from: end)) }
    var from = start
    for index in (0..<anchor).reversed() {
      guard let before = line.lastIndex(of: pieces[index], from: max(0, from - Self.longestGap), to: from) else { return nil }
      let gap = before + pieces[index].count..<from
      guard Self.fits(line, gap, gaps[index].kind) else { return nil }
      captures.note(gaps[index].name, gap)
      from = before
    }
    return captures
  }

  private func next(_ index: Int, in line: Bytes, after end: Int) -> Int? {
    let piece = pieces[index]
    if gaps[index - 1].kind == .number {
      var next = end
      while next < line.count, (0x30...0x39).contains(line[next]) { next += 1 }
      return next > end && line.hasText(piece, at: next) ? next : nil
    }
    guard let found = line.firstIndex(of: piece, from: end, to: min(line.count, end + Self.longestGap)),
      Self.fits(line, end..<found, gaps[index - 1].kind)
    else { return nil }
    return found
  }

  private static func fits(_ line: Bytes, _ gap: Range<Int>, _ kind: SignatureText.Kind) -> Bool {
    switch kind {
    case .any: true
    case .word: !gap.isEmpty && gap.allSatisfy { line[$0] > 0x20 }
    case .number: !gap.isEmpty && gap.allSatisfy { (0x30...0x39).contains(line[$0]) }
    }
  }

  private static func wordEnd(_ line: Bytes, from start: Int) -> Int {
    var end = start
    while end < line.count, line[end] > 0x20, line[end] != UInt8(ascii: ","), line[end] != UInt8(ascii: "\"") { end += 1 }
    return end
  }

  /// As the text stands inside a JSON string; nil when it stands there unchanged.
  static func escapes(_ text: SignatureText) -> Bool {
    text.pieces.contains { $0.utf8.contains(UInt8(ascii: "\"")) || $0.utf8.contains(UInt8(ascii: "\\")) }
  }

  private static func jsonEscaped(_ text: String) -> String {
    String(text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] })
  }
}
