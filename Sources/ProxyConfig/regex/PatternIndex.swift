/// Which of many expressions may match a text, by a piece of text that all their matches contain: a request need not be
/// held against each of thousands.
public struct PatternIndex: Sendable {
  /// By piece, in small letters.
  private var byPiece: [ByteText: [Int]] = [:]
  /// The lengths that pieces have.
  private let lengths: [Int]
  /// Those without such a piece, and those that cannot be judged.
  private let others: [Int]

  /// Fewer are gone through one by one.
  public static let few = 24

  /// - Parameter patterns: nil for one that cannot be read.
  public init(_ patterns: [Pattern?]) {
    let pieces = patterns.map { $0?.requiredPieces ?? [] }
    var counts: [ByteText: Int] = [:]
    for piece in pieces.joined() { counts[piece, default: 0] += 1 }
    var others: [Int] = []
    for (index, pieces) in pieces.enumerated() {
      // The piece that says most about which one it is.
      let best = pieces.min { (counts[$0] ?? 0, -$0.count) < (counts[$1] ?? 0, -$1.count) }
      if let best { byPiece[best, default: []].append(index) } else { others.append(index) }
    }
    self.others = others
    lengths = Set(byPiece.keys.map(\.count)).sorted()
  }

  /// The places in the list of those that may match, in order.
  public func candidates(for text: ByteText) -> [Int] {
    let text = text.lowercased
    var found = others
    for length in lengths where length <= text.count {
      for start in 0...(text.count - length) {
        if let some = byPiece[text[start..<(start + length)]] { found += some }
      }
    }
    return found.count == others.count ? found : Set(found).sorted()
  }
}

extension Pattern {
  /// Pieces of text, in small letters, that every match contains.
  fileprivate var requiredPieces: [ByteText] {
    var reader = PatternReader(text.bytes, ignoresCase: ignoresCase)
    guard let tree = try? reader.read() else { return [] }
    var pieces = RequiredPieces()
    pieces.add(tree)
    pieces.end()
    return pieces.found
  }
}

private struct RequiredPieces {
  private(set) var found: [ByteText] = []
  private var current: [UInt8] = []

  /// Longer ones are cut: they say enough.
  private static let longest = 24

  mutating func end() {
    if !current.isEmpty { found.append(ByteText(current.prefix(Self.longest))) }
    current = []
  }

  mutating func add(_ tree: PatternTree) {
    switch tree {
    case .empty, .assertion, .look, .keepOut: break
    case .set(let set): if let byte = set.smallLetter { current.append(byte) } else { end() }
    case .sequence(let parts): for part in parts { add(part) }
    case .group(_, let inner), .atomic(let inner): add(inner)
    case .repeated(let inner, let least, _, _):
      end()
      if least > 0 {
        add(inner)
        end()
      }
    case .choice, .backReference: end()
    }
  }
}
