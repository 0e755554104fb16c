/// Where a text came from: what was sent, and what was done to it on the way.
///
/// Equal origins of one watch are one object.
public final class TextOrigin: @unchecked Sendable {
  /// A step of the way; offsets are in bytes.
  public enum Source: Sendable {
    /// What was sent: `target`, `host`, `method`, or `header` and a name.
    case input(String)
    case joined([Piece])
    case from(Int, TextOrigin)
    case upTo(Int, TextOrigin)
    /// All but the last bytes.
    case withoutEnd(Int, TextOrigin)
    case before(UInt8, TextOrigin)
    case after(UInt8, TextOrigin)
    case small(TextOrigin)
    case group(Int, Pattern, TextOrigin)
    case queryValue([UInt8], TextOrigin)
    /// Percent-encoded, but for letters, digits and these bytes.
    case escaped([UInt8], TextOrigin)
    /// Changed in a way that no language says.
    case changed(TextChange, TextOrigin)
  }

  public enum Piece: Sendable, Hashable {
    case text([UInt8])
    case origin(TextOrigin)
  }

  public let source: Source
  /// Its number among those of the watch.
  public let id: Int
  unowned let watch: TextWatch

  init(_ source: Source, id: Int, _ watch: TextWatch) {
    (self.source, self.id, self.watch) = (source, id, watch)
  }

  func derived(_ source: Source) -> TextOrigin { watch.origin(source) }

  /// A group of an expression that matched.
  func group(_ number: Int, of pattern: Pattern) -> TextOrigin {
    guard let whole = pattern.wholeGroup, whole.number == number, isWithout(0x0A) else {
      return derived(.group(number, pattern, self))
    }
    let rest = whole.before > 0 ? derived(.from(whole.before, self)) : self
    return whole.behind > 0 ? rest.derived(.withoutEnd(whole.behind, rest)) : rest
  }

  func peek(_ bytes: [UInt8]) { watch.peek(self, bytes) }

  /// What it is for the request that is on its way.
  var now: [UInt8] { value { self.watch.inputs[$0] ?? self.watch.words[$0]?.first ?? [] } }

  /// The origin of parts put together; nil where nothing of them was sent.
  func joined(_ pieces: [Piece]) -> TextOrigin? {
    if pieces.count == 1, case .origin(let only) = pieces[0] { return only }
    let isConstant = pieces.allSatisfy { if case .text = $0 { true } else { false } }
    return isConstant ? nil : watch.origin(.joined(pieces))
  }

  static func joined(_ left: ByteText, _ right: ByteText) -> TextOrigin? {
    guard let watch = left.origin?.watch ?? right.origin?.watch else { return nil }
    var pieces = left.pieces
    for piece in right.pieces {
      if case .text(let more) = piece, case .text(let text) = pieces.last {
        pieces[pieces.count - 1] = .text(text + more)
      } else {
        pieces.append(piece)
      }
    }
    return pieces.count == 1 ? left.origin ?? right.origin : watch.origin(.joined(pieces))
  }

  /// What the text is for other inputs.
  public func value(for input: (String) -> [UInt8]) -> [UInt8] {
    switch source {
    case .input(let name): return input(name)
    case .joined(let pieces):
      return pieces.flatMap { piece in
        switch piece {
        case .text(let text): text
        case .origin(let origin): origin.value(for: input)
        }
      }
    case .from(let start, let origin): return Array(origin.value(for: input).dropFirst(start))
    case .upTo(let end, let origin): return Array(origin.value(for: input).prefix(end))
    case .withoutEnd(let count, let origin): return origin.value(for: input).dropLast(count)
    case .before(let byte, let origin): return Array(origin.value(for: input).prefix { $0 != byte })
    case .after(let byte, let origin): return Array(origin.value(for: input).drop { $0 != byte }.dropFirst())
    case .small(let origin): return ByteText(origin.value(for: input)).lowercased.storage
    case .group(let number, let pattern, let origin):
      let text = origin.value(for: input)
      guard case .match(let groups) = pattern.firstMatch(in: ByteText(text)), number < groups.count,
        let range = groups[number]
      else { return [] }
      return Array(text[range])
    case .queryValue(let name, let origin): return Self.queryValue(of: name, in: origin.value(for: input))
    case .escaped(let kept, let origin): return Self.escaped(origin.value(for: input), keeping: kept)
    case .changed(let change, let origin): return change.apply(origin.value(for: input))
    }
  }

