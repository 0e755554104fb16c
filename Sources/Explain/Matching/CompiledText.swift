internal import Content

/// A text of a signature as bytes, ready to be held against a line.
///
/// A class, and its pieces one after the other in one array, because counting references is what costs here.
final class CompiledText {
  /// The signature's index in the catalogue.
  let signature: Int
  /// All pieces.
  let bytes: [UInt8]
  /// The part of `bytes` that each piece is.
  let pieces: [Range<Int>]
  let gaps: [SignatureText.Variable]
  let literalBytes: Int
  /// The piece that the filter looks for.
  private(set) var anchor = 0
  /// Behind what belongs to nginx's own words, if the text goes on into the visitor's: an offset into `bytes`.
  private let wordsEnd: Int?

  /// A variable part may be a whole stack trace, but not the rest of a file without line breaks.
  static let longestGap = 2048

  init(signature: Int, _ text: SignatureText, escaped: Bool = false) {
    self.signature = signature
    var bytes: [UInt8] = []
    pieces = text.pieces.map { piece in
      let start = bytes.count
      bytes += (escaped ? Self.jsonEscaped(piece) : piece).utf8
      return start..<bytes.count
    }
    self.bytes = bytes
    gaps = text.gaps
    literalBytes = text.literalBytes
    let end = Array(LineShape.nginxEnd.description.utf8)
    wordsEnd =
      pieces.lazy.compactMap { piece in
        piece.first { bytes[$0..<piece.upperBound].starts(with: end) }.map { $0 + end.count }
      }.first
  }

  /// Whether it is found only in a line of nginx's whose visitor's part holds some of it.
  var crosses: Bool { wordsEnd != nil }

  /// The pieces, as far as they stand where the filter looks.
  private var lookedFor: [Range<Int>] {
    pieces.map { $0.clamped(to: 0..<(wordsEnd ?? bytes.count)) }
  }

  var longestPiece: Int { lookedFor.reduce(0) { max($0, $1.count) } }

  /// Settles by which bytes the text is looked for, and returns where in `bytes` they start.
  func chooseAnchor(_ choice: inout AnchorChoice) -> Int {
    let (piece, start) = choice.anchor(of: lookedFor.map { Array(bytes[$0]) })
    anchor = piece
    return pieces[piece].lowerBound + start
  }

  /// Whether it is one literal text without variable parts.
  var isOnePiece: Bool { pieces.count == 1 && gaps.isEmpty }

  /// Where the anchor's piece starts if the first of `bytes` stands at `origin`.
  func anchorStart(_ origin: Int) -> Int { origin + pieces[anchor].lowerBound }

  func hasAnchor(_ line: Bytes, _ origin: Int) -> Bool {
    line.hasText(bytes, pieces[anchor], at: anchorStart(origin))
  }

  /// The spots of the variable parts that are shown.
  struct Captures {
    var upstream: Range<Int>?
    var path: Range<Int>?

    mutating func note(_ name: String, _ range: Range<Int>) {
      if name == "upstream" { upstream = range } else if name == "path" { path = range }
    }

    /// The same spots when what was looked at begins `distance` bytes further on.
    func moved(by distance: Int) -> Self {
      func moved(_ range: Range<Int>) -> Range<Int> { range.lowerBound + distance..<range.upperBound + distance }
      return Self(upstream: upstream.map(moved), path: path.map(moved))
    }
  }

  /// What the variable parts hold when the text stands in `line` and the first byte of `bytes` would be at `origin` if the
  /// anchor's piece were the only one; nil if the text does not stand there.
  func match(_ line: Bytes, origin: Int) -> Captures? {
    guard hasAnchor(line, origin) else { return nil }
    let start = anchorStart(origin)
    var captures = Captures()
    var end = start + pieces[anchor].count
    if isOnePiece { return captures }
    for index in anchor..<pieces.count - 1 {
      guard let next = next(index + 1, in: line, after: end) else { return nil }
      captures.note(gaps[index].name, end..<next)
      end = next + pieces[index + 1].count
    }
    if gaps.count == pieces.count, let last = gaps.last {
      captures.note(last.name, end..<Self.wordEnd(line, from: end))
    }
    var from = start
    for index in (0..<anchor).reversed() {
      let limit = max(0, from - Self.longestGap)
      guard let before = line.lastIndex(of: bytes, pieces[index], from: limit, to: from) else { return nil }
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
      return next > end && line.hasText(bytes, piece, at: next) ? next : nil
    }
    guard let found = line.firstIndex(of: bytes, piece, from: end, to: min(line.count, end + Self.longestGap)),
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
    while end < line.count, line[end] > 0x20, line[end] != UInt8(ascii: ","), line[end] != UInt8(ascii: "\"") {
      end += 1
    }
    return end
  }

  /// Whether the text stands otherwise inside a JSON string.
  static func escapes(_ text: SignatureText) -> Bool {
    text.pieces.contains { $0.utf8.contains(UInt8(ascii: "\"")) || $0.utf8.contains(UInt8(ascii: "\\")) }
  }

  private static func jsonEscaped(_ text: String) -> String {
    String(text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] })
  }
}
