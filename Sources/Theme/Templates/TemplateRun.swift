internal import Escaping

/// Follows a compiled template for one page.
struct TemplateRun {
  let templates: [String: CompiledTemplate]
  private(set) var output: [UInt8] = []
  /// The views that names are looked up in, innermost last.
  private var stack: [View]

  init(_ templates: [String: CompiledTemplate], view: View) {
    self.templates = templates
    stack = [view]
    output.reserveCapacity(65_536)
  }

  mutating func render(_ template: String) {
    guard let steps = templates[template]?.steps else { return }
    follow(steps, indentation: [])
  }

  /// - Parameter indentation: put in front of what begins a line of these steps, the first line apart.
  private mutating func follow(_ steps: [CompiledTemplate.Step], indentation: [UInt8]) {
    guard !indentation.isEmpty else {
      for step in steps { follow(step, indentation) }
      return
    }
    let start = output.count
    for step in steps {
      let position = output.count
      let beginsLine = position > start && output[position - 1] == 0x0A
      follow(step, indentation)
      if beginsLine, output.count > position { output.insert(contentsOf: indentation, at: position) }
    }
  }

  private mutating func follow(_ step: CompiledTemplate.Step, _ indentation: [UInt8]) {
    switch step {
    case .text(let text): output.append(contentsOf: text)
    case .value(let name, let isEscaped):
      switch value(name) {
      case .text(let text): show(text, isEscaped)
      case .html(let html): show(html.markup, isEscaped)
      case .flag(let flag): show(flag ? "true" : "false", isEscaped)
      case .view, .views, .absent, nil: break
      }
    case .section(let name, let steps):
      switch value(name) {
      case .flag(true), .text, .html: follow(steps, indentation: indentation)
      case .view(let view): follow(steps, in: view, indentation)
      case .views(let views): for view in views { follow(steps, in: view, indentation) }
      case .flag(false), .absent, nil: break
      }
    case .inverted(let name, let steps):
      switch value(name) {
      case .flag(false), .absent, nil: follow(steps, indentation: indentation)
      case .views(let views) where views.isEmpty: follow(steps, indentation: indentation)
      case .flag(true), .text, .html, .view, .views: break
      }
    case .partial(let name, let own):
      if let steps = templates[name]?.steps { follow(steps, indentation: indentation + own) }
    }
  }

  private mutating func follow(_ steps: [CompiledTemplate.Step], in view: View, _ indentation: [UInt8]) {
    stack.append(view)
    follow(steps, indentation: indentation)
    stack.removeLast()
  }

  private mutating func show(_ text: String, _ isEscaped: Bool) {
    if isEscaped { HTML.append(text: text, to: &output) } else { output.append(contentsOf: text.utf8) }
  }

  /// The value of a name: the innermost view that has its first part, then down by the others.
  private func value(_ name: [String]) -> View.Value? {
    guard let first = name.first else { return nil }
    var found: View.Value?
    var index = stack.count
    while found == nil, index > 0 {
      index -= 1
      found = stack[index].values[first]
    }
    for part in name.dropFirst() {
      guard case .view(let view)? = found else { return nil }
      found = view.values[part]
    }
    return found
  }
}
