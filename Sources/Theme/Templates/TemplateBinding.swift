internal import Escaping

/// Puts what is the same on many pages into a program's instructions, once: texts of the interface, addresses of style
/// sheets, switches. What is left to follow for each page is what the page has of its own.
///
/// Only whole names are bound, `t.search` and not a section that enters `t`; no view inside a page may have one of the
/// bound views' own names, which would stand in front of it.
struct TemplateBinding {
  private let program: TemplateProgram
  private let constants: ViewValues
  private(set) var bound = TemplateProgram()
  /// Where the text that was written last begins, if more may be joined to it.
  private var open: Int?

  init(_ program: TemplateProgram, _ constants: ViewValues) {
    (self.program, self.constants) = (program, constants)
    bound = TemplateProgram(numbers: program.numbers)
    for body in program.bodies {
      let start = bound.instructions.count
      open = nil
      bind(body)
      bound.addBody(start..<bound.instructions.count)
    }
  }

  private mutating func bind(_ body: Range<Int>) {
    var place = body.lowerBound
    while place < body.upperBound { place = bind(place) }
  }

  private mutating func bind(_ place: Int) -> Int {
    let instruction = program.instructions[place]
    let next = place + 1
    switch instruction.kind {
    case .text: add(program.text(instruction))
    case .escaped, .plain:
      guard let value = constant(instruction) else {
        keep(instruction)
        break
      }
      if let text = value.shown { add(instruction.kind == .escaped ? Array(HTML.escape(text).utf8) : Array(text.utf8)) }
    case .section, .inverted:
      let body = next..<Int(instruction.target)
      switch constant(instruction).flatMap(\.isShown) {
      case .some(let isShown): if isShown == (instruction.kind == .section) { bind(body) }
      case nil:
        keep(instruction)
        let start = bound.instructions.count - 1
        bind(body)
        bound.close(sectionAt: start)
        open = nil
      }
      return body.upperBound
    case .partial: keep(instruction)
    }
    return next
  }

  /// The value of an instruction's name, if it is the same on all pages.
  private func constant(_ instruction: TemplateProgram.Instruction) -> View.Value? {
    program.names.withUnsafeBufferPointer { names in
      let parts = names[Int(instruction.name.start)..<Int(instruction.name.end)]
      guard parts.count > 1, let first = parts.first, let place = constants.place(of: first) else { return nil }
      return constants.value(at: place, parts.dropFirst())
    }
  }

  private mutating func keep(_ instruction: TemplateProgram.Instruction) {
    bound.add(instruction, of: program)
    open = nil
  }

  /// A text behind a line's end begins a line, which may be indented, and stays by itself.
  private mutating func add(_ text: [UInt8]) {
    guard !text.isEmpty else { return }
    if let open { bound.extend(textAt: open, by: text) } else { bound.add(text: text) }
    open = text.last == 0x0A ? nil : bound.instructions.count - 1
  }
}

extension View.Value {
  /// What stands in the page for it; nil for what cannot be shown by itself.
  fileprivate var shown: String? {
    switch self {
    case .text(let text): text
    case .html(let html): html.markup
    case .markup(let bytes): String(decoding: bytes, as: UTF8.self)
    case .flag(let flag): flag ? "true" : "false"
    case .view, .views, .absent: nil
    }
  }

  /// Whether a section of it is followed, once; nil if it is entered or repeated.
  fileprivate var isShown: Bool? {
    switch self {
    case .text, .html, .markup, .flag(true): true
    case .flag(false), .absent: false
    case .view, .views: nil
    }
  }
}
