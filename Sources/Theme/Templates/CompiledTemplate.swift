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
  init(_ bytes: [UInt8]) {
    var compiler = Compiler(bytes: bytes)
    steps = compiler.steps(startsLine: true)
  }

  /// Reads a template from its first byte to its last.
  private struct Compiler {
    let bytes: [UInt8]
    var index = 0

    /// The steps up to the end of the text or of the section that they stand in.
    mutating func steps(startsLine: Bool) -> [Step] {
      var steps: [Step] = []
      var isLineStart = startsLine
      var indentation: [UInt8] = []
      func add(_ text: [UInt8], to steps: inout [Step]) { if !text.isEmpty { steps.append(.text(text)) } }
      while index < bytes.count {
        if isLineStart { indentation = take { $0 == 0x20 || $0 == 0x09 } }
        let (text, ending) = textRun()
        if ending == .line {
          add(indentation + text, to: &steps)
          (isLineStart, indentation) = (true, [])
          continue
        }
        if !text.isEmpty {
          add(indentation + text, to: &steps)
          (isLineStart, indentation) = (false, [])
        }
        guard ending == .tag, let tag = tag() else { break }
        let isStandalone = tag.canStandAlone && isLineStart && endsLine()
        if !isStandalone, tag.showsIndentation || tag.kind == ">" {
          add(indentation, to: &steps)
          indentation = []
        }
        switch tag.kind {
        case "#": steps.append(.section(tag.name, self.steps(startsLine: isStandalone)))
        case "^": steps.append(.inverted(tag.name, self.steps(startsLine: isStandalone)))
        case "/": return steps
        case ">":
          // An indented partial that has a line for itself: its first line stands behind the indentation.
          add(indentation, to: &steps)
          steps.append(.partial(tag.text, indentation: isStandalone ? indentation : []))
          indentation = []
        case "!": break
        case "{", "&": steps.append(.value(tag.name, isEscaped: false))
        default: steps.append(.value(tag.name, isEscaped: true))
        }
        isLineStart = isStandalone
      }
      return steps
    }

    private enum Ending { case line, tag, text }

    /// The text up to and with the next line break, or up to the next tag, whose braces are passed.
    private mutating func textRun() -> (text: [UInt8], Ending) {
      let start = index
      while index < bytes.count {
        if bytes[index] == 0x0A {
          index += 1
          return (Array(bytes[start..<index]), .line)
        }
        if bytes[index] == UInt8(ascii: "{"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "{") {
          defer { index += 2 }
          return (Array(bytes[start..<index]), .tag)
        }
        index += 1
      }
      return (Array(bytes[start...]), .text)
    }

    private struct Tag {
      let kind: Character
      let text: String
      var name: [String] { text.utf8.split(separator: UInt8(ascii: ".")).map { String(Substring($0)) } }
      var canStandAlone: Bool { "#^/!>".contains(kind) }
      /// Whether white space in front of it is text when the tag does not stand alone.
      var showsIndentation: Bool { kind != "!" }
    }

    /// The tag behind the braces; nil if it is not closed.
    private mutating func tag() -> Tag? {
      let isTriple = index < bytes.count && bytes[index] == UInt8(ascii: "{")
      let sign = index < bytes.count ? Character(Unicode.Scalar(bytes[index])) : " "
      let kind: Character = "#^/!>{&".contains(sign) ? sign : "v"
      let start = kind == "v" ? index : index + 1
      var end = start
      let closing = isTriple ? 3 : 2
      while end + closing <= bytes.count, !bytes[end..<end + closing].allSatisfy({ $0 == UInt8(ascii: "}") }) {
        end += 1
      }
      guard end + closing <= bytes.count else { return nil }
      index = end + closing
      let name = bytes[start..<end].drop { $0 <= 0x20 }
      return Tag(kind: kind, text: String(decoding: name.prefix { $0 > 0x20 }, as: UTF8.self))
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
