import Diagnostics
import ProxyConfig

/// A server of a class with made-up words in the place of everything that is its own.
struct SiteTemplate: Sendable {
  let source: Source
  let directives: [Directive]
  let words: StandInWords
  private let pieces: [Range<Int>]

  /// Nil when the made-up file cannot be read.
  init?(of first: SiteClasses.Member, _ words: StandInWords) {
    self.words = words
    let own = first.text
    var bytes: [UInt8] = []
    var pieces: [Range<Int>] = []
    var position = 0
    for piece in own.pieces {
      bytes += own.bytes[position..<piece.range.lowerBound]
      let start = bytes.count
      bytes += words.word(for: piece, instead: own.bytes[piece.range]).utf8
      pieces.append(start..<bytes.count)
      position = piece.range.upperBound
    }
    bytes += own.bytes[position...]
    source = Source(name: "like " + first.source.name, bytes: bytes)
    guard let directives = NginxReader.directives(of: source) else { return nil }
    self.directives = directives
    self.pieces = pieces
  }

  /// A place in the made-up file as one in any file of the class: so many bytes behind one of its pieces.
  struct Spot: Sendable {
    /// The number of pieces before it.
    let pieces: Int
    let offset: Int

    func offset(in text: SiteText) -> Int {
      (pieces == 0 ? 0 : text.pieces[pieces - 1].range.upperBound) + offset
    }
  }

  /// Nil for a place in the middle of a made-up word.
  func spot(at offset: Int) -> Spot? {
    var low = 0
    var high = pieces.count
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    if low < pieces.count, pieces[low].lowerBound < offset { return nil }
    return Spot(pieces: low, offset: offset - (low == 0 ? 0 : pieces[low - 1].upperBound))
  }
}
