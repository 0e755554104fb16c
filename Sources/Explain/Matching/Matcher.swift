internal import CSkim
internal import Content

/// All signatures of a catalogue, compiled for one pass over a log.
final class Matcher {
  let texts: [CompiledText]
  let filter: GramFilter
  let fields: FieldTables
  /// By index of the signature.
  let traits: [Traits]
  /// How far behind the end of nginx's own words a gram of a text that begins before it may begin.
  static let reach = LineShape.nginxEnd.utf8CodeUnitCount - 1

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
    var captures: CompiledText.Captures
    let rank: Int
    let literalBytes: Int

    func isBetter(than other: Hit) -> Bool {
      (rank, literalBytes) > (other.rank, other.literalBytes)
    }
  }

  /// More would look at fewer bytes, but few texts are longer.
  private static let longestAnchor = 18

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
    filter = GramFilter(
      texts.map { text in
        let start = text.chooseAnchor(&choice)
        return (text.bytes, text.pieces[text.anchor].lowerBound, start)
      }, length: length)
    fields = FieldTables(catalogue)
    traits = catalogue.signatures.map { signature in
      Traits(rank: signature.rank, formats: Self.formats(of: signature), fields: signature.fields)
    }
  }

  deinit { filter.deallocate() }

  /// The best text that stands in `line` at or after `start`, among the signatures that `accepts` lets pass; only grams
  /// before `end` are looked at. `accepts` is asked with a signature and a position, only about texts that were found,
  /// and answers where the part of the line ends that counts, or nil to refuse. `noting` is told every text that is
  /// tried, the line as far as it counted then, where the text's bytes would begin, and the hit if it stands there.
  @inline(__always)
  func best(
    in line: Bytes, from start: Int, before end: Int, accepts: (Int, Int) -> Int?,
    noting: (Int, Bytes, Int, Hit?) -> Void = { _, _, _, _ in }
  ) -> Hit? {
    var best: Hit?
    var position = start
    var limit = line
    // What goes on into the visitor's part may begin close to the end of the part that counts.
    while let found = filter.next(in: line, from: position, before: min(end, limit.count + Self.reach)) {
      check(line, &limit, found, &best, accepts, noting)
      position = found + filter.stride
    }
    return best
  }

  @inline(never)
  private func check(
    _ whole: Bytes, _ counted: inout Bytes, _ position: Int, _ best: inout Hit?, _ accepts: (Int, Int) -> Int?,
    _ noting: (Int, Bytes, Int, Hit?) -> Void
  ) {
    var end = counted.count
    filter.forEach(whole, at: position) { origin in
      let from = position - Int(origin.offset)
      let text = texts[Int(origin.text)]
      let line = text.crosses ? whole : counted
      let hit = text.match(line, origin: from).map { self.hit(text, $0) }
      noting(Int(origin.text), line, from, hit)
      guard let hit else { return }
      if let best, !hit.isBetter(than: best) { return }
      guard let limit = accepts(text.signature, text.anchorStart(from)) else { return }
      best = hit
      end = min(end, limit)
    }
    if end < counted.count { counted = counted[0..<end] }
  }

  private func hit(_ text: CompiledText, _ captures: CompiledText.Captures) -> Hit {
    Hit(
      signature: text.signature, captures: captures, rank: traits[text.signature].rank, literalBytes: text.literalBytes)
  }

  /// The hit if the text with this number stands in the line.
  func hit(_ number: Int, in line: Bytes, origin: Int) -> Hit? {
    let text = texts[number]
    return text.match(line, origin: origin).map { hit(text, $0) }
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