  static func escaped(_ text: [UInt8], keeping kept: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return text.flatMap { byte in
      isUnreserved(byte) || kept.contains(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }

  /// RFC 3986, section 2.3.
  public static func isUnreserved(_ byte: UInt8) -> Bool {
    ByteSet.words.contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "~")
  }

  static func queryValue(of name: [UInt8], in query: [UInt8]) -> [UInt8] {
    for pair in query.split(separator: UInt8(ascii: "&")) {
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
      if ByteText(pair[..<equals]).lowercased.storage == name { return Array(pair[(equals + 1)...]) }
    }
    return []
  }
}

/// What is made of a text where no language says which texts come to which.
public final class TextChange: Sendable {
  /// Says what it is, to stand before "of the path", and is the same for nothing else.
  let name: String
  let apply: @Sendable ([UInt8]) -> [UInt8]

  init(_ name: String, _ apply: @escaping @Sendable ([UInt8]) -> [UInt8]) { (self.name, self.apply) = (name, apply) }
}

extension TextOrigin {
  /// Whether it is plain that no language says for which requests a text of this origin is what.
  var isLost: Bool {
    switch source {
    case .changed: true
    case .input: false
    case .joined(let pieces):
      pieces.count { if case .origin = $0 { true } else { false } } > 1
        || pieces.contains { if case .origin(let inner) = $0 { inner.isLost } else { false } }
    case .from(_, let inner), .upTo(_, let inner), .before(_, let inner), .after(_, let inner), .small(let inner),
      .group(_, _, let inner), .queryValue(_, let inner), .withoutEnd(_, let inner), .escaped(_, let inner):
      inner.isLost
    }
  }
}

extension TextOrigin: Hashable {
  public static func == (left: TextOrigin, right: TextOrigin) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension TextOrigin.Source: Hashable {
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.input(let one), .input(let other)): one == other
    case (.joined(let one), .joined(let other)): one == other
    case (.from(let one, let inner), .from(let other, let same)): one == other && inner === same
    case (.upTo(let one, let inner), .upTo(let other, let same)): one == other && inner === same
    case (.withoutEnd(let one, let inner), .withoutEnd(let other, let same)): one == other && inner === same
    case (.before(let one, let inner), .before(let other, let same)): one == other && inner === same
    case (.after(let one, let inner), .after(let other, let same)): one == other && inner === same
    case (.small(let inner), .small(let same)): inner === same
    case (.group(let one, let pattern, let inner), .group(let other, let like, let same)):
      one == other && inner === same && pattern.isSame(as: like)
    case (.queryValue(let one, let inner), .queryValue(let other, let same)): one == other && inner === same
    case (.escaped(let one, let inner), .escaped(let other, let same)): one == other && inner === same
    case (.changed(let one, let inner), .changed(let other, let same)): one.name == other.name && inner === same
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .input(let name): hasher.combine(name)
    case .joined(let pieces): hasher.combine(pieces)
    case .from(let offset, let inner), .upTo(let offset, let inner), .group(let offset, _, let inner),
      .withoutEnd(let offset, let inner):
      hasher.combine(offset)
      hasher.combine(inner)
    case .before(let byte, let inner), .after(let byte, let inner):
      hasher.combine(byte)
      hasher.combine(inner)
    case .small(let inner): hasher.combine(inner)
    case .queryValue(let name, let inner), .escaped(let name, let inner):
      hasher.combine(name)
      hasher.combine(inner)
    case .changed(let change, let inner):
      hasher.combine(change.name)
      hasher.combine(inner)
    }
  }
}

