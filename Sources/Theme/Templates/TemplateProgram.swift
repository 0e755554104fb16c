/// All templates of a theme as one list of plain instructions, in which a page's templates are followed.
///
/// Instructions hold numbers only: whoever follows them takes part in no counting of references, in which the cores that
/// render pages would stand in each other's way.
struct TemplateProgram: Sendable {
  struct Instruction: BitwiseCopyable, Sendable {
    enum Kind: UInt8 { case text, escaped, plain, section, inverted, partial }

    let kind: Kind
    /// A text, or a partial's indentation: where in `texts`.
    var text: (start: Int32, end: Int32) = (0, 0)
    /// A value's name, part by part: where in `names`.
    var name: (start: Int32, end: Int32) = (0, 0)
    /// A section: where behind it to go on. A partial: its template's number, -1 if there is none.
    var target: Int32 = -1
  }

  private(set) var instructions: [Instruction] = []
  private(set) var texts: [UInt8] = []
  private(set) var names: [ViewName] = []
  /// Where each template's instructions are, by number.
  private(set) var bodies: [Range<Int>] = []
  let numbers: [String: Int]

  init(_ templates: [String: CompiledTemplate]) {
    let sorted = templates.sorted { $0.key < $1.key }
    numbers = Dictionary(sorted.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    for (_, template) in sorted {
      let start = instructions.count
      add(template.steps)
      bodies.append(start..<instructions.count)
    }
  }

  /// Where a template's instructions are; nil for an unknown one.
  func body(of template: String) -> Range<Int>? { numbers[template].map { bodies[$0] } }

  private mutating func add(_ steps: [CompiledTemplate.Step]) {
    for step in steps {
      switch step {
      case .text(let text): instructions.append(Instruction(kind: .text, text: add(text)))
      case .value(let name, let isEscaped):
        instructions.append(Instruction(kind: isEscaped ? .escaped : .plain, name: add(name)))
      case .section(let name, let steps): add(.section, name, steps)
      case .inverted(let name, let steps): add(.inverted, name, steps)
      case .partial(let name, let indentation):
        instructions.append(
          Instruction(kind: .partial, text: add(indentation), target: Int32(numbers[name] ?? -1)))
      }
    }
  }

  private mutating func add(_ kind: Instruction.Kind, _ name: [String], _ steps: [CompiledTemplate.Step]) {
    let place = instructions.count
    instructions.append(Instruction(kind: kind, name: add(name)))
    add(steps)
    instructions[place].target = Int32(instructions.count)
  }

  private mutating func add(_ text: [UInt8]) -> (start: Int32, end: Int32) {
    let start = Int32(texts.count)
    texts += text
    return (start, Int32(texts.count))
  }

  private mutating func add(_ name: [String]) -> (start: Int32, end: Int32) {
    let start = Int32(names.count)
    names += name.map(ViewName.init)
    return (start, Int32(names.count))
  }
}
