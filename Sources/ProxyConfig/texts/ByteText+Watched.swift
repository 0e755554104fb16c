/// What is done with texts whose origin is known, beyond what every text can do.
extension ByteText {
  public var isWatched: Bool { origin != nil }

  /// Whether it is the same part of what is sent, so that it is the same text in every request.
  public func isSame(as other: ByteText) -> Bool { origin != nil && origin === other.origin }

  /// Whether it is what is left of another text without some bytes at its beginning.
  public func isEnd(of other: ByteText) -> Bool {
    if case .from(let start, let whole) = origin?.source { start > 0 && whole === other.origin } else { false }
  }

  /// The same with its last byte, where that was taken away.
  public var untrimmed: ByteText? {
    if case .withoutEnd(1, let whole) = origin?.source { ByteText(whole.now, from: whole) } else { nil }
  }

  /// What it begins with whatever is sent; empty where that is nothing.
  public var constantStart: [UInt8] {
    var origin = origin
    while case .withoutEnd(_, let inner) = origin?.source { origin = inner }
    if let origin, origin.isPath { return [UInt8(ascii: "/")] }
    guard let origin else { return storage }
    guard case .joined(let pieces) = origin.source, case .text(let text) = pieces.first else { return [] }
    // A path begins with a slash.
    if pieces.count > 1, case .origin(let next) = pieces[1], next.isPath { return text + [UInt8(ascii: "/")] }
    return text
  }

  /// What it begins with if it is a path of the machine, with a slash after the folder that it lies in or is.
  public var certainFolder: [UInt8] {
    if case .joined(let pieces) = origin?.source, pieces.count > 1, case .text(let text) = pieces[0],
      text.last != UInt8(ascii: "/"), case .origin(let next) = pieces[1], next.startsWithSlashOrIsEmpty
    {
      return text + [UInt8(ascii: "/")]
    }
    return constantStart
  }

  /// False where it begins with something else whatever is sent.
  func canBe(_ text: [UInt8]) -> Bool {
    guard case .joined(let pieces) = origin?.source, case .text(let start) = pieces.first else { return true }
    return text.starts(with: start)
  }

  /// What it ends with whatever is sent; nil where that is nothing.
  var constantEnd: [UInt8]? {
    if case .joined(let pieces) = origin?.source, case .text(let text) = pieces.last { text } else { nil }
  }

  /// The part of a joined text that alone decides whether it begins with a prefix.
  func firstPart(longerThan prefix: ByteText) -> ByteText? {
    guard case .joined(let pieces) = origin?.source, let first = pieces.first else { return nil }
    switch first {
    case .text(let text): return text.count >= prefix.storage.count ? ByteText(text) : nil
    case .origin(let inner):
      guard prefix.storage.count == 1, !ByteText(inner.now, from: inner).isEmpty else { return nil }
      return ByteText(inner.now, from: inner)
    }
  }

  /// The same bytes without their origin, for whoever notes what he finds out by himself (``note(_:)``).
  public var unwatched: ByteText { origin == nil ? self : ByteText(storage, from: nil) }

  /// Asks a question with several answers, and notes which one it was; nil where none of the cases holds.
  @discardableResult
  public func note(_ question: @autoclosure () -> TextQuestion) -> Int? {
    guard let origin else { return nil }
    let question = question()
    let found = question.firstCase(for: storage)
    origin.watch.note(origin, question, taken: found ?? question.cases.count)
    return found
  }

  /// Whether a test holds, noted where the text is watched.
  func asked(_ test: @autoclosure () -> TextTest, _ holds: () -> Bool) -> Bool {
    let answer = holds()
    if let origin { origin.watch.note(origin, origin.watch.question(test()), taken: answer ? 0 : 1) }
    return answer
  }

  /// Whether an expression matches, noted where the text is watched.
  public func matches(_ pattern: Pattern) -> Bool { if case .match = groups(of: pattern) { true } else { false } }

