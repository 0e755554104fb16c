/// What is certain of a text of some origin, whatever is sent.
extension TextOrigin {
  var isNeverEmpty: Bool {
    if isPath { return true }
    guard case .joined(let pieces) = source else { return false }
    return pieces.contains { if case .text = $0 { true } else { false } }
  }

  /// Whether a text of this origin never holds a byte.
  func isWithout(_ byte: UInt8) -> Bool {
    switch source {
    // What is followed is in its plain spelling.
    case .input("target"): Self.neverInTarget.contains(byte)
    case .input("host"): Self.neverInHost.contains(byte)
    case .before(let end, let inner): end == byte || inner.isWithout(byte)
    case .from(_, let inner), .upTo(_, let inner), .after(_, let inner), .withoutEnd(_, let inner),
      .queryValue(_, let inner):
      inner.isWithout(byte)
    case .group(let number, let pattern, let inner):
      pattern.bytesOfGroups[number]?.contains(byte) == false || inner.isWithout(byte)
    case .small(let inner):
      0x41...0x5A ~= byte
        || inner.isWithout(byte) && (!(0x61...0x7A ~= byte) || inner.isWithout(byte & 0xDF))
    case .escaped(_, let inner): byte != UInt8(ascii: "%") && inner.isWithout(byte)
    case .changed: false
    case .joined(let pieces):
      pieces.allSatisfy { piece in
        switch piece {
        case .text(let text): !text.contains(byte)
        case .origin(let origin): origin.isWithout(byte)
        }
      }
    case .input: byte < 0x20 || byte > 0x7E
    }
  }

  /// Whether a text of this origin holds some bytes whatever is sent; nil where that depends.
  func isCertain(toHold part: [UInt8]) -> Bool? {
    if part.contains(where: isWithout) { return false }
    if part == Self.slash, startsWithSlash { return true }
    guard case .joined(let pieces) = source else { return nil }
    let isThere = pieces.contains { piece in
      switch piece {
      case .text(let text): TextTest.contains(part).holds(for: text)
      case .origin(let origin): part == Self.slash && origin.startsWithSlash
      }
    }
    return isThere ? true : nil
  }

  /// Of a text that is put together, the one part that can hold a byte.
  func part(with byte: UInt8) -> TextOrigin? {
    guard case .joined(let pieces) = source else { return nil }
    var found: TextOrigin?
    for case .origin(let origin) in pieces where !origin.isWithout(byte) {
      if found != nil { return nil }
      found = origin
    }
    return found
  }

  private static let neverInTarget = ByteSet(Array("%#{}[]\\<>\"^|`+".utf8) + Array(0...0x20) + Array(0x7F...0xFF))
  private static let neverInHost = ByteSet(
    Array("%#{}[]\\<>\"^|`+/:?&=~!$'()*,;@".utf8) + Array(0...0x20) + Array(0x7F...0xFF))

  /// The parts of a joined text around the first such byte, where it is certain which one that is.
  func split(at byte: UInt8) -> (before: [Piece], after: [Piece])? {
    guard case .joined(let pieces) = source else { return nil }
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .origin(let origin) where origin.isWithout(byte): continue
      case .origin(let origin):
        // Where the last part has none because it is empty, there is nothing behind it either.
        let isLast = index == pieces.count - 1
        guard [byte] == Self.slash, origin.startsWithSlash || isLast && origin.startsWithSlashOrIsEmpty else {
          return nil
        }
        return (Array(pieces[..<index]), [.origin(origin.derived(.from(1, origin)))] + pieces[(index + 1)...])
      case .text(let text):
        guard let place = text.firstIndex(of: byte) else { continue }
        let rest = Array(text[(place + 1)...])
        return (
          pieces[..<index] + (place > 0 ? [.text(Array(text[..<place]))] : []),
          (rest.isEmpty ? [] : [.text(rest)]) + pieces[(index + 1)...]
        )
      }
    }
    return (pieces, [])
  }

  /// Whether it begins with a slash, whatever is sent.
  private var startsWithSlash: Bool { isTarget || isPath }

  /// Whether it begins with a slash, unless it is empty.
  var startsWithSlashOrIsEmpty: Bool {
    switch source {
    case .withoutEnd(_, let inner), .upTo(_, let inner), .small(let inner): inner.startsWithSlashOrIsEmpty
    case .before(let byte, let inner): [byte] != Self.slash && inner.startsWithSlashOrIsEmpty
    case .group(let number, let pattern, let inner):
      pattern.slashGroups.contains(number) || pattern.firstGroup == number && inner.startsWithSlashOrIsEmpty
    default: startsWithSlash
    }
  }

  private static let slash = [UInt8(ascii: "/")]
}
