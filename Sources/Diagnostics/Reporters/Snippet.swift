internal import Escaping

/// The source line of a problem, cut to a readable width, and the caret that goes under it.
struct Snippet {
  /// The line's number, and as text for the gutter.
  let position: LineIndex.Position
  let number: String
  /// What is shown of the line, harmless for a terminal; empty for an empty or absent line.
  let line: String
  /// Spaces up to the spot, and the caret under it.
  let indent: String
  let caret: String

  /// Scalars shown of a line at most.
  private static let width = 110

  init(_ place: Place, _ index: LineIndex) {
    position = index.position(at: place.range.lowerBound)
    number = String(position.line)
    let bytes = index.range(ofLine: position.line)
    if bytes.count <= Self.width, place.source.bytes[bytes].allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      // Plain ASCII: a byte is a column.
      line = place.source.text(bytes)
      indent = String(repeating: " ", count: min(position.column - 1, bytes.count))
      caret = String(repeating: "^", count: max(1, place.range.clamped(to: bytes).count))
      return
    }
    let scalars = Array(String(decoding: place.source.bytes[bytes], as: UTF8.self).unicodeScalars)
    let start = min(position.column - 1, scalars.count)
    let spotBytes = place.range.clamped(to: bytes)
    let spot = place.source.text(spotBytes).unicodeScalars.count
    let first = scalars.count <= Self.width ? 0 : max(0, min(start - 40, scalars.count - Self.width))
    let shown = scalars[first..<min(scalars.count, first + Self.width)]
    let cutBefore = first > 0 ? "…" : ""
    let cutAfter = shown.endIndex < scalars.count ? "…" : ""
    line = cutBefore + Self.harmless(shown) + cutAfter
    let before = cutBefore + Self.harmless(shown[first..<max(first, min(start, shown.endIndex))])
    indent = String(repeating: " ", count: Self.columns(before))
    let marked = shown[min(start, shown.endIndex)..<min(start + spot, shown.endIndex)]
    caret = String(repeating: "^", count: max(1, Self.columns(Self.harmless(marked))))
  }

  private static func harmless(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    TerminalText.harmless(String(String.UnicodeScalarView(scalars)))
  }

  /// Terminal columns of a text: none for combining marks, two for wide East Asian characters and emoji (Unicode
  /// Standard Annex 11).
  static func columns(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { columns, scalar in
      switch scalar.value {
      case 0x300...0x36F, 0x483...0x489, 0x591...0x5BD, 0x610...0x61A, 0x64B...0x65F, 0x1AB0...0x1AFF,
        0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F:
        columns
      case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
        columns + 2
      default: columns + 1
      }
    }
  }
}