  /// Whether an expression matches, and with which groups; they keep their origin.
  public func groups(of pattern: Pattern) -> Groups {
    let outcome = pattern.firstMatch(in: unwatched)
    if let origin {
      let isMatch = if case .match = outcome { true } else { false }
      origin.watch.note(origin, origin.watch.question(.matches(pattern)), taken: isMatch ? 0 : 1)
    }
    switch outcome {
    case .gaveUp: return .gaveUp
    case .noMatch: return .noMatch
    case .match(let ranges):
      return .match(
        ranges.enumerated().map { number, range in
          range.map { range in
            ByteText(Array(storage[range]), from: origin?.group(number, of: pattern))
          }
        })
    }
  }

  /// What a regular expression finds in a text.
  public enum Groups: Sendable {
    /// The whole match is group 0; a group that took no part is nil.
    case match([ByteText?])
    case noMatch
    /// The step limit was reached.
    case gaveUp
  }

  /// The parts it is put together of; those that stand in the configuration are not watched.
  public var parts: [ByteText] {
    guard let origin, case .joined(let pieces) = origin.source else { return [self] }
    return pieces.map { piece in
      switch piece {
      case .text(let text): ByteText(text)
      case .origin(let inner): ByteText(inner.now, from: inner)
      }
    }
  }

  /// Percent-encoded, but for letters, digits and these bytes.
  public func percentEncoded(keeping kept: [UInt8]) -> ByteText {
    guard origin != nil else { return ByteText(TextOrigin.escaped(storage, keeping: kept)) }
    return parts.reduce(ByteText()) { result, part in
      guard let inner = part.origin else { return result + part.percentEncoded(keeping: kept) }
      let text = TextOrigin.escaped(part.storage, keeping: kept)
      return result + ByteText(text, from: inner.derived(.escaped(kept, inner)))
    }
  }

  /// What was percent-encoded on the way; nil for a part of which that is not certain.
  public var decodedPart: ByteText? {
    guard let origin else { return nil }
    if case .escaped(_, let inner) = origin.source { return ByteText(inner.now, from: inner) }
    return origin.isWithout(UInt8(ascii: "%")) ? self : nil
  }

  /// Whether it never holds a byte, whatever is sent.
  public func isNever(_ byte: UInt8) -> Bool { origin?.isWithout(byte) ?? !storage.contains(byte) }

  /// All but the last bytes.
  public func withoutEnd(_ count: Int) -> ByteText {
    let rest = Array(storage.dropLast(count))
    if case .joined(let pieces) = origin?.source, case .text(let text) = pieces.last, text.count >= count {
      let end: [TextOrigin.Piece] = text.count > count ? [.text(text.dropLast(count))] : []
      return ByteText(rest, from: origin?.joined(pieces.dropLast() + end))
    }
    return ByteText(rest, from: origin.map { $0.derived(.withoutEnd(count, $0)) })
  }

  /// What stands before the first such byte; everything where there is none.
  public func before(_ byte: UInt8) -> ByteText {
    let bytes = Array(storage.prefix { $0 != byte })
    if let origin, let parts = origin.split(at: byte) { return ByteText(bytes, from: origin.joined(parts.before)) }
    return ByteText(bytes, from: origin.map { $0.derived(.before(byte, $0)) })
  }

  /// What stands after the first such byte; nothing where there is none.
  public func after(_ byte: UInt8) -> ByteText {
    let bytes = Array(storage.drop { $0 != byte }.dropFirst())
    if let origin, let parts = origin.split(at: byte) { return ByteText(bytes, from: origin.joined(parts.after)) }
    return ByteText(bytes, from: origin.map { $0.derived(.after(byte, $0)) })
  }

  /// What is made of it in a way that no language says; nothing is found out about it by that.
  ///
  /// - Parameter name: says what is done; of two that differ the names do.
  public func changed(_ name: @autoclosure () -> String, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> ByteText
  {
    ByteText(change(storage), from: origin.map { $0.derived(.changed(TextChange(name(), change), $0)) })
  }

  /// Whether it is watched, and nothing is gained by finding out about it: no language says which requests come to it.
  public var isLost: Bool { origin?.isLost ?? false }

  /// In words, where it came from.
  public var wayHere: String { origin?.description ?? shown }

  /// The value of the first `name=value` in a query whose name is this one in any case, or nothing.
  public func queryValue(of name: ByteText) -> ByteText {
    let value = TextOrigin.queryValue(of: name.storage, in: storage)
    return ByteText(value, from: origin.map { $0.derived(.queryValue(name.storage, $0)) })
  }
}
