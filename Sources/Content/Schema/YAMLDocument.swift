internal import Diagnostics
internal import Yams

/// A YAML text inside a source: a whole file, or the front matter of one.
struct YAMLDocument {
  let source: Source
  /// The bytes that hold the YAML.
  let range: Range<Int>
  let root: Node?
  private let lines: LineIndex
  private let firstLine: Int
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Parses `whole` of `source`; nil after a syntax error, which is reported.
  init?(_ source: Source, range whole: Range<Int>, into report: inout Report) {
    // Editors on Windows mark UTF-8 like this; the YAML begins behind it.
    let range = source.bytes[whole].starts(with: Self.byteOrderMark) ? whole.dropFirst(3) : whole
    self.source = source
    self.range = range
    lines = LineIndex(source, upTo: range.upperBound)
    firstLine = lines.lineNumber(at: range.lowerBound)
    if let depth = Self.excessiveNesting(source.bytes[range]) {
      report.add(
        Diagnostic(
          "yaml-too-deep", "lists or mappings are nested too deep", at: source.place(depth..<depth + 1),
          help: "nothing Interlude reads needs more than four levels"))
      return nil
    }
    do {
      // Scalars are read as their shapes ask, so guessing their types would be wasted time; without an encoding Yams asks
      // the whole environment for one, each time.
      root = try Yams.compose(yaml: String(decoding: source.bytes[range], as: UTF8.self), .basic, .default, .utf8)
    } catch let error as YamlError {
      root = nil
      report.add(diagnostic(for: error))
      return nil
    } catch {
      root = nil
      report.add(Diagnostic("yaml-syntax", "this is not YAML", at: source.place(range), notes: ["\(error)"]))
      return nil
    }
  }

  /// The bytes of a node: a scalar's text as far as it stands on its first line, the first byte of a list or mapping.
  func place(of node: Node) -> Place {
    guard case .scalar(let scalar) = node else {
      let start = node.mark.map(offset)
      return source.place(start.map { $0..<$0 + 1 } ?? range.lowerBound..<range.lowerBound)
    }
    guard let mark = scalar.mark else { return source.place(range.lowerBound..<range.lowerBound) }
    let start = offset(of: mark)
    let lineEnd = lines.range(ofLine: lines.lineNumber(at: start)).upperBound
    let isQuoted = scalar.style == .singleQuoted || scalar.style == .doubleQuoted
    let length = max(1, scalar.string.utf8.count + (isQuoted ? 2 : 0))
    return source.place(start..<min(max(start, lineEnd), start + length))
  }

  private func offset(of mark: Mark) -> Int {
    let line = min(firstLine + mark.line - 1, lines.lineCount)
    var offset = max(lines.range(ofLine: line).lowerBound, range.lowerBound)
    let end = range.upperBound
    var scalars = mark.column - 1
    // In ASCII, which most lines are up to there, a scalar is a byte.
    if scalars <= end - offset, source.bytes[offset..<(offset + scalars)].allSatisfy({ $0 < 0x80 }) {
      return offset + scalars
    }
    while offset < end, scalars > 0 {
      offset += 1
      while offset < end, source.bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      scalars -= 1
    }
    return offset
  }

  /// The lines that begin with `key:`, at any depth.
  private func places(ofKey key: String) -> [Place] {
    (firstLine...lines.lineNumber(at: range.upperBound)).compactMap { number in
      let line = lines.range(ofLine: number)
      let text = source.bytes[max(line.lowerBound, range.lowerBound)..<line.upperBound].drop { $0 == 0x20 }
      guard text.starts(with: key.utf8 + [UInt8(ascii: ":")]) else { return nil }
      return source.place(text.startIndex..<text.startIndex + key.utf8.count)
    }
  }

  private func diagnostic(for error: YamlError) -> Diagnostic {
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      let start = min(offset(of: mark), range.upperBound)
      return Diagnostic(
        "yaml-syntax", "this is not YAML: \(problem)", at: source.place(start..<start),
        notes: context.map { ["\($0.text) in line \(firstLine + $0.mark.line - 1)"] } ?? [],
        help: "quote texts that contain a colon, a # or quotation marks: \"…\"")
    case .reader(let problem, _, _, _):
      return Diagnostic(
        "yaml-syntax", "this is not YAML: \(problem)", at: source.place(range.lowerBound..<range.lowerBound))
    case .duplicatedKeysInMapping(let duplicates, let context):
      let start = min(offset(of: context.mark), range.upperBound)
      let places = duplicates.first.map { self.places(ofKey: $0) } ?? []
      return Diagnostic(
        "duplicate-key", "key written twice: \(duplicates.joined(separator: ", "))",
        at: places.count > 1 ? places[1] : source.place(start..<start), help: "keep one of them",
        related: places.count > 1 ? [.init("first written here", at: places[0])] : [])
    default:
      return Diagnostic(
        "yaml-syntax", "this is not YAML", at: source.place(range.lowerBound..<range.lowerBound), notes: ["\(error)"])
    }
  }

  /// The offset at which nesting passes what any of our files needs; guards the parser's recursion against a bomb.
  private static func excessiveNesting(_ bytes: ArraySlice<UInt8>) -> Int? {
    var open = 0
    var dashes = 0
    var indent = 0
    var isIndent = true
    for (offset, byte) in zip(bytes.indices, bytes) {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): open = max(0, open - 1)
      case 0x0A: (dashes, indent, isIndent) = (0, 0, true)
      case UInt8(ascii: " ") where isIndent: indent += 1
      case UInt8(ascii: "-") where isIndent, UInt8(ascii: "?") where isIndent:
        (dashes, indent) = (dashes + 1, indent + 1)
      default: isIndent = false
      }
      if open > 64 || dashes > 64 || indent > 400 { return offset }
    }
    return nil
  }
}