extension ByteText {
  fileprivate var pieces: [TextOrigin.Piece] {
    guard let origin else { return storage.isEmpty ? [] : [.text(storage)] }
    if case .joined(let pieces) = origin.source { return pieces }
    return [.origin(origin)]
  }
}

extension TextOrigin {
  /// What it is, in words: "the path", "the header accept".
  public var description: String {
    switch source {
    case .input("target"): "what is asked for"
    case .input("client"): "the visitor's address"
    case .input(let name): "the \(name)"
    case .joined(let pieces):
      pieces.reduce(into: [String]()) { names, piece in
        guard case .origin(let origin) = piece, !names.contains(origin.description) else { return }
        names.append(origin.description)
      }.joined(separator: " and ")
    case .before(UInt8(ascii: "?"), let inner) where inner.isTarget: "the path"
    case .after(UInt8(ascii: "?"), let inner) where inner.isTarget: "the query"
    case .from(_, let inner), .upTo(_, let inner), .before(_, let inner), .after(_, let inner),
      .withoutEnd(_, let inner):
      "part of \(inner.description)"
    case .small(let inner), .escaped(_, let inner): inner.description
    case .group(_, let pattern, let inner): "a group of \(pattern.text.string) in \(inner.description)"
    case .queryValue(let name, _): "the query's \(String(decoding: name, as: UTF8.self))"
    case .changed(let change, let inner): "\(change.name) of \(inner.description)"
    }
  }

  /// The path that was asked for.
  public var isPath: Bool {
    switch source {
    case .before(UInt8(ascii: "?"), let inner): inner.isTarget
    case .small(let inner): inner.isPath
    default: false
    }
  }

  var isTarget: Bool { if case .input("target") = source { true } else { false } }

  /// A text without the words of the configuration around the parts that were sent.
  public struct Core {
    public let pieces: ArraySlice<Piece>
    let head: [UInt8]
    let tail: [UInt8]
  }

  public var core: Core {
    guard case .joined(let all) = source else { return Core(pieces: [.origin(self)], head: [], tail: []) }
    func text(_ pieces: ArraySlice<Piece>) -> [UInt8] {
      pieces.flatMap { piece -> [UInt8] in if case .text(let text) = piece { text } else { [] } }
    }
    let first = all.firstIndex(where: \.isOrigin) ?? 0
    let last = all.lastIndex(where: \.isOrigin) ?? all.count - 1
    return Core(pieces: all[first...last], head: text(all[..<first]), tail: text(all[(last + 1)...]))
  }

  /// Whether it is made of a group of an expression, or of several parts of what was sent.
  public var isComposite: Bool {
    switch source {
    case .group: true
    case .input: false
    case .joined(let pieces):
      pieces.count(where: \.isOrigin) > 1
        || pieces.contains { if case .origin(let inner) = $0 { inner.isComposite } else { false } }
    case .from(_, let inner), .upTo(_, let inner), .before(_, let inner), .after(_, let inner), .small(let inner),
      .queryValue(_, let inner), .withoutEnd(_, let inner), .escaped(_, let inner), .changed(_, let inner):
      inner.isComposite
    }
  }

  /// The inputs it is made of.
  public var inputs: [String] {
    switch source {
    case .input(let name): [name]
    case .joined(let pieces):
      pieces.flatMap { piece -> [String] in if case .origin(let origin) = piece { origin.inputs } else { [] } }
    case .from(_, let inner), .upTo(_, let inner), .before(_, let inner), .after(_, let inner), .small(let inner),
      .group(_, _, let inner), .queryValue(_, let inner), .withoutEnd(_, let inner), .escaped(_, let inner),
      .changed(_, let inner):
      inner.inputs
    }
  }
}

extension TextOrigin.Piece {
  public var isOrigin: Bool { if case .origin = self { true } else { false } }
}
