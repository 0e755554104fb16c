extension ViewSchema {
  /// The names with their kinds and summaries, a line each and nested ones indented: what stands in the comment at the
  /// top of a template. Tests hold the two together.
  public var listing: String {
    lines(indent: "  ").joined(separator: "\n")
  }

  private func lines(indent: String) -> [String] {
    fields.flatMap { field -> [String] in
      let name = Self.padded(indent + field.name, to: 17)
      let kind = Self.padded(field.kind.word, to: 5)
      return ["\(name) \(kind) \(field.summary)"] + (field.kind.inner?.lines(indent: indent + "  ") ?? [])
    }
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

extension ViewSchema.Kind {
  fileprivate var word: String {
    switch self {
    case .text: "text"
    case .html: "html"
    case .flag: "flag"
    case .view: "view"
    case .views: "list"
    }
  }

  fileprivate var inner: ViewSchema? {
    switch self {
    case .view(let schema), .views(let schema): schema
    case .text, .html, .flag: nil
    }
  }
}
