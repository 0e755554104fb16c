/// The names a template may use, with their kinds: checked before a page is rendered, and listed for designers.
public struct ViewSchema: Sendable {
  public let fields: [Field]

  public init(_ fields: [Field]) {
    self.fields = fields
  }

  public struct Field: Sendable {
    public let name: String
    public let kind: Kind
    /// What it holds, for the designer.
    public let summary: String

    public init(_ name: String, _ kind: Kind, _ summary: String) {
      self.name = name
      self.kind = kind
      self.summary = summary
    }
  }

  public indirect enum Kind: Sendable {
    /// Shown by `{{name}}`.
    case text
    /// Markup, shown by `{{{name}}}`.
    case html
    /// Asked by `{{#name}}` and `{{^name}}`.
    case flag
    /// Entered by `{{#name}}`.
    case view(ViewSchema)
    /// Repeated by `{{#name}}`.
    case views(ViewSchema)
  }

  public func field(_ name: String) -> Field? {
    fields.first { $0.name == name }
  }

  public static func + (left: ViewSchema, right: ViewSchema) -> ViewSchema {
    ViewSchema(left.fields + right.fields)
  }

  /// Where a view departs from the schema: missing names, names it does not declare, values of another kind. Empty when
  /// it keeps to it.
  public func differences(from view: View, path: String = "") -> [String] {
    var differences: [String] = []
    for field in fields {
      let name = path + field.name
      switch (view.values[field.name], field.kind) {
      case (nil, _): differences.append("\(name) is missing")
      case (.absent, _), (.text, .text), (.html, .html), (.markup, .html), (.flag, .flag): break
      case (.view(let child), .view(let schema)): differences += schema.differences(from: child, path: name + ".")
      case (.views(let children), .views(let schema)):
        for child in children { differences += schema.differences(from: child, path: name + ".") }
      default: differences.append("\(name) is of another kind")
      }
    }
    for name in view.values.names.sorted() where field(name) == nil {
      differences.append("\(path)\(name) is not declared")
    }
    return differences
  }
}
