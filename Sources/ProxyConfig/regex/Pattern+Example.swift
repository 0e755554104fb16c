extension Pattern {
  /// A text the expression is likely to match, to be tried and not to be trusted: look-arounds and back references are
  /// passed over. Readable bytes are preferred. Several are given when there are alternatives.
  public var examples: [ByteText] {
    var reader = PatternReader(text.bytes, ignoresCase: ignoresCase)
    guard let tree = try? reader.read() else { return [] }
    return Array(tree.examples.prefix(Self.mostExamples)).map { ByteText($0) }
  }

  private static let mostExamples = 8
}

extension PatternTree {
  /// Texts for each way through the expression, the first way first; at most a handful.
  fileprivate var examples: [[UInt8]] {
    switch self {
    case .empty, .look, .assertion, .keepOut, .backReference: return [[]]
    case .set(let set): return [[set.readable]]
    case .group(_, let inner), .atomic(let inner): return inner.examples
    case .repeated(let inner, let least, let most, _):
      // Something rather than nothing: `.*` stands for a name.
      let times = least > 0 ? least : most == 0 ? 0 : 1
      return inner.examples.map { example in Array(repeatElement(example, count: min(times, 64)).joined()) }
    case .choice(let ways): return Array(ways.flatMap(\.examples).prefix(8))
    case .sequence(let parts):
      var texts: [[UInt8]] = [[]]
      for part in parts {
        let next = part.examples
        texts = Array(next.flatMap { tail in texts.map { $0 + tail } }.prefix(8))
      }
      return texts
    }
  }
}

extension ByteSet {
  /// A byte of the set that reads well in a path: a letter, a digit, then anything visible.
  fileprivate var readable: UInt8 {
    let visible = (0x21...0x7E).map { UInt8($0) }
    let wanted = Array("abcdefghijklmnopqrstuvwxyz0123456789-_./".utf8) + visible
    return wanted.first(where: contains) ?? (0...255).first(where: contains) ?? 0x61
  }
}
