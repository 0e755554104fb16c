internal import Diagnostics

/// A YAML text inside a source: a whole file, or the front matter of one.
struct YAMLDocument {
  let source: Source
  /// The bytes that hold the YAML.
  let range: Range<Int>
  let root: YAMLNode?
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Parses `whole` of `source`; nil after a syntax error, which is reported.
  init?(_ source: Source, range whole: Range<Int>, into report: inout Report) {
    // Editors on Windows mark UTF-8 like this; the YAML begins behind it.
    let range = source.bytes[whole].starts(with: Self.byteOrderMark) ? whole.dropFirst(3) : whole
    self.source = source
    self.range = range
    do {
      root = try source.bytes.withUnsafeBufferPointer { bytes throws(YAMLComposer.Failure) in
        try YAMLComposer.compose(UnsafeBufferPointer(rebasing: bytes[range]), from: range.lowerBound)
      }
    } catch {
      root = nil
      report.add(diagnostic(for: error))
      return nil
    }
  }

  /// The bytes of a node: a scalar's text as far as it stands on its first line, the first byte of a list or mapping.
  func place(of node: YAMLNode) -> Place {
    guard case .scalar(let scalar) = node.value else { return source.place(node.start..<node.start + 1) }
    let length = max(1, scalar.text.utf8.count + (scalar.style == .quoted ? 2 : 0))
    let longest = source.bytes[node.start..<min(node.start + length, source.bytes.count)]
    return source.place(node.start..<(longest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? longest.endIndex))
  }

  private func diagnostic(for failure: YAMLComposer.Failure) -> Diagnostic {
    switch failure {
    case .syntax(let problem, let offset, let context):
      let start = min(offset, range.upperBound)
      return Diagnostic(
        "yaml-syntax", "this is not YAML: \(problem)", at: source.place(start..<start),
        notes: context.map { ["\($0.text) in line \(LineIndex(source).lineNumber(at: $0.at))"] } ?? [],
        help: "quote texts that contain a colon, a # or quotation marks: \"…\"")
    case .unreadable(let problem, let offset):
      let start = min(offset, range.upperBound)
      let place = source.place(start..<min(start + 1, range.upperBound))
      // libyaml's words for what is ill-formed; its other complaints are about characters that YAML does not allow.
      if problem.contains("UTF-8") || problem.contains("invalid Unicode"), start < range.upperBound {
        let digits = String(source.bytes[start], radix: 16, uppercase: true)
        return Diagnostic(
          "invalid-utf8", "the byte 0x\(digits) is not UTF-8 here", at: place,
          help: "save the file as UTF-8")
      }
      return Diagnostic("yaml-syntax", "this is not YAML: \(problem)", at: place)
    case .duplicateKeys(let keys):
      let first = keys.first ?? (name: "", first: range.lowerBound, next: range.lowerBound)
      func place(_ start: Int) -> Place { source.place(start..<start + first.name.utf8.count) }
      return Diagnostic(
        "duplicate-key", "key written twice: \(keys.map(\.name).joined(separator: ", "))", at: place(first.next),
        help: "keep one of them", related: [.init("first written here", at: place(first.first))])
    case .tooDeep(let offset):
      return Diagnostic(
        "yaml-too-deep", "lists or mappings are nested too deep", at: source.place(offset..<offset + 1),
        help: "nothing Interlude reads needs more than four levels")
    }
  }
}
