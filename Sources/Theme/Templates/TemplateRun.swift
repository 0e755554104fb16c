internal import Escaping

/// Follows a theme's instructions for one page.
struct TemplateRun {
  private let program: TemplateProgram
  private(set) var output: [UInt8] = []
  /// The views that names are looked up in, innermost last.
  private var stack: [View]

  init(_ program: TemplateProgram, view: View) {
    self.program = program
    stack = [view]
    output.reserveCapacity(65_536)
  }

  mutating func render(_ template: String) {
    guard let body = program.body(of: template) else { return }
    let program = program
    program.instructions.withUnsafeBufferPointer { instructions in
      program.texts.withUnsafeBufferPointer { texts in
        program.names.withUnsafeBufferPointer { names in
          program.bodies.withUnsafeBufferPointer { bodies in
            let tables = Tables(instructions: instructions, texts: texts, names: names, bodies: bodies)
            follow(body, tables, indentation: [])
          }
        }
      }
    }
  }

  /// The program's parts while a page is rendered.
  private struct Tables {
    let instructions: UnsafeBufferPointer<TemplateProgram.Instruction>
    let texts: UnsafeBufferPointer<UInt8>
    let names: UnsafeBufferPointer<ViewName>
    let bodies: UnsafeBufferPointer<Range<Int>>

    func text(_ place: (start: Int32, end: Int32)) -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(rebasing: texts[Int(place.start)..<Int(place.end)])
    }
  }

  /// - Parameter indentation: put in front of what begins a line of these instructions, the first line apart.
  private mutating func follow(_ body: Range<Int>, _ tables: Tables, indentation: [UInt8]) {
    var place = body.lowerBound
    let start = output.count
    while place < body.upperBound {
      let position = output.count
      let beginsLine = !indentation.isEmpty && position > start && output[position - 1] == 0x0A
      place = follow(place, tables, indentation)
      if beginsLine, output.count > position { output.insert(contentsOf: indentation, at: position) }
    }
  }

  /// Follows one instruction, with those in it, and returns where the next one is.
  private mutating func follow(_ place: Int, _ tables: Tables, _ indentation: [UInt8]) -> Int {
    let instruction = tables.instructions[place]
    let next = place + 1
    switch instruction.kind {
    case .text: output.append(contentsOf: tables.text(instruction.text))
    case .escaped, .plain:
      let isEscaped = instruction.kind == .escaped
      switch value(instruction.name, tables) {
      case .text(let text): show(text, isEscaped)
      case .html(let html): show(html.markup, isEscaped)
      case .markup(let bytes):
        if isEscaped { HTML.append(bytes, to: &output) } else { output.append(contentsOf: bytes) }
      case .flag(let flag): show(flag ? "true" : "false", isEscaped)
      case .view, .views, .absent, nil: break
      }
    case .section:
      let body = next..<Int(instruction.target)
      switch value(instruction.name, tables) {
      case .flag(true), .text, .html, .markup: follow(body, tables, indentation: indentation)
      case .view(let view): follow(body, in: view, tables, indentation)
      case .views(let views): for view in views { follow(body, in: view, tables, indentation) }
      case .flag(false), .absent, nil: break
      }
      return body.upperBound
    case .inverted:
      let body = next..<Int(instruction.target)
      switch value(instruction.name, tables) {
      case .flag(false), .absent, nil: follow(body, tables, indentation: indentation)
      case .views(let views) where views.isEmpty: follow(body, tables, indentation: indentation)
      case .flag(true), .text, .html, .markup, .view, .views: break
      }
      return body.upperBound
    case .partial:
      if instruction.target >= 0 {
        let own = tables.text(instruction.text)
        follow(
          tables.bodies[Int(instruction.target)], tables, indentation: own.isEmpty ? indentation : indentation + own)
      }
    }
    return next
  }

  private mutating func follow(_ body: Range<Int>, in view: View, _ tables: Tables, _ indentation: [UInt8]) {
    stack.append(view)
    follow(body, tables, indentation: indentation)
    stack.removeLast()
  }

  private mutating func show(_ text: String, _ isEscaped: Bool) {
    if isEscaped { HTML.append(text: text, to: &output) } else { output.append(contentsOf: text.utf8) }
  }

  /// The value of a name: the innermost view that has its first part, then down by the others.
  private func value(_ name: (start: Int32, end: Int32), _ tables: Tables) -> View.Value? {
    guard name.start < name.end else { return nil }
    let parts = UnsafeBufferPointer(rebasing: tables.names[Int(name.start)..<Int(name.end)])
    var index = stack.count
    while index > 0 {
      index -= 1
      if let place = stack[index].values.place(of: parts[0]) {
        return stack[index].values.value(at: place, parts.dropFirst())
      }
    }
    return nil
  }
}
