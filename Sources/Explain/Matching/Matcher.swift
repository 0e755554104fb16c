internal import Content

/// All signatures of a catalogue, compiled for one pass over a log.
final class Matcher {
  let texts: [CompiledText]
  let filter: GramFilter
  let fields: FieldTables
  /// By index of the signature.
  let traits: [Traits]
  /// How far behind the end of a program's own words a gram of a text that begins before it may begin.
  let reach: Int

  /// What decides between signatures that know the same line.
  struct Traits {
    let rank: Int
    /// One bit for each format the signature is looked for in.
    let formats: UInt32
    let fields: Signature.Fields
  }

  /// A text that was found: which, and what its variable parts hold.
  struct Hit {
    let signature: Int
    let captures: CompiledText.Captures
    fileprivate let rank: Int
    fileprivate let literalBytes: Int

    func isBetter(than other: Hit) -> Bool {
      (rank, literalBytes) > (other.rank, other.literalBytes)
    }
  }

  /// What nginx writes between its own words and the visitor's.
  static let nginxEnd: StaticString = ", client: "

  /// More would look at fewer bytes, but few texts are longer.
  private static let longestAnchor = 16

  /// Compiles the signatures that are looked for in lines of `formats`; fewer make shorter work of each line.
  init(_ catalogue: SignatureCatalogue, formats: UInt32) {
    var texts: [CompiledText] = []
    for (index, signature) in catalogue.signatures.enumerated() where Self.formats(of: signature) & formats != 0 {
      for text in signature.texts {
        texts.append(CompiledText(signature: index, text))
        if CompiledText.escapes(text) { texts.append(CompiledText(signature: index, text, escaped: true)) }
      }
    }
    let shortest = texts.map(\.longestPiece).min() ?? Self.longestAnchor
    let length = min(shortest, Self.longestAnchor)
    var choice = AnchorChoice(length: length)
    self.texts = texts
    filter = GramFilter(texts.map { ($0.bytes, $0.chooseAnchor(&choice)) }, stride: length - 3)
    let end = Array(Self.nginxEnd.description.utf8)
    let crosses = texts.contains { text in text.bytes.indices.contains { text.bytes[$0...].starts(with: end) } }
    reach = crosses ? Int.max / 2 : end.count - 1
    fields = FieldTables(catalogue)
    traits = catalogue.signatures.map { signature in
      Traits(rank: signature.rank, formats: Self.formats(of: signature), fields: signature.fields)
    }
  }

  deinit { filter.deallocate() }

  /// The best text that stands in `line` at or after `start`, among the signatures that `accepts` lets pass; only grams
  /// before `end` are looked at. `accepts` is asked with a signature and a position, only about texts that were found,
  /// and answers where the part of the line ends that counts, or nil to refuse. `noting` is told every text that is
  /// tried, and where it would stand.
  @inline(__always)
  func best(
    in line: Bytes, from start: Int, before end: Int, accepts: (Int, Int) -> Int?,
    noting: (CompiledText, Int) -> Void = { _, _ in }
  ) -> Hit? {
    var best: Hit?
    var position = start
    var limit = line
    while let found = filter.next(in: limit, from: position, before: end) {
      check(&limit, found, &best, accepts, noting)
      position = found + filter.stride
    }
    return best
  }

  /// Whether every text that begins in nginx's own words ends before the visitor's.
  var endsWithWords: Bool { reach < Self.nginxEnd.utf8CodeUnitCount }

  /// Whether a text may stand there that begins before the message at `start`; grams are looked at from `first` on.
  func mayBegin(before start: Int, in line: Bytes, from first: Int) -> Bool {
    var mayBegin = false
    var position = first
    while position < start + filter.stride {
      filter.forEach(line, at: position) { origin in
        let text = texts[Int(origin.text)]
        if position - Int(origin.offset) + text.pieces[text.anchor].lowerBound < start { mayBegin = true }
      }
      guard let next = filter.next(in: line, from: position + filter.stride, before: start + filter.stride) else {
        break
      }
      position = next
    }
    return mayBegin
  }

  /// The best text of a line of nginx's, and whether it follows from the bytes of `message` alone.
  func best(in line: Bytes, _ range: Range<Int>, message: Range<Int>) -> (hit: Hit?, isOwn: Bool) {
    var isOwn = true
    let hit = best(in: line, from: range.lowerBound, before: range.upperBound) { signature, position in
      guard traits[signature].formats & LogFormat.nginx.bit != 0, position < message.upperBound else { return nil }
      return message.upperBound
    } noting: { text, position in
      isOwn = isOwn && text.pieces.count == 1 && text.gaps.isEmpty && position >= message.lowerBound
    }
    return (hit, isOwn)
  }

  @inline(never)
  private func check(
    _ line: inout Bytes, _ position: Int, _ best: inout Hit?, _ accepts: (Int, Int) -> Int?,
    _ noting: (CompiledText, Int) -> Void
  ) {
    var end = line.count
    filter.forEach(line, at: position) { origin in
      let from = position - Int(origin.offset)
      let text = texts[Int(origin.text)]
      noting(text, from + text.pieces[text.anchor].lowerBound)
      guard let captures = text.match(line, origin: from) else { return }
      let hit = Hit(
        signature: text.signature, captures: captures, rank: traits[text.signature].rank,
        literalBytes: text.literalBytes)
      if let best, !hit.isBetter(than: best) { return }
      guard let limit = accepts(text.signature, from + text.pieces[text.anchor].lowerBound) else { return }
      best = hit
      end = min(end, limit)
    }
    if end < line.count { line = line[0..<end] }
  }

  /// A signature that names no format is looked for in its own program's lines and in those of no known program.
  private static func formats(of signature: Signature) -> UInt32 {
    guard signature.formats.isEmpty else { return signature.formats.reduce(0) { $0 | $1.bit } }
    return LogFormat.plain.bit | (LogFormat(rawValue: signature.component)?.bit ?? 0)
  }
}

extension LogFormat {
  /// Its bit in a set of formats.
  var bit: UInt32 {
    switch self {
    case .nginx: 1
    case .apache: 1 << 1
    case .caddy: 1 << 2
    case .haproxy: 1 << 3
    case .envoy: 1 << 4
    case .traefik: 1 << 5
    case .varnish: 1 << 6
    case .gunicorn: 1 << 7
    case .alb: 1 << 8
    case .phpFPM: 1 << 9
    case .access: 1 << 10
    case .plain: 1 << 11
    }
  }
}
