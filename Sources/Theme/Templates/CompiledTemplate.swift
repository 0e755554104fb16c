internal import Diagnostics

/// A template as a list of what to do, made once and followed for every page.
///
/// The part of Mustache that themes use: variables, sections, inverted sections, partials and comments, with white space
/// as the specification has it (mustache(5); mustache/spec, "Standalone Lines"). Tests hold it against swift-mustache.
struct CompiledTemplate: Sendable {
  indirect enum Step: Sendable {
    /// At most one line, with its line break.
    case text([UInt8])
    /// A value, by its name's parts.
    case value([String], isEscaped: Bool)
    case section([String], [Step])
    case inverted([String], [Step])
    /// `indentation` stands in front of every line of the partial.
    case partial(String, indentation: [UInt8])
  }

  let steps: [Step]

  /// Compiles a text whose tags were checked: where they are at odds, the rest is left out.
  init(_ source: Source) {
    var problems = Report()
    var compiler = Compiler(bytes: source.bytes, tags: TemplateTag.scan(source, into: &problems)[...])
    steps = compiler.steps(startsLine: true)
  }

  /// Reads a template from its first byte to its last.
  private struct Compiler {
    let bytes: [UInt8]
    /// Those that are not read yet.
    var tags: ArraySlice<TemplateTag>
    var index = 0

    /// The steps up to the end of the text or of the section that they stand in.
    mutating func steps(startsLine: Bool) -> [Step] {
      var steps: [Step] = []
      var isLineStart = startsLine
      var indentation: [UInt8] = []
      func add(_ text: [UInt8], to steps: inout [Step]) { if !text.isEmpty { steps.append(.text(text)) } }
      while index < bytes.count {
        if isLineStart { indentation = take { $0 == 0x20 || $0 == 0x09 } }
        let text = textRun()
        if text.last == 0x0A {
          add(indentation + text, to: &steps)
          (isLineStart, indentation) = (true, [])
          continue
        }
        if !text.isEmpty {
          add(indentation + text, to: &steps)
          (isLineStart, indentation) = (false, [])
        }
        guard let tag = tags.popFirst() else { break }
        index = tag.range.upperBound
        let isStandalone = tag.canStandAlone && isLineStart && endsLine()
        if !isStandalone, tag.showsIndentation {
          add(indentation, to: &steps)
          indentation = []
        }
        switch tag.kind {
        case .section: steps.append(.section(tag.parts, self.steps(startsLine: isStandalone)))
        case .inverted: steps.append(.inverted(tag.parts, self.steps(startsLine: isStandalone)))
        case .close: return steps
        case .partial:
          // An indented partial that has a line for itself: its first line stands behind the indentation.
          add(indentation, to: &steps)
          steps.append(.partial(tag.name, indentation: isStandalone ? indentation : []))
          indentation = []
        case .comment, .unsupported: break
        case .unescaped: steps.append(.value(tag.parts, isEscaped: false))
        case .variable: steps.append(.value(tag.parts, isEscaped: true))
        }
        isLineStart = isStandalone
      }
      return steps
    }

    /// The text up to and with the next line break, or up to the next tag.
    private mutating func textRun() -> [UInt8] {
      let rest = bytes[index..<(tags.first?.range.lowerBound ?? bytes.count)]
      let text = rest[..<(rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex)]
      index = text.endIndex
      return Array(text)
    }

    /// Whether nothing but white space follows in the line; if so, it is passed, with the line break.
    private mutating func endsLine() -> Bool {
      if index == bytes.count { return true }
      var end = index
      while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
      if end + 1 < bytes.count, bytes[end] == 0x0D, bytes[end + 1] == 0x0A { end += 1 }
      guard end < bytes.count, bytes[end] == 0x0A else { return false }
      index = end + 1
      return true
    }

    private mutating func take(while isTaken: (UInt8) -> Bool) -> [UInt8] {
      let taken = bytes[index...].prefix(while: isTaken)
      index = taken.endIndex
      return Array(taken)
    }
  }
}

extension TemplateTag {
  fileprivate var parts: [String] { name.split(separator: ".").map(String.init) }

  fileprivate var canStandAlone: Bool {
    switch kind {
    case .section, .inverted, .close, .partial, .comment: true
    case .variable, .unescaped, .unsupported: false
    }
  }

  /// Whether white space in front of it is text when the tag does not stand alone.
  fileprivate var showsIndentation: Bool { if case .comment = kind { false } else { true } }
}
