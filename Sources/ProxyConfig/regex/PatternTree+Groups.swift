/// What can be said of groups without a text.
extension PatternTree {
  /// The bytes that each group may hold.
  var bytesOfGroups: [Int: ByteSet] {
    var found: [Int: ByteSet] = [:]
    _ = bytes(&found)
    return found
  }

  private func bytes(_ found: inout [Int: ByteSet]) -> ByteSet {
    switch self {
    case .empty, .assertion, .keepOut: return ByteSet()
    case .set(let set): return set
    case .sequence(let parts), .choice(let parts):
      return parts.reduce(into: ByteSet()) { $0.formUnion($1.bytes(&found)) }
    case .group(let number, let inner):
      let own = inner.bytes(&found)
      found[number, default: ByteSet()].formUnion(own)
      return own
    case .atomic(let inner), .repeated(let inner, _, _, _): return inner.bytes(&found)
    case .look(let inner, _, _):
      _ = inner.bytes(&found)
      return ByteSet()
    case .backReference: return .all
    }
  }

  /// A group that takes a text of one line but for so many bytes at its ends: that of `^/old/(.*)$` or of `^(.+)/$`.
  var wholeGroup: (number: Int, before: Int, behind: Int)? {
    guard case .sequence(let parts) = self, case .assertion(.start)? = parts.first,
      let place = parts.firstIndex(where: { if case .group = $0 { true } else { false } }),
      case .group(let number, let inner) = parts[place], case .repeated(.set(let set), _, nil, isLazy: false) = inner,
      set == .all || set == .notLineFeed
    else { return nil }
    var behind = parts[(place + 1)...]
    let end = behind.last
    if case .assertion(.end)? = end { behind.removeLast() }
    if case .assertion(.endBeforeNewline)? = end { behind.removeLast() }
    // Without an end the greedy group goes to it only where nothing follows.
    guard behind.isEmpty || behind.count < parts.count - place - 1 else { return nil }
    let isEachAByte = (parts[1..<place] + behind).allSatisfy { if case .set = $0 { true } else { false } }
    return isEachAByte ? (number, place - 1, behind.count) : nil
  }

  /// A group that begins where the text does: that of `^(.*\\.php)(/.*)$`.
  var firstGroup: Int? {
    guard case .sequence(let parts) = self, parts.count > 1, case .assertion(.start) = parts[0],
      case .group(let number, _) = parts[1]
    else { return nil }
    return number
  }
  /// Groups that begin with a slash whatever the text is: that of `(/wp-.*)`.
  var slashGroups: Set<Int> {
    switch self {
    case .group(let number, let inner): inner.slashGroups.union(inner.beginsWithSlash ? [number] : [])
    case .sequence(let parts), .choice(let parts): parts.reduce(into: []) { $0.formUnion($1.slashGroups) }
    case .atomic(let inner), .look(let inner, _, _), .repeated(let inner, _, _, _): inner.slashGroups
    case .empty, .set, .assertion, .backReference, .keepOut: []
    }
  }

  private var beginsWithSlash: Bool {
    switch self {
    case .set(let set): set == ByteSet([UInt8(ascii: "/")])
    case .sequence(let parts): parts.first?.beginsWithSlash ?? false
    case .choice(let parts): !parts.isEmpty && parts.allSatisfy(\.beginsWithSlash)
    case .group(_, let inner), .atomic(let inner): inner.beginsWithSlash
    case .repeated(let inner, let least, _, _): least > 0 && inner.beginsWithSlash
    case .empty, .look, .assertion, .backReference, .keepOut: false
    }
  }
}
