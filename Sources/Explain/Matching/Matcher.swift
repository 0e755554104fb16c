internal import Content

/// All signatures of a catalogue, compiled for one pass over a log.
final class Matcher {
  let texts: [CompiledText]
  let filter: GramFilter
  let fields: FieldTables
  /// By index of the signature.
  let traits: [Traits]

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
    let start: Int
    let captures: CompiledText.Captures
    fileprivate let rank: Int
    fileprivate let literalBytes: Int

    func isBetter(than other: Hit) -> Bool {
      (rank, literalBytes) > (other.rank, other.literalBytes)
    }
  }

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
    let shortest = texts.map { $0.pieces.reduce(0) { max($0, $1.count) } }.min() ?? Self.longestAnchor
    let length = min(shortest, Self.longestAnchor)
    var choice = AnchorChoice(length: length)
    var anchors: [(piece: [UInt8], start: Int)] = []
    for index in texts.indices {
      let (piece, start) = choice.anchor(of: texts[index].pieces)
      texts[index].anchor = piece
      anchors.append((texts[index].pieces[piece], start))
    }
    self.texts = texts
    filter = GramFilter(anchors, stride: length - 3)
    fields = FieldTables(catalogue)
    traits = catalogue.signatures.map { signature in
      Traits(rank: signature.rank, formats: Self.formats(of: signature), fields: signature.fields)
    }
  }

  /// The best text that stands in `line` at or after `start`, among the signatures that `accepts` lets pass. The latter is asked
  /// only about texts that were found.
  @inline(__always)
  func best(in line: Bytes, from start: Int, accepts: (Int, Int) -> Bool) -> Hit? {
    var best: Hit?
    var position = start
    while let found = filter.next(in: line, from: position) {
      check(line.gram(at: found), line, found, start, &best, accepts)
      position = found + filter.stride
    }
    return best
  }

  @inline(never)
  private func check(
    _ gram: UInt32, _ line: Bytes, _ position: Int, _ start: Int, _ best: inout Hit?, _ accepts: (Int, Int) -> Bool
  ) {
    filter.forEach(gram) { origin in
      let from = position - Int(origin.offset)
      guard from >= start, let captures = texts[Int(origin.text)].match(line, anchorAt: from) else { return }
      let text = texts[Int(origin.text)]
      let hit = Hit(
        signature: text.signature, start: from, captures: captures, rank: traits[text.signature].rank,
        literalBytes: text.literalBytes)
      if let best, !hit.isBetter(than: best) { return }
      if accepts(text.signature, from) { best = hit }
    }
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
