internal import Diagnostics

/// Reads the tags of a template and of the partials it takes in, and reports every name that the template's view does
/// not have. Mustache itself would print nothing for such a name.
struct NameCheck {
  let templates: [String: Source]
  var report = Report()
  /// Partials on the way down, to notice one that takes itself in.
  private var path: [String] = []
  private var tags: [String: [TemplateTag]] = [:]
  /// Problems already reported, since a partial is checked once for each place that takes it in.
  private var reported: Set<String> = []

  init(_ templates: [String: Source]) {
    self.templates = templates
  }

  mutating func check(_ name: String, against schema: ViewSchema) {
    check(name, stack: [.view(schema)])
  }

  private mutating func check(_ name: String, stack: [ViewSchema.Kind]) {
    guard let source = templates[name] else { return }
    path.append(name)
    defer { path.removeLast() }
    var open: [(tag: TemplateTag, pushed: Bool)] = []
    var stack = stack
    for tag in tags(of: name, source) {
      switch tag.kind {
      case .comment: break
      case .unsupported(let sign): addUnsupported(sign, tag, source)
      case .partial: take(tag, source, stack)
      case .variable: checkShown(tag, source, stack, escaped: true)
      case .unescaped: checkShown(tag, source, stack, escaped: false)
      case .section, .inverted:
        let kind = resolve(tag, source, stack)
        let entered: ViewSchema.Kind? =
          switch (tag.kind, kind) {
          case (.section, .view(let schema)), (.section, .views(let schema)): .view(schema)
          default: nil
          }
        if let entered { stack.append(entered) }
        open.append((tag, entered != nil))
      case .close:
        let last = open.popLast()
        if last?.pushed == true { stack.removeLast() }
        checkClose(tag, of: last?.tag, source)
      }
    }
    for section in open { addUnclosed(section.tag, source) }
  }

  /// Checks templates that no page takes in, of which nobody knows what names they may use.
  mutating func checkUnreached() {
    for (name, source) in templates.sorted(by: { $0.key < $1.key }) where tags[name] == nil {
      var open: [TemplateTag] = []
      for tag in tags(of: name, source) {
        switch tag.kind {
        case .unsupported(let sign): addUnsupported(sign, tag, source)
        case .section, .inverted: open.append(tag)
        case .close: checkClose(tag, of: open.popLast(), source)
        case .comment, .partial, .variable, .unescaped: break
        }
      }
      for section in open { addUnclosed(section, source) }
    }
  }

  private mutating func tags(of name: String, _ source: Source) -> [TemplateTag] {
    if let known = tags[name] { return known }
    let found = TemplateTag.scan(source, into: &report)
    tags[name] = found
    return found
  }

  private mutating func checkClose(_ tag: TemplateTag, of section: TemplateTag?, _ source: Source) {
    guard let section else {
      add("stray-close", "no section `\(tag.name)` is open", tag, source)
      return
    }
    guard section.name != tag.name else { return }
    add(
      "mismatched-close", "the open section is `\(section.name)`, not `\(tag.name)`", tag, source,
      help: "write `{{/\(section.name)}}`")
  }

  private mutating func addUnclosed(_ section: TemplateTag, _ source: Source) {
    add("unclosed-section", "the section is not closed", section, source, help: "add `{{/\(section.name)}}`")
  }

  private mutating func addUnsupported(_ sign: Character, _ tag: TemplateTag, _ source: Source) {
    add(
      "unsupported-tag", "themes do without `{{\(sign)…}}` tags", tag, source,
      help: "use variables, sections and partials")
  }

  private mutating func take(_ tag: TemplateTag, _ source: Source, _ stack: [ViewSchema.Kind]) {
    guard templates[tag.name] != nil else {
      add(
        "unknown-partial", "there is no partial `\(tag.name)`", tag, source,
        help: NearestName.of(tag.name, among: templates.keys.sorted()).map { "did you mean `\($0)`?" })
      return
    }
    // A partial may take itself in, as a tree does: the data ends the recursion. Its names were checked on the way in.
    if !path.contains(tag.name) { check(tag.name, stack: stack) }
  }

  private mutating func checkShown(_ tag: TemplateTag, _ source: Source, _ stack: [ViewSchema.Kind], escaped: Bool) {
    switch (resolve(tag, source, stack), escaped) {
    case (.text, true), (.html, false), (nil, _): break
    case (.text, false):
      add(
        "unescaped-text", "`\(tag.name)` is plain text and must be escaped", tag, source,
        help: "write `{{\(tag.name)}}`")
    case (.html, true):
      add(
        "escaped-markup", "`\(tag.name)` is markup and would be shown as text", tag, source,
        help: "write `{{{\(tag.name)}}}`")
    default:
      add(
        "not-a-text", "`\(tag.name)` is no text", tag, source,
        help: "open it as a section: `{{#\(tag.name)}}…{{/\(tag.name)}}`")
    }
  }

  /// The kind of a name, looked up as Mustache does: in the innermost view first, then outwards; dots descend.
  private mutating func resolve(_ tag: TemplateTag, _ source: Source, _ stack: [ViewSchema.Kind]) -> ViewSchema.Kind? {
    let parts = tag.name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let first = parts.first, !parts.contains("") else {
      add("bad-name", "“\(tag.name)” is no name", tag, source)
      return nil
    }
    let schemas = stack.reversed().compactMap { kind -> ViewSchema? in
      if case .view(let schema) = kind { schema } else { nil }
    }
    guard var kind = schemas.lazy.compactMap({ $0.field(first)?.kind }).first else {
      unknown(first, tag, source, schemas.flatMap { $0.fields.map(\.name) })
      return nil
    }
    for part in parts.dropFirst() {
      guard case .view(let schema) = kind, let field = schema.field(part) else {
        let names = if case .view(let schema) = kind { schema.fields.map(\.name) } else { [String]() }
        unknown(part, tag, source, names)
        return nil
      }
      kind = field.kind
    }
    return kind
  }

  private mutating func unknown(_ name: String, _ tag: TemplateTag, _ source: Source, _ names: [String]) {
    let nearest = NearestName.of(name, among: names)
    add(
      "unknown-name", "the page has no `\(name)`", tag, source,
      notes: nearest == nil ? ["it has: \(names.joined(separator: ", "))"] : [],
      help: nearest.map { "did you mean `\($0)`?" })
  }

  private mutating func add(
    _ id: String, _ message: String, _ tag: TemplateTag, _ source: Source, notes: [String] = [], help: String? = nil
  ) {
    guard reported.insert("\(source.name):\(tag.range.lowerBound):\(id)").inserted else { return }
    let range = tag.nameRange.isEmpty ? tag.range : tag.nameRange
    report.add(Diagnostic(id, message, at: source.place(range), notes: notes, help: help))
  }
}
